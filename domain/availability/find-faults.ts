import { dayNumberOf, minutesOf } from '../time/clock.ts'
import type { DateDialog, DraftTimeRange } from './drafts.ts'

export const maxRangesPerDay = 12
export const maxDates = 366

export const faultLabels = {
  required: 'Enter a time.',
  endTimeBeforeStartTime: 'The end must be later than the start.',
  overlappingTimes: 'Overlapping times with another range.',
  rangeRequired: 'Add at least one range, or choose “Unavailable all day”.',
  dateTaken: 'This date is already in your list.',
  tooManyDates: `You can have up to ${maxDates} dates. Remove one first.`,
} as const
export type RangeFault = {
  index: number
  field: 'startTime' | 'endTime'
  code: 'required' | 'endTimeBeforeStartTime' | 'overlappingTimes'
}

/** Finds the errors in a day's ranges, sorted by range. Ranges that only touch do not overlap. */
export function findFaults({ timeRanges }: { readonly timeRanges: readonly DraftTimeRange[] }): RangeFault[] {
  const faults: RangeFault[] = []
  const validRanges: { index: number; start: number; end: number }[] = []
  for (const [index, { startTime, endTime }] of timeRanges.entries()) {
    const start = minutesOf(startTime)
    const end = minutesOf(endTime)
    if (start === null) faults.push({ index, field: 'startTime', code: 'required' })
    if (end === null) faults.push({ index, field: 'endTime', code: 'required' })
    if (start === null || end === null) continue
    if (end > start) validRanges.push({ index, start, end })
    else faults.push({ index, field: 'endTime', code: 'endTimeBeforeStartTime' })
  }
  for (const index of findOverlapping(validRanges)) faults.push({ index, field: 'startTime', code: 'overlappingTimes' })
  return faults.sort((a, b) => a.index - b.index)
}

/** The indexes of all ranges that overlap another one. Sorted by start, each range is compared with the one that ends last so far. */
function findOverlapping(ranges: readonly { index: number; start: number; end: number }[]): Set<number> {
  const overlapping = new Set<number>()
  let furthest: (typeof ranges)[number] | undefined
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    if (furthest && range.start < furthest.end) overlapping.add(furthest.index).add(range.index)
    if (!furthest || range.end > furthest.end) furthest = range
  }
  return overlapping
}

export type DateDialogFault =
  | RangeFault
  | { field: 'date'; code: 'required' | 'dateTaken' | 'tooManyDates' }
  | { field: 'timeRanges'; code: 'rangeRequired' }

/** `takenDates` are the dates of the other entries, so the edited entry may keep its own date. */
export function findDateFaults(dialog: DateDialog, takenDates: readonly string[]): DateDialogFault[] {
  const faults: DateDialogFault[] = []
  if (dayNumberOf(dialog.date ?? '') === null) faults.push({ field: 'date', code: 'required' })
  else if (dialog.date !== null && takenDates.includes(dialog.date)) faults.push({ field: 'date', code: 'dateTaken' })
  else if (takenDates.length >= maxDates) faults.push({ field: 'date', code: 'tooManyDates' })
  if (dialog.unavailableAllDay) return faults
  if (dialog.timeRanges.length === 0) faults.push({ field: 'timeRanges', code: 'rangeRequired' })
  return [...faults, ...findFaults(dialog)]
}
