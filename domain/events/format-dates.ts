import { writeDate } from '../time/write-time.ts'
import { type EventPart, partLabels } from './event-part-names.ts'
import { listPartsLeftAlone } from './event-parts.ts'
import type { OtherDate, Scope } from './form-contract.ts'

/** "Dec 5", with the year if it is not the current one. */
export const formatShortDate = (at: number, { timeZone, now }: { timeZone: string; now: number }): string =>
  writeDate(at, { timeZone, now, locale: 'en-US' }, { month: 'short', day: 'numeric' })

/** The other dates of a series that a choice includes. */
export const listDatesIn = (scope: Scope, otherDates: readonly OtherDate[]): OtherDate[] =>
  scope === 'this' ? [] : otherDates.filter(({ isLater }) => scope === 'all' || isLater)

/** Says which dates keep their own values, and why: "Dec 5 has its own place and start time." */
export const listKeptDates = (dates: readonly OtherDate[], changed: readonly EventPart[], now: number): { id: string; text: string }[] =>
  dates.flatMap(({ id, startsAt, timeZone, own }) => {
    const kept = listPartsLeftAlone(changed, own)
    if (kept.length === 0) return []
    const parts = new Intl.ListFormat('en-US').format(kept.map((part) => partLabels[part]))
    return [{ id, text: `${formatShortDate(startsAt, { timeZone, now })} has its own ${parts}.` }]
  })
