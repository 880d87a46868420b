import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { openOnCard } from '../../domain/events/standing.ts'
import { levelLabel, ratingOf } from '../../domain/profiles/levels.ts'
import { dayNumberOf } from '../../domain/time/clock.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { writeTime } from '../../domain/time/write-time.ts'

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** "Sat 7:00 AM" by the clocks there; with its date beyond this week, and with the zone where it is another than here. */
export function timeWords({ startsAt, timeZone }: Pick<DiscoverEvent, 'startsAt' | 'timeZone'>, now: number): string {
  const dayOf = (at: number) => dayNumberOf(instantToLocal(at, timeZone).date) ?? 0
  const days = dayOf(startsAt) - dayOf(now)
  const isOtherYear = instantToLocal(startsAt, timeZone).date.slice(0, 4) !== instantToLocal(now, timeZone).date.slice(0, 4)
  const day =
    days >= 0 && days < 7
      ? { weekday: 'short' as const }
      : {
          weekday: 'short' as const,
          month: 'short' as const,
          day: 'numeric' as const,
          ...(isOtherYear ? { year: 'numeric' as const } : {}),
        }
  const isElsewhere = writeTime(startsAt, timeZone, clock) !== writeTime(startsAt, ownZone(), clock)
  const name = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : writeTime(startsAt, timeZone, day)
  return `${name} ${writeTime(startsAt, timeZone, isElsewhere ? { ...clock, timeZoneName: 'short' } : clock)}`
}

/** "3.0 to 3.5", "Beginner to intermediate", "Any level". */
export function levelWords({ activity, levelMin, levelMax }: Pick<DiscoverEvent, 'activity' | 'levelMin' | 'levelMax'>): string {
  if (levelMin === null && levelMax === null) return 'Any level'
  // Half a level has two words; of a range the outer ones say it.
  const name = (level: number, round: (level: number) => number) => ratingOf(activity, level) ?? levelLabel(activity, round(level))
  if (levelMin === null) return `Up to ${name(levelMax ?? 5, Math.ceil).toLowerCase()}`
  if (levelMax === null) return `${name(levelMin, Math.floor)} and up`
  const [least, most] = [name(levelMin, Math.floor), name(levelMax, Math.ceil)]
  return least === most ? least : `${least} to ${most.toLowerCase()}`
}

export const milesWords = (miles: number | null): string | null =>
  miles === null ? null : miles < 1 ? 'under a mile' : `about ${Math.round(miles)} mi`

const few = 3
const numbers = ['No', 'One', 'Two', 'Three']

/** The one thing that speaks most for it, or against. */
export function hintWords(event: DiscoverEvent, now: number): string {
  const { mine, waiting, reasons } = event
  const left = openOnCard(event)
  if (event.endsAt <= now) return mine === 'going' ? 'You were in' : ''
  if (mine === 'going') return 'You are in'
  if (event.startsAt <= now) return 'On now'
  if (mine === 'waiting' || mine === 'asked') return mine === 'asked' ? 'You asked to join' : 'You are in line'
  if (mine === 'offered') return 'A seat is yours to take'
  if (left === 0) return waiting > 0 ? `Waitlist of ${waiting}` : 'Full'
  if (reasons.includes('youCanPlay')) return 'Fits when you can play'
  if (reasons.includes('yourLevel')) return 'Your level'
  if (left <= few) return `${numbers[left]} ${left === 1 ? 'seat' : 'seats'} left`
  return ''
}
