import { useInfiniteQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Viewer } from '../../domain/access/contract.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FilterField } from '../ui/filter-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { useNow } from '../ui/use-now.ts'
import { ConversationRow } from './conversation-row.tsx'
import { messagesPath } from './paths.ts'
import { conversationList } from './queries.ts'

const SearchResults = lazy(() => import('./search-results.tsx'))
const NeedsYouInMessages = lazy(() => import('../needs-you/needs-you-in-messages.tsx'))
const NewConversationDialog = lazy(() => import('./new-conversation-dialog.tsx'))

type ConversationListProps = { viewer: Viewer; currentId: string | undefined }

const removedSearch = '?show=removed'

/** The viewer's conversations, the latest first. */
export function ConversationList({ viewer, currentId }: ConversationListProps) {
  const [search, setSearch] = useSearchParams()
  const isRemoved = search.get('show') === 'removed'
  const isSearching = search.get('q') !== null
  const dialog = useLazyOpen()
  return (
    <>
      <header className="grid gap-3 px-4.5 pt-2 pb-3 sm:px-7 sm:pt-6 lg:px-5 lg:pt-5">
        <div className="flex items-center justify-between gap-3">
          <h1 className="lg:text-heading!">Messages</h1>
          <Button size="small" onClick={dialog.open} aria-haspopup="dialog">
            <SquarePen size={16} aria-hidden="true" /> New
          </Button>
        </div>
        <FilterField
          label="Search messages"
          placeholder="Search messages"
          value={search.get('q') ?? ''}
          onChange={(q) => setSearch(q === '' ? {} : { q }, { replace: true })}
        />
        <nav aria-label="Show" className="flex gap-2">
          <FilterLink to={messagesPath} isCurrent={!isRemoved && !isSearching}>
            All
          </FilterLink>
          <FilterLink to={messagesPath + removedSearch} isCurrent={isRemoved}>
            Removed
          </FilterLink>
        </nav>
      </header>
      {isSearching ? (
        <Suspense fallback={<ConversationsLoading />}>
          <SearchResults q={search.get('q') ?? ''} viewerId={viewer.id} />
        </Suspense>
      ) : (
        <>
          {!isRemoved && (
            <Suspense>
              <NeedsYouInMessages />
            </Suspense>
          )}
          <Conversations viewer={viewer} currentId={currentId} isRemoved={isRemoved} />
        </>
      )}
      {dialog.wasOpened && (
        <Suspense>
          <NewConversationDialog viewerId={viewer.id} isOpen={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}

const FilterLink = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) => (
  <Link
    to={to}
    replace
    aria-current={isCurrent ? 'true' : undefined}
    className={joinClasses(
      'relative inline-flex min-h-8.5 items-center rounded-full border px-3.25 text-small leading-none font-medium after:absolute after:inset-x-0 after:-inset-y-[5px]',
      isCurrent ? 'border-ink bg-ink text-paper' : 'border-line bg-card text-ink hover:bg-wash',
    )}
  >
    {children}
  </Link>
)

function Conversations({ viewer, currentId, isRemoved }: ConversationListProps & { isRemoved: boolean; viewer: Viewer }) {
  const query = useInfiniteQuery(conversationList(isRemoved))
  const now = useNow(60_000)
  const conversations = query.data?.pages.flatMap((page) => page.conversations) ?? []
  if (query.isPending) return <ConversationsLoading />
  if (query.isLoadingError)
    return (
      <ErrorNotice
        className="px-4.5 py-4 sm:px-7 lg:px-5"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (conversations.length === 0 && !query.hasNextPage) return <NoConversations isRemoved={isRemoved} />
  return (
    <>
      <ul aria-label="Conversations" className="border-t border-line">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            viewerId={viewer.id}
            isCurrent={conversation.id === currentId}
            now={now}
            search={isRemoved ? removedSearch : ''}
          />
        ))}
      </ul>
      <div className="px-4.5 pb-5 sm:px-7 lg:px-5">
        <ShowMore query={query} />
      </div>
    </>
  )
}

function NoConversations({ isRemoved }: { isRemoved: boolean }) {
  return isRemoved ? (
    <EmptyState title="Nothing removed" hasBeans={false} className="px-4.5 sm:px-7 lg:px-5">
      Conversations that you remove are kept here. You can bring them back at any time.
    </EmptyState>
  ) : (
    <EmptyState title="No messages yet" className="px-4.5 sm:px-7 lg:px-5" action={<LinkButton to="/connect">Find people</LinkButton>}>
      Write to somebody from their profile, or to everyone in one of your communities.
    </EmptyState>
  )
}

const ConversationsLoading = () => (
  <Loading>
    <SkeletonRows
      count={6}
      className="gap-3 border-t border-line px-4.5 py-3.5 sm:px-7 lg:px-5"
      picture="size-11 rounded-full"
      lines={['w-2/5', 'w-4/5']}
    />
  </Loading>
)
