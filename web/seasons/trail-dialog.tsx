import { useInfiniteQuery } from '@tanstack/react-query'
import type { ResultChangeKind, Session } from '../../domain/seasons/results-contract.ts'
import { formatIn } from '../../domain/time/write-time.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { resultChanges } from './queries.ts'
import type { MatchNames } from './result-dialog.tsx'

const verbs: Record<ResultChangeKind, string> = {
  entered: 'entered the result',
  corrected: 'corrected the result',
  confirmed: 'confirmed the result',
  disputed: 'disputed the result',
  settled: 'settled the dispute',
}

const moment = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

type TrailDialogProps = { seasonId: string; session: Session; names: MatchNames; onClose: () => void }

/** Who changed a result, the newest change first. */
export function TrailDialog({ seasonId, session: { eventId }, names, onClose }: TrailDialogProps) {
  const query = useInfiniteQuery(resultChanges(seasonId, eventId))
  const { data, error, refetch, isFetching } = query
  return (
    <Dialog title="Who changed it" isOpen onClose={onClose}>
      {data ? (
        <>
          <ol className="grid">
            {data.pages
              .flatMap(({ changes }) => changes)
              .map(({ id, at, by, kind, homeScore, awayScore, forfeitSide, note }) => (
                <li key={id} className="grid gap-0.5 border-t border-line py-3">
                  <p className="wrap-anywhere">
                    <span className="font-strong">{by?.name ?? 'Someone'}</span> {verbs[kind]}: {homeScore} to {awayScore}
                    {forfeitSide && `, ${names[forfeitSide]} did not show up`}
                  </p>
                  {note && <p className="wrap-anywhere">“{note}”</p>}
                  <p className="text-small text-soft">{formatIn(undefined, undefined, moment).format(at)}</p>
                </li>
              ))}
          </ol>
          <ShowMore query={query} />
        </>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the changes">
          <SkeletonText lines={3} />
        </Loading>
      )}
    </Dialog>
  )
}
