import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { teamPath } from '../../domain/teams/paths.ts'
import { ApiError, isNotFound } from '../api.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import NoTeamPage from '../teams/no-team-page.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import type { BooksOf } from './queries.ts'

type BooksFrameProps = {
  of: BooksOf
  title: string
  intro?: string
  /** The page from which people come. */
  back: { to: string; label: string }
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** What to show once the query has data. */
  children: ReactNode
}

/** A page of somebody's books, until and when its data is there. */
export function BooksFrame({ of, title, intro, back, query, children }: BooksFrameProps) {
  const { data, error } = query
  const refusal = error instanceof ApiError ? error.code : null
  if (refusal === 'TeamNotFound') return <NoTeamPage />
  if (refusal === 'NotAllowed' && of !== undefined) return <NotAllowed id={of} />
  if (isNotFound(error)) return <NotFoundPage />
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-7 pt-4 sm:pt-9')}>
      <header>
        <Link to={back.to} className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline">
          <ChevronLeft size={17} aria-hidden="true" />
          {back.label}
        </Link>
        <h1>{title}</h1>
        {intro && <p className="mt-1 max-w-[60ch] text-soft">{intro}</p>}
      </header>
      {data !== undefined ? (
        children
      ) : error ? (
        <ErrorNotice title="We could not load the books" error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <BooksLoading />
      )}
    </div>
  )
}

function NotAllowed({ id }: { id: string }) {
  return (
    <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-10')}>
      <h1>Books</h1>
      <p className="text-soft">Only the owner and the treasurer can see the books of this community.</p>
      <LinkButton to={teamPath(id)}>Back to the community</LinkButton>
    </div>
  )
}

const BooksLoading = () => (
  <Loading label="Loading the books">
    <Skeleton className="h-5 w-72 max-w-full" />
    <div className="mt-7 border-t border-line">
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="flex items-center justify-between gap-6 border-b border-line py-4.5">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  </Loading>
)
