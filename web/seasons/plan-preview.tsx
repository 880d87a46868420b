import { useState } from 'react'
import type { SeasonGroup } from '../../domain/seasons/contract.ts'
import type { MatchPlan } from '../../domain/seasons/planner-contract.ts'
import { plainSpaces, writeDate } from '../../domain/time/write-time.ts'

const moment = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

type PlanPreviewProps = { plan: MatchPlan; groups: readonly SeasonGroup[]; restDays: number }

const cellClasses = 'px-1 py-2.5 text-center align-top tabular-nums'

/** What a plan means for each side, in numbers, and its games. */
export function PlanPreview({ plan: { games, sides, timeZone }, groups, restDays }: PlanPreviewProps) {
  const [now] = useState(Date.now)
  const nameOf = (groupId: string) => groups.find(({ id }) => id === groupId)?.name ?? 'A group'
  const knowsFree = sides.some(({ free }) => free !== null)
  const hasLate = sides.some(({ late }) => late > 0)
  const restless = sides.filter((side) => side.restDays !== null && side.restDays < restDays)
  return (
    <div className="grid gap-5">
      <table className="w-full border-collapse text-left text-small">
        <caption className="mb-1 text-left text-body font-strong">How fair it is</caption>
        <thead>
          <tr className="border-b border-line text-soft">
            <th scope="col" className="py-2 font-medium">
              Side
            </th>
            <th scope="col" className="px-1 py-2 text-center font-medium">
              Games
            </th>
            <th scope="col" className="px-1 py-2 text-center font-medium">
              At home
            </th>
            <th scope="col" className="px-1 py-2 text-center font-medium">
              Rest days
            </th>
            {hasLate && (
              <th scope="col" className="px-1 py-2 text-center font-medium">
                Late
              </th>
            )}
            {knowsFree && (
              <th scope="col" className="px-1 py-2 text-center font-medium">
                Free
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sides.map((side) => (
            <tr key={side.groupId} className="border-b border-line">
              <th scope="row" className="py-2.5 pr-2 align-top font-strong wrap-anywhere">
                {nameOf(side.groupId)}
              </th>
              <td className={cellClasses}>{side.games}</td>
              <td className={cellClasses}>{side.home}</td>
              <td className={cellClasses}>{side.restDays ?? '–'}</td>
              {hasLate && <td className={cellClasses}>{side.late}</td>}
              {knowsFree && <td className={cellClasses}>{side.free === null ? '–' : `${side.free}%`}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="-mt-2 text-small text-soft">
        Rest days: the fewest days between two games.{hasLate && ' Late: games at the later starts.'}
        {knowsFree && ' Free: how many of the people who share their hours can come, on average.'}
        {restless.length > 0 &&
          ` There is no time for ${restDays} rest days for ${restless.map(({ groupId }) => nameOf(groupId)).join(', ')}.`}
      </p>
      <section aria-labelledby="planned-games">
        <h3 id="planned-games" className="mb-1 text-body font-strong">
          Games
        </h3>
        <ul aria-labelledby="planned-games" className="grid">
          {games.map(({ startsAt, homeGroupId, awayGroupId }) => (
            <li key={`${startsAt} ${homeGroupId}`} className="grid border-t border-line py-2.5">
              <span className="text-[0.8125rem] font-strong text-court">{plainSpaces(writeDate(startsAt, { timeZone, now }, moment))}</span>
              <span className="wrap-anywhere">
                {nameOf(homeGroupId)} against {nameOf(awayGroupId)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
