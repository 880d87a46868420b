import { formatClock } from '../team-hours/format-slot.ts'
import { dayNumberOf } from '../time/clock.ts'
import type { EventForm, Scope } from './form-contract.ts'
import { splitLocalTime } from './local-times.ts'

type Change = Record<'before' | 'after', Pick<EventForm, 'starts'>>

/** How each of several dates of a series moves with the edited one: "Each game moves 2 days later, to 6:30 PM." Null if the start stays. */
function describeMove({ before, after }: Change): string | null {
  const [from, to] = [splitLocalTime(before.starts), splitLocalTime(after.starts)]
  const days = (dayNumberOf(to.date) ?? 0) - (dayNumberOf(from.date) ?? 0)
  const time = from.time === to.time ? null : formatClock(to.time, 'en-US')
  if (days === 0) return time && `Each game moves to ${time}.`
  const span = Math.abs(days) === 1 ? 'a day' : `${Math.abs(days)} days`
  return `Each game moves ${span} ${days > 0 ? 'later' : 'earlier'}${time ? `, to ${time}` : ''}.`
}

/** What a change means for the other dates of the series, for each choice of dates. */
export function describeScopes(change: Change): Record<Scope, string> {
  const move = describeMove(change)
  return {
    this: 'The other dates do not change.',
    following: move ? `${move} Earlier dates do not change.` : 'Earlier dates do not change.',
    all: move ?? 'Each game gets what you changed now, and nothing else.',
  }
}
