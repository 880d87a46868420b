import { Link } from 'react-router'
import type { DeletionPlan } from '../../domain/accounts/deletion.ts'
import { writeDate } from '../../domain/time/write-time.ts'

/** Other people's money, which must be settled before its host can go. Nothing if there is none. */
export function MoneyToWaitFor({ games, disputes }: Pick<DeletionPlan, 'games' | 'disputes'>) {
  if (games.length === 0 && disputes === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-body">People have paid you</h3>
      {games.length > 0 && (
        <>
          <p className="text-small text-soft">
            You can delete your account once these games are over, or cancelled. A cancelled game gives the money back.
          </p>
          <ul className="mt-2 grid grid-cols-[minmax(0,1fr)]">
            {games.map(({ id, title, startsAt, timeZone, path }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-3.5">
                <Link to={path} className="min-w-0 font-strong hover:text-court">
                  {title}
                </Link>
                <span className="text-small text-soft">
                  {writeDate(startsAt, { timeZone, now: Date.now() }, { month: 'long', day: 'numeric' })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {disputes > 0 && (
        <p className="text-small text-soft">
          {disputes === 1 ? 'A bank has not decided about 1 payment to you.' : `Banks have not decided about ${disputes} payments to you.`}{' '}
          You can delete your account after that.{' '}
          <Link to="/settings?tab=payments" className="underline underline-offset-3 hover:text-ink">
            Open disputes
          </Link>
        </p>
      )}
    </div>
  )
}
