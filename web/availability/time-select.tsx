import { readTypedTime } from '../../domain/availability/read-typed-time.ts'
import { minutesADay, minutesOf, timeText } from '../../domain/time/clock.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { formatDuration, formatTime } from './format-time.ts'

type TimeSelectProps = {
  label: string
  value: string | null
  onChange: (time: string) => void
  /** For an end time: the list starts after this time and shows the length of the range. */
  after?: string | null
  isEnd?: boolean
  isInvalid: boolean
  describedBy: string | undefined
}

const step = 30
/** The time the list scrolls to when no value is chosen yet, in minutes. */
const defaultMinutes = 17 * 60

/** Selects a time of day: half hours from a list, or any minute by typing. An end time may be midnight, 24:00. */
export function TimeSelect({ label, value, onChange, after = null, isEnd = false, isInvalid, describedBy }: TimeSelectProps) {
  const rangeStart = isEnd ? (minutesOf(after) ?? 0) : null
  const toOption = (minutes: number) => {
    const time = timeText(minutes)
    const length = rangeStart === null ? 0 : minutes - rangeStart
    return { value: time, label: formatTime(time), ...(length > 0 && { hint: formatDuration(length) }) }
  }
  const listTimes = () => {
    const first = rangeStart === null ? 0 : Math.floor(rangeStart / step) * step + step
    const last = isEnd ? minutesADay : minutesADay - step
    const steps = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step)
    const current = minutesOf(value)
    if (current !== null && !steps.includes(current)) steps.push(current)
    return steps.sort((a, b) => a - b)
  }
  const readTimes = (typed: string) => {
    const reference = minutesOf(value) ?? defaultMinutes
    const midnight = isEnd ? minutesADay : 0
    const times = readTypedTime(typed).map((minutes) => (minutes % minutesADay === 0 ? midnight : minutes))
    return times.sort((a, b) => Math.abs(a - reference) - Math.abs(b - reference))
  }
  return (
    <SearchSelect
      label={label}
      value={value}
      valueText={formatTime(value) || <span className="text-soft">Choose</span>}
      getOptions={(typed) => (typed.trim() === '' ? listTimes() : readTimes(typed)).map(toOption)}
      onChange={onChange}
      placeholder="Or type a time"
      emptyText="Type a time, like 6:30 PM."
      isInvalid={isInvalid}
      describedBy={describedBy}
    />
  )
}
