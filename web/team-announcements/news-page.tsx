import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { can } from '../../domain/access/can.ts'
import { topicConversationId } from '../../domain/messages/rules.ts'
import type { TeamAnnouncement } from '../../domain/team-announcements/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import RefusedAction from '../teams/manage/refused-action.tsx'
import { TeamFrame } from '../teams/team-frame.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { type AnnouncementAction, AnnouncementCard } from './announcement-card.tsx'
import { deletingAnnouncement, teamAnnouncements } from './queries.ts'
import { useRecordRead } from './use-record-read.ts'

const AnnouncementDialog = lazy(() => import('./announcement-dialog.tsx'))
const ReadersDialog = lazy(() => import('./readers-dialog.tsx'))

/** The tab of a community with its announcements. */
export default function NewsPage() {
  return (
    <TeamFrame title="News">
      {(team) =>
        can(team, 'team.view') ? (
          <News key={team.id} team={team} />
        ) : (
          <EmptyState title="Only members read the news" hasBeans={false} className="py-4">
            Join this community to get its announcements.
          </EmptyState>
        )
      }
    </TeamFrame>
  )
}

type Opened = { action: AnnouncementAction | 'new'; announcement?: TeamAnnouncement }

function News({ team }: { team: TeamDetail }) {
  const { id, role, topics } = team
  const [params, setParams] = useSearchParams()
  const topic = topics.find((one) => one.id === params.get('topic'))?.id ?? null
  const query = useInfiniteQuery(teamAnnouncements(id, topic))
  const [opened, setOpened] = useState<Opened | null>(null)
  const remove = useMutation(deletingAnnouncement(id))
  const observeEnd = useRecordRead(id)
  const mayAnnounce = can(team, 'announce')
  const close = () => setOpened(null)
  const pick = (picked: string | null) => setParams(picked === null ? {} : { topic: picked }, { replace: true, preventScrollReset: true })
  const { data, error, refetch, isFetching } = query
  const announcements = data?.pages.flatMap((page) => page.announcements) ?? []
  const newButton = (
    <Button variant="primary" onClick={() => setOpened({ action: 'new' })}>
      <Megaphone size={18} aria-hidden="true" /> New announcement
    </Button>
  )
  const { action, announcement } = opened ?? {}
  return (
    <section aria-labelledby="team-news" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="team-news" className="text-title">
          News
        </h2>
        <span className="flex flex-wrap gap-3">
          {topic !== null && role !== null && <LinkButton to={`/messages/${topicConversationId(topic)}`}>Messages</LinkButton>}
          {mayAnnounce && (announcements.length > 0 || topic !== null) && newButton}
        </span>
      </div>
      {topics.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2.5">
          <legend className="sr-only">Topic</legend>
          {topics.map(({ id: topicId, name }) => (
            <ToggleChip
              key={topicId}
              isOn={topic === topicId}
              onToggle={() => pick(topic === topicId ? null : topicId)}
              className="max-w-full"
            >
              <span className="truncate">{name}</span>
            </ToggleChip>
          ))}
        </fieldset>
      )}
      {!data ? (
        error ? (
          <ErrorNotice title="We could not load the announcements" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the announcements">
            {['first', 'second', 'third'].map((row) => (
              <SkeletonText key={row} lines={3} className="border-t border-line py-5 sm:max-w-lg" />
            ))}
          </Loading>
        )
      ) : announcements.length === 0 ? (
        <EmptyState
          title={topic === null ? 'No announcements yet' : 'Nothing about this topic yet'}
          {...(mayAnnounce && topic === null ? { action: newButton } : {})}
        >
          {mayAnnounce ? 'Write to all members at once, and see who has read it.' : 'What the organizers announce is shown here.'}
        </EmptyState>
      ) : (
        <>
          <ol aria-label="Announcements" className="grid grid-cols-[minmax(0,1fr)]">
            {announcements.map((one) => (
              <AnnouncementCard
                key={one.id}
                announcement={one}
                mayAnnounce={mayAnnounce}
                onAction={(picked) => setOpened({ action: picked, announcement: one })}
                observeEnd={role === null ? null : observeEnd}
              />
            ))}
          </ol>
          <ShowMore query={query} />
        </>
      )}
      {role !== null && !mayAnnounce && data && (
        <RefusedAction team={team} capability="announce" action="write announcements">
          New announcement
        </RefusedAction>
      )}
      <Suspense>
        {(action === 'new' || action === 'edit') && (
          <AnnouncementDialog teamId={id} topics={topics} {...(announcement && { announcement })} onClose={close} />
        )}
        {action === 'readers' && announcement && <ReadersDialog teamId={id} announcement={announcement} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        title="Delete this announcement?"
        confirmLabel="Delete"
        isDangerous
        isOpen={action === 'delete'}
        onClose={close}
        onConfirm={async () => {
          if (announcement) await remove.mutateAsync(announcement.id)
        }}
      >
        Nobody can read it any longer, and its notifications disappear. You cannot undo this.
      </ConfirmDialog>
    </section>
  )
}
