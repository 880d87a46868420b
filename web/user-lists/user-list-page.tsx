import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { UserListSummary } from '../../domain/user-lists/contract.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import { ListNameDialog } from './list-name-dialog.tsx'
import { userLists } from './queries.ts'
import { UserListDetails } from './user-list-details.tsx'

/** The open list is in the URL. Without it, a phone shows all lists, and a desktop also shows the first list next to them. */
export default function UserListPage() {
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch, isFetching } = useQuery(userLists)
  const listParam = search.get('list')
  const shownId = listParam ?? (isPhone ? null : (data?.lists[0]?.uid ?? null))
  const showList = (uid: string | null, replace = false) =>
    setSearch(uid === null ? {} : { list: uid }, { replace, preventScrollReset: true })
  const isIndexHidden = isPhone && shownId !== null
  return (
    <div className={pageFrame('wide', 'grid gap-6 pt-2 sm:gap-9 sm:pt-8')}>
      {!isIndexHidden && (
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="grid gap-1">
            <h1>Your lists</h1>
            <p className="text-soft">Group people you play with. Only you can see your lists.</p>
          </div>
          {data && data.lists.length > 0 && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus size={18} aria-hidden="true" /> New list
            </Button>
          )}
        </header>
      )}
      {data ? (
        data.lists.length === 0 ? (
          <EmptyState
            title="No lists yet"
            action={
              <Button variant="primary" onClick={() => setCreating(true)}>
                <Plus size={18} aria-hidden="true" /> New list
              </Button>
            }
          >
            Create a list of people you play with, to invite them all at once.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-6 sm:grid-cols-[16rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)]">
            {!isIndexHidden && <ListIndex lists={data.lists} shown={shownId} />}
            {shownId !== null && (
              <UserListDetails key={shownId} listId={shownId} hasBackLink={isPhone} onDeleted={() => showList(null, true)} />
            )}
          </div>
        )
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ListIndexLoading />
      )}
      {isCreating && <ListNameDialog onClose={() => setCreating(false)} onCreated={(uid) => showList(uid)} />}
    </div>
  )
}

function ListIndex({ lists, shown }: { lists: readonly UserListSummary[]; shown: string | null }) {
  return (
    <nav aria-label="Your lists">
      <ul>
        {lists.map(({ uid, name, count }) => (
          <li key={uid} className="border-b border-line">
            <Link
              to={`?list=${uid}`}
              aria-current={uid === shown ? 'page' : undefined}
              className={joinClasses(
                'flex min-h-14 items-center justify-between gap-4 py-2 sm:border-l-3 sm:pr-1 sm:pl-3.5 hover:text-court',
                uid === shown ? 'border-court font-bold' : 'border-transparent font-medium',
              )}
            >
              <span className="min-w-0 truncate">{name}</span>
              <span className="font-normal text-soft">
                {count}
                <span className="sr-only">{count === 1 ? ' person' : ' people'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ListIndexLoading() {
  return (
    <Loading label="Loading your lists" className="sm:max-w-80">
      {['w-40', 'w-28', 'w-48'].map((width) => (
        <span key={width} className="flex min-h-14 items-center justify-between gap-4 border-b border-line sm:pl-3.5">
          <Skeleton className={joinClasses('h-4', width)} />
          <Skeleton className="h-4 w-5" />
        </span>
      ))}
    </Loading>
  )
}
