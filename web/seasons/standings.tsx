import { useQuery } from '@tanstack/react-query'
import type { SeasonTable } from '../../domain/seasons/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { formatBehind } from './format-ahead.ts'
import { seasonTable } from './queries.ts'

type StandingsProps = {
  seasonId: string
  /** The group of the viewer. Its row is highlighted. */
  ownGroupId: string | null
  now: number
}

const numberClasses = 'w-10 px-1 py-3 text-center align-top tabular-nums sm:w-16'
const headingClasses = 'py-2.5 text-small font-medium text-soft'

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')

/** The table of a season. Under a row stands why it is behind the one above. */
export function Standings({ seasonId, ownGroupId, now }: StandingsProps) {
  const { data, error, refetch, isFetching } = useQuery(seasonTable(seasonId))
  if (!data) {
    return error ? (
      <ErrorNotice title="We could not load the table" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading label="Loading the table">
        {['first', 'second', 'third'].map((row) => (
          <Skeleton key={row} className="my-4 h-5" />
        ))}
      </Loading>
    )
  }
  if (data.rows.length === 0) return <p className="text-soft">The table appears as soon as the season has groups.</p>
  return <StandingsTable rows={data.rows} ownGroupId={ownGroupId} now={now} />
}

function StandingsTable({ rows, ownGroupId, now }: Pick<SeasonTable, 'rows'> & Pick<StandingsProps, 'ownGroupId' | 'now'>) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Table</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={joinClasses(headingClasses, 'w-9 sm:w-11')}>
            <span className="sr-only">Place</span>
          </th>
          <th scope="col" className={headingClasses}>
            Side
          </th>
          <NumberHeading name="Played" short="P" />
          <NumberHeading name="Won" short="W" />
          <NumberHeading name="Lost" short="L" />
          <NumberHeading name="+/−" short="+/−" className="max-sm:hidden" />
          <NumberHeading name="Points" short="Pts" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const { id, place, name, played, won, lost, scored, conceded, points } = row
          const behind = formatBehind(rows, index, now)
          const isOwn = id === ownGroupId
          return (
            <tr key={id} className={joinClasses('border-b border-line', isOwn && 'bg-court-wash')}>
              <td className="py-3 text-center align-top tabular-nums">{place}</td>
              <th scope="row" className="py-3 pr-2 align-top font-normal">
                <span className="font-strong wrap-anywhere">{name}</span>
                {isOwn && <span className="sr-only"> (your side)</span>}
                {behind && <span className="block text-small text-soft wrap-anywhere">{behind}</span>}
              </th>
              <td className={numberClasses}>{played}</td>
              <td className={numberClasses}>{won}</td>
              <td className={numberClasses}>{lost}</td>
              <td className={joinClasses(numberClasses, 'max-sm:hidden')}>{signed(scored - conceded)}</td>
              <td className={joinClasses(numberClasses, 'font-strong')}>{points}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** On a phone, the table shows a short name. Screen readers always read the whole one. */
const NumberHeading = ({ name, short, className }: { name: string; short: string; className?: string }) => (
  <th scope="col" className={joinClasses(headingClasses, 'w-10 px-1 text-center sm:w-16', className)}>
    <span className="sr-only">{name}</span>
    <span aria-hidden="true" className="sm:hidden">
      {short}
    </span>
    <span aria-hidden="true" className="max-sm:hidden">
      {name}
    </span>
  </th>
)
