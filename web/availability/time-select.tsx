import { readTypedTime } from '../../domain/availability/typed-time.ts'
import { minutesADay, minutesOf, timeText } from '../../domain/time/clock.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { durationWords, timeWords } from './time-words.ts'

type TimeSelectProps = {
  label: string
  value: string | null
  onChange: (time: string) => void
  /** For an end: the list begins after it and says how long the range would be. */
  after?: string | null
  isEnd?: boolean
  isInvalid: boolean
  describedBy: string | undefined
}

const step = 30
/** From where a list without a value yet is looked at. */
const usual = 17 * 60

/** A time of day in half hours from a list; any minute by typing. An end may be midnight, 24:00. */
export function TimeSelect({ label, value, onChange, after = null, isEnd = false, isInvalid, describedBy }: TimeSelectProps) {
  const from = isEnd ? (minutesOf(after) ?? 0) : null
  const option = (minutes: number) => {
    const time = timeText(minutes)
    const length = from === null ? 0 : minutes - from
    return { value: time, label: timeWords(time), ...(length > 0 && { hint: durationWords(length) }) }
  }
  const all = () => {
    const earliest = from === null ? 0 : Math.floor(from / step) * step + step
    const latest = isEnd ? minutesADay : minutesADay - step
    const steps = Array.from({ length: Math.floor((latest - earliest) / step) + 1 }, (_, i) => earliest + i * step)
    const current = minutesOf(value)
    if (current !== null && !steps.includes(current)) steps.push(current)
    return steps.sort((a, b) => a - b)
  }
  const meant = (typed: string) => {
    const near = minutesOf(value) ?? usual
    const midnight = isEnd ? minutesADay : 0
    const times = readTypedTime(typed).map((minutes) => (minutes % minutesADay === 0 ? midnight : minutes))
    return times.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))
  }
  return (
    <SearchSelect
      label={label}
      value={value}
      valueText={timeWords(value) || <span className="text-soft">Choose</span>}
      getOptions={(typed) => (typed.trim() === '' ? all() : meant(typed)).map(option)}
      onChange={onChange}
      placeholder="Or type a time"
      emptyText="Type a time such as 6:30 pm."
      isInvalid={isInvalid}
      describedBy={describedBy}
    />
  )
}
