import { useMutation } from '@tanstack/react-query'
import { ChevronLeft, Search, Trash2, Undo2 } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Conversation } from '../../domain/messages/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { eventPath } from '../discover/event-row.tsx'
import { usePresence } from '../presence/queries.ts'
import { joinClasses } from '../ui/class-names.ts'
import { IconButton, iconButtonClasses } from '../ui/icon-button.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Status } from '../ui/status.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { useIsWide } from '../ui/use-media.ts'
import { ConversationPicture } from './conversation-picture.tsx'
import { HereFaces, HereLine, type PeopleHere } from './here-now.tsx'
import { messagesPath } from './paths.ts'
import { removingConversation } from './queries.ts'
import { writeAbout } from './write-about.ts'

const MuteMenu = lazy(() => import('./mute-menu.tsx'))
const GroupDialog = lazy(() => import('./group-dialog.tsx'))
const ConversationSearchDialog = lazy(() => import('./conversation-search-dialog.tsx'))

type ConversationHeaderProps = { conversation: Conversation; viewerId: string; here: PeopleHere }

/** It stays as it is while messages come. */
export const ConversationHeader = memo(function ConversationHeader({ conversation, viewerId, here }: ConversationHeaderProps) {
  const { name, person } = conversation
  const isWide = useIsWide()
  const [params] = useSearchParams()
  // What the viewer searches in all conversations goes on in this one.
  const query = params.get('find')
  const search = useLazyOpen(query !== null)
  const group = useLazyOpen()
  // On a narrow screen the list with the heading of the page is not there.
  const Heading = isWide ? 'h2' : 'h1'
  const to = findPath(conversation)
  const title = (
    <>
      <ConversationPicture conversation={conversation} size={40} />
      <span className="grid min-w-0">
        <Heading className="truncate text-lead! font-strong tracking-normal group-hover:text-court">{name}</Heading>
        <span className="min-h-5 truncate text-small text-soft">
          {conversation.kind !== 'direct' ? (
            <HereLine here={here} about={writeAbout(conversation)} />
          ) : person ? (
            <Online userId={person.id} />
          ) : (
            'Deleted account'
          )}
        </span>
      </span>
    </>
  )
  const titleClasses = 'group flex min-h-11 min-w-0 flex-1 items-center gap-3'
  return (
    <header className="flex items-center gap-2 border-b border-line bg-card px-2 py-2.5 pt-[max(0.625rem,env(safe-area-inset-top))] lg:bg-paper lg:py-3 lg:pr-4.5 lg:pl-7">
      <Link to={messagesPath} aria-label="All messages" className={iconButtonClasses('lg:hidden')}>
        <ChevronLeft size={24} aria-hidden="true" />
      </Link>
      {conversation.kind === 'group' ? (
        <button type="button" onClick={group.open} aria-haspopup="dialog" className={joinClasses(titleClasses, 'text-left')}>
          {title}
        </button>
      ) : to === null ? (
        <div className={titleClasses}>{title}</div>
      ) : (
        <Link to={to} className={titleClasses}>
          {title}
        </Link>
      )}
      <HereFaces here={here} />
      <IconButton label="Search" onClick={search.open} aria-haspopup="dialog" className="text-soft">
        <Search size={20} aria-hidden="true" />
      </IconButton>
      <Suspense fallback={<span className="size-11 flex-none" />}>
        <MuteMenu conversation={conversation} />
      </Suspense>
      <RemoveButton conversation={conversation} viewerId={viewerId} />
      {group.wasOpened && (
        <Suspense>
          <GroupDialog conversation={conversation} viewerId={viewerId} isOpen={group.isOpen} onClose={group.close} />
        </Suspense>
      )}
      {search.wasOpened && (
        <Suspense>
          <ConversationSearchDialog
            conversation={conversation}
            viewerId={viewerId}
            defaultQuery={query ?? ''}
            isOpen={search.isOpen}
            onClose={search.close}
          />
        </Suspense>
      )}
    </header>
  )
})

/** The page of what the conversation is about. */
function findPath({ person, team, event }: Conversation): string | null {
  if (person) return `/profile/${person.id}`
  if (team) return teamPath(team.id)
  return event && eventPath(event.id)
}

function Online({ userId }: { userId: string }) {
  return usePresence(userId)?.online ? <Status tone="live">Online</Status> : 'See profile'
}

function RemoveButton({ conversation, viewerId }: Omit<ConversationHeaderProps, 'here'>) {
  const { mutate } = useMutation(removingConversation)
  const navigate = useNavigate()
  const change = (blocked: boolean) => mutate({ viewerId, conversation, blocked })
  if (conversation.blocked)
    return (
      <IconButton label="Bring back" onClick={() => change(false)} className="text-soft">
        <Undo2 size={20} aria-hidden="true" />
      </IconButton>
    )
  const remove = () => {
    change(true)
    void navigate(messagesPath)
    showSnackbar('Conversation removed. It stays silent.', { duration: 5000, action: { label: 'Undo', onPress: () => change(false) } })
  }
  return (
    <IconButton label="Remove conversation" onClick={remove} className="text-soft">
      <Trash2 size={19} aria-hidden="true" />
    </IconButton>
  )
}
