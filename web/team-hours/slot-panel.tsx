import { endOfSlot, slotMinutes } from '../../domain/team-hours/best-slots.ts'
import type { HoursFilter, TeamHours } from '../../domain/team-hours/contract.ts'
import { formatBestSlot, formatClock, formatClockRange } from '../../domain/team-hours/format-slot.ts'
import { describeCell, getHalfHour } from '../../domain/team-hours/make-grid.ts'
import { formatEventTime } from '../../domain/time/format-event-time.ts'
import { minute } from '../../domain/time/spans.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDatePart } from './format-cell.ts'
import { listFreePeople, type ReadHours } from './read-hours.ts'

const maxMissingNamed = 2

type SlotPanelProps = { team: TeamHours; hours: ReadHours; cell: number; filter: HoursFilter | null; viewerZone: string }

/** What the chosen half hour means for a game, and the button to host it. */
export function SlotPanel({ team, hours, cell, filter, viewerZone }: SlotPanelProps) {
  const { grid, counts, sharing, people } = hours
  const { date, time } = describeCell(grid, cell)
  const half = getHalfHour(grid, cell)
  const index = grid.cells[cell]
  const count = typeof index === 'number' ? (counts[index] ?? 0) : 0
  const free = listFreePeople(hours, cell)
  const missing = (people ?? []).filter((person) => !free.includes(person)).map(({ name }) => name)
  const viewerTime =
    half &&
    formatEventTime({
      startsAt: half.start,
      endsAt: half.start + slotMinutes * minute,
      venueZone: team.timeZone,
      viewerZone,
      now: team.now,
    }).viewerTime
  return (
    <Card isRaised className="grid gap-3 p-3.5 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center sm:p-5.5">
      <div aria-live="polite" className="grid gap-0.5 max-sm:text-small sm:gap-2">
        <h2 className="text-title">
          {formatDatePart(date, 'weekday')}, {formatClock(time)}
        </h2>
        <p className="text-small text-soft">
          {formatDatePart(date, 'shortMonthDay')}, {formatClockRange(time, endOfSlot(time))}
          {viewerTime && ` · ${viewerTime}`}
        </p>
        <p>
          {people ? (
            <>
              <b>
                {free.length} of {sharing}
              </b>{' '}
              can play two hours.{' '}
              {free.length > 0 && missing.length > 0 && missing.length <= maxMissingNamed && `Only ${missing.join(' and ')} cannot.`}
            </>
          ) : (
            <>
              <b>
                {count} of {sharing}
              </b>{' '}
              are free at {formatClock(time)}.
            </>
          )}
        </p>
      </div>
      {free.length > 0 && <AvatarStack faces={free} max={6} className="max-sm:hidden" />}
      <LinkButton variant="primary" to={writeHostLink(team, { date, time, filter })}>
        <span>
          Host a game<span className="max-sm:sr-only"> here</span>
        </span>
      </LinkButton>
    </Card>
  )
}

/** The game form with the start filled in. For people who may host for the community, also with it and with those who are free. */
function writeHostLink(
  { team, timeZone, hasOwnZone, mayHost, people }: TeamHours,
  { date, time, filter }: { date: string; time: string; filter: HoursFilter | null },
): string {
  const query = new URLSearchParams({ date, time, minutes: String(slotMinutes) })
  if (mayHost) query.set('team', team.id)
  if (mayHost && people) query.set('invite', filter ?? 'everyone')
  if (mayHost && !hasOwnZone) query.set('zone', timeZone)
  return `/create/event?${query}`
}

type BestSlotListProps = { hours: ReadHours; minCount: number; onSelect: (slot: TeamHours['best'][number]) => void }

/** The best times of the week in words. They also say to screen readers what the colors say. */
export function BestSlotList({ hours: { best, sharing }, minCount, onSelect }: BestSlotListProps) {
  const shown = best.filter(({ count }) => count >= minCount)
  return (
    <section aria-labelledby="best-times" className="grid gap-1">
      <h2 id="best-times" className="text-lead">
        Best times every week
      </h2>
      {shown.length === 0 ? (
        <p className="text-small text-soft">
          There is no time at which {minCount > 1 ? `${minCount} people` : 'anyone'} can play every week.
        </p>
      ) : (
        <ol className="grid">
          {shown.map((slot) => (
            <li key={`${slot.weekday} ${slot.startTime}`} className="border-t border-line first:border-t-0">
              <button type="button" onClick={() => onSelect(slot)} className="min-h-11 w-full py-2 text-left text-small hover:text-court">
                {formatBestSlot(slot, sharing)}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
