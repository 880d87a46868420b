import type { EventCard } from '../events/contract.ts'
import { openOnCard } from '../events/standing.ts'
import { dayNumberOf, minutesOf, weekdayOf } from '../time/clock.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import type { DiscoverFilters } from './filter-contract.ts'

type Wanted = Pick<
  DiscoverFilters,
  'from' | 'to' | 'weekdays' | 'withoutWeekdays' | 'timeOfDay' | 'withoutTimeOfDay' | 'level' | 'seatsLeft' | 'withoutActivities'
>

/** Whether what is asked for beyond place and activity holds, by the clocks where the game is. */
export function matchesFilters(event: EventCard, wanted: Wanted): boolean {
  const { date, time } = instantToLocal(event.startsAt, event.timeZone)
  const weekday = weekdayOf(dayNumberOf(date) ?? 0)
  const minutes = minutesOf(time) ?? 0
  const within = ({ from, to }: { from: number; to: number }) => minutes >= from && minutes < to
  return (
    (wanted.from === null || date >= wanted.from) &&
    (wanted.to === null || date <= wanted.to) &&
    (wanted.weekdays.length === 0 || wanted.weekdays.includes(weekday)) &&
    !wanted.withoutWeekdays.includes(weekday) &&
    (wanted.timeOfDay === null || within(wanted.timeOfDay)) &&
    !(wanted.withoutTimeOfDay !== null && within(wanted.withoutTimeOfDay)) &&
    !wanted.withoutActivities.some((activity) => activity === event.activity) &&
    (wanted.level === null || meetsLevel(event, wanted.level)) &&
    (wanted.seatsLeft === null || openOnCard(event) >= wanted.seatsLeft)
  )
}

/** Ranges that meet anywhere; a game without levels is for everyone. */
export const meetsLevel = ({ levelMin, levelMax }: Pick<EventCard, 'levelMin' | 'levelMax'>, { min, max }: { min: number; max: number }) =>
  (levelMin ?? 1) <= max && (levelMax ?? 5) >= min

/** Whether anything has to be asked of each game beyond where, when and what it is. */
export const asksMore = (wanted: Wanted): boolean =>
  wanted.weekdays.length > 0 ||
  wanted.withoutWeekdays.length > 0 ||
  wanted.withoutActivities.length > 0 ||
  [wanted.timeOfDay, wanted.withoutTimeOfDay, wanted.level, wanted.seatsLeft].some((filter) => filter !== null)
