import type { Attendance } from '../../domain/seasons/pattern-contract.ts'
import { type Weekday, weekdays } from '../../domain/time/clock.ts'
import { ToggleChip } from '../ui/chip.tsx'

const dayNames: Record<Weekday, string> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}
const lengths = [30, 45, 60, 90, 120, 180, 240] as const

const formatLength = (minutes: number) => (minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`)

export const lengthOptions = lengths.map((minutes) => ({ value: String(minutes), label: formatLength(minutes) }))

export const attendanceOptions: { value: Attendance; label: string }[] = [
  { value: 'joined', label: 'Have a seat, and can leave' },
  { value: 'invited', label: 'Are invited, and answer' },
]

export function WeekdayChips({ days, onChange }: { days: readonly Weekday[]; onChange: (days: readonly Weekday[]) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-strong">Weekdays</legend>
      <div className="flex flex-wrap gap-2">
        {weekdays.map((day) => (
          <ToggleChip
            key={day}
            isOn={days.includes(day)}
            onToggle={() => onChange(days.includes(day) ? days.filter((other) => other !== day) : [...days, day])}
          >
            {dayNames[day]}
          </ToggleChip>
        ))}
      </div>
    </fieldset>
  )
}
