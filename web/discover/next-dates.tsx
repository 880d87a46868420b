import { formatNextDates } from './format-event.ts'

type NextDatesProps = {
  /** An answer that an older version kept for offline use may have no dates. */
  of: { nextDates?: readonly number[]; timeZone: string }
  /** The number of all dates, if it is known. */
  count?: number
  className?: string
}

/** The next dates of a series, below its title. Nothing for a single game. */
export function NextDates({ of: { nextDates = [], timeZone }, count, className = 'truncate' }: NextDatesProps) {
  if (nextDates.length === 0) return null
  return <span className={`text-small text-soft ${className}`}>{formatNextDates({ nextDates, timeZone }, Date.now(), count)}</span>
}
