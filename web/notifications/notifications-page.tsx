import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Notice, type NoticeFilter, noticeFilters } from '../../domain/notifications/contract.ts'
import { LinkButton } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { useIsTabVisible } from '../ui/use-tab-visible.ts'
import { foldNotices } from './fold-notices.ts'
import { groupByDay } from './group-by-day.ts'
import { NoticeGroupRows } from './notice-group-row.tsx'
import { noticeList, readingNotices, unreadCount } from './queries.ts'

/** Marks visible notifications as read at once. On the screen they stay marked as new until the user leaves the page. */
function useMarkAsRead(notices: readonly Notice[], show: NoticeFilter | null): ReadonlySet<string> {
  const { mutate } = useMutation(readingNotices)
  const isTabVisible = useIsTabVisible()
  const [newKeys] = useState(() => new Set<string>())
  const unread = notices.filter(({ isRead }) => !isRead)
  for (const { key } of unread) newKeys.add(key)
  const newestUnreadAt = Math.max(0, ...unread.map(({ createdAt }) => createdAt))
  useEffect(() => {
    if (isTabVisible && newestUnreadAt > 0) mutate({ upTo: newestUnreadAt, ...(show && { show }) })
  }, [isTabVisible, newestUnreadAt, show, mutate])
  return newKeys
}

/** Loads new notifications into the open list. */
function useRefetchOnUnread(refetch: () => Promise<unknown>): void {
  const { data: unread = 0 } = useQuery(unreadCount)
  useEffect(() => {
    if (unread > 0) void refetch()
  }, [unread, refetch])
}

const filterLabels: Record<NoticeFilter, string> = { unread: 'Unread', games: 'Games', communities: 'Communities', people: 'People' }

/** The address holds the filter, so that the back button returns to the same list. */
function Filters({ show }: { show: NoticeFilter | null }) {
  const [, setSearch] = useSearchParams()
  const choose = (chosen: NoticeFilter | null) => setSearch(chosen ? { show: chosen } : {}, { replace: true, preventScrollReset: true })
  return (
    <fieldset>
      <legend className="sr-only">Show</legend>
      <div className="flex flex-wrap gap-2">
        <ToggleChip isOn={show === null} onToggle={() => choose(null)}>
          All
        </ToggleChip>
        {noticeFilters.map((filter) => (
          <ToggleChip key={filter} isOn={show === filter} onToggle={() => choose(filter)}>
            {filterLabels[filter]}
          </ToggleChip>
        ))}
      </div>
    </fieldset>
  )
}

export default function NotificationsPage() {
  const [search] = useSearchParams()
  const show = noticeFilters.find((filter) => filter === search.get('show')) ?? null
  return (
    <div className={pageFrame('narrow', 'grid gap-5 pt-2 sm:pt-8')}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>Notifications</h1>
        <LinkButton size="small" to="/settings?tab=notification">
          <Settings size={16} aria-hidden="true" /> Settings
        </LinkButton>
      </header>
      <Filters show={show} />
      <NoticeList show={show} />
    </div>
  )
}

function NoticeList({ show }: { show: NoticeFilter | null }) {
  const query = useInfiniteQuery(noticeList(show))
  const notices = query.data?.pages.flatMap((page) => page.notices) ?? []
  const newKeys = useMarkAsRead(notices, show)
  useRefetchOnUnread(query.refetch)
  if (query.isPending) return <NoticesLoading />
  if (query.isLoadingError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  if (notices.length === 0 && !query.hasNextPage) {
    if (show) return <NothingFiltered show={show} />
    return (
      <EmptyState title="No notifications yet" action={<LinkButton to="/connect">Connect with people</LinkButton>}>
        When someone follows you, asks to connect or joins your game, you will see it here.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-7">
      {groupByDay(notices, new Date()).map(({ day, label, notices: dayNotices }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="border-b border-line pb-2 text-small! font-strong tracking-normal text-soft">
            {label}
          </h2>
          <ul>
            {foldNotices(dayNotices).map((group) => (
              <NoticeGroupRows key={group.id} group={group} isNew={(key) => newKeys.has(key)} />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore query={query} />
    </div>
  )
}

function NothingFiltered({ show }: { show: NoticeFilter }) {
  if (show === 'unread') return <EmptyState title="You have read everything">New notifications will be listed here.</EmptyState>
  return <EmptyState title="Nothing here yet">Notifications about {filterLabels[show].toLowerCase()} will be listed here.</EmptyState>
}

function NoticesLoading() {
  return (
    <Loading>
      <Skeleton className="mb-2 h-4 w-16" />
      <SkeletonRows count={4} className="gap-3.5 border-t border-line py-3.5" picture="size-11 rounded-full" lines={['w-3/5', 'w-4/5']} />
    </Loading>
  )
}
