import { minutesADay, minutesOf, weekdayNames } from '../time/clock.ts'
import { minute } from '../time/spans.ts'
import { plainSpaces, writeTime } from '../time/write-time.ts'
import { type BestSlot, endOfSlot } from './best-slots.ts'

const isWholeHour = (time: string) => (minutesOf(time) ?? 0) % 60 === 0

/** '18:00' as "6 PM", or as people write it in the language of `locale`. */
export function formatClock(time: string, locale?: string, withMinutes = !isWholeHour(time)): string {
  const instant = ((minutesOf(time) ?? 0) % minutesADay) * minute
  return writeTime(instant, 'UTC', withMinutes ? { hour: 'numeric', minute: '2-digit' } : { hour: 'numeric' }, locale)
}

/** "6–8 PM", "11 AM–1 PM", "6:30–8:30 PM". */
export function formatClockRange(startTime: string, endTime: string, locale?: string): string {
  const withMinutes = !isWholeHour(startTime) || !isWholeHour(endTime)
  const [start, end] = [formatClock(startTime, locale, withMinutes), formatClock(endTime, locale, withMinutes)]
  const [, half] = / ([AP]M)$/.exec(end) ?? []
  const isShared = half !== undefined && start.endsWith(` ${half}`)
  return plainSpaces(`${isShared ? start.slice(0, -` ${half}`.length) : start}–${end}`)
}

/** "Tuesdays 6–8 PM" */
const formatBestTime = ({ weekday, startTime }: Pick<BestSlot, 'weekday' | 'startTime'>, locale?: string): string =>
  `${weekdayNames[weekday]}s ${formatClockRange(startTime, endOfSlot(startTime), locale)}`

/** "Tuesdays 6–8 PM: 9 of 14 can play" */
export const formatBestSlot = (slot: BestSlot, sharing: number, locale?: string): string =>
  `${formatBestTime(slot, locale)}: ${slot.count} of ${sharing} can play`
