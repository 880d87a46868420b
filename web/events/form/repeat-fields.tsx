import { useFormContext, useWatch } from 'react-hook-form'
import { maxOccurrences } from '../../../domain/events/form-contract.ts'
import { type FormValues, previewDates, type RepeatValues } from '../../../domain/events/form-values.ts'
import { dayNumberOf, type Weekday, weekdayOf, weekdays } from '../../../domain/time/clock.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { formatShortDate } from './format-event-form.ts'
import { changeOptions } from './when-fields.tsx'

const frequencyOptions = [
  { value: 'never', label: 'Never' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const

const intervalLabels = { day: 'Days apart', week: 'Weeks apart', month: 'Months apart' } as const

const sortWeekdays = (chosen: readonly Weekday[]) => weekdays.filter((weekday) => chosen.includes(weekday))

const weekdayLabel = (weekday: string) => weekday.slice(0, 1).toUpperCase() + weekday.slice(1, 3)

/** How a game repeats, and the dates that result. The host can skip single dates. */
export function RepeatFields({ last }: { last: string }) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [repeat, date] = useWatch({ control, name: ['repeat', 'date'] })
  const errors = formState.errors.repeat
  const set = (next: Partial<RepeatValues>) => setValue('repeat', { ...repeat, ...next }, changeOptions)
  const toggle = <Item,>(list: readonly Item[], item: Item) =>
    list.includes(item) ? list.filter((other) => other !== item) : [...list, item]
  const startDay = date === null ? null : weekdayOf(dayNumberOf(date) ?? 0)
  // While the host chooses no days, the game repeats on the day of its first date.
  const chosenDays = repeat.weekdays.length > 0 || startDay === null ? repeat.weekdays : [startDay]
  const toggleDay = (weekday: Weekday) => {
    const next = sortWeekdays(toggle(chosenDays, weekday))
    set({ weekdays: next.length === 1 && next[0] === startDay ? [] : next })
  }
  return (
    <>
      <Select label="Repeats" isLabelHidden value={repeat.every} options={frequencyOptions} onChange={(value) => set({ every: value })} />
      {repeat.every !== 'never' && (
        <>
          {repeat.every === 'week' && (
            <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
              <legend className="mb-1.5 text-small font-strong">On</legend>
              {weekdays.map((weekday) => (
                <ToggleChip key={weekday} isOn={chosenDays.includes(weekday)} onToggle={() => toggleDay(weekday)}>
                  {weekdayLabel(weekday)}
                </ToggleChip>
              ))}
            </fieldset>
          )}
          <div className="flex flex-wrap items-start gap-x-4 gap-y-4">
            <Stepper
              label={intervalLabels[repeat.every]}
              value={repeat.interval}
              onChange={(interval) => set({ interval })}
              min={1}
              max={12}
              error={errors?.interval?.message}
            />
            <Select
              label="Ends"
              value={repeat.ends}
              options={[
                { value: 'count', label: 'After a number of dates' },
                { value: 'date', label: 'On a date' },
              ]}
              onChange={(ends) => set({ ends })}
              className="w-48"
            />
            {repeat.ends === 'count' ? (
              <Stepper
                label="Times"
                value={repeat.count}
                onChange={(count) => set({ count })}
                min={2}
                max={maxOccurrences}
                error={errors?.count?.message}
              />
            ) : (
              <DateField
                label="Last date"
                value={repeat.lastDate}
                onChange={(lastDate) => set({ lastDate })}
                minDate={date ?? last}
                maxDate={last}
                error={errors?.lastDate?.message}
                className="w-56"
              />
            )}
          </div>
          <DateChips date={date} repeat={repeat} onToggle={(skipped) => set({ except: toggle(repeat.except, skipped) })} />
        </>
      )}
      {(errors?.every?.message ?? errors?.message) && <FieldError>{errors?.every?.message ?? errors?.message}</FieldError>}
    </>
  )
}

type DateChipsProps = { date: string | null; repeat: RepeatValues; onToggle: (date: string) => void }

function DateChips({ date, repeat, onToggle }: DateChipsProps) {
  const { dates } = previewDates(date, repeat)
  if (dates.length === 0) return null
  const gameCount = dates.filter((day) => !repeat.except.includes(day)).length
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 text-small font-strong">
        {gameCount === 1 ? '1 game' : `${gameCount} games`} <span className="font-normal text-soft">Tap a date to skip it.</span>
      </legend>
      <div className="flex flex-wrap gap-x-2 gap-y-2.5">
        {dates.map((day) => {
          const isIncluded = !repeat.except.includes(day)
          return (
            <ToggleChip key={day} isOn={isIncluded} onToggle={() => onToggle(day)} className={isIncluded ? '' : 'text-soft! line-through'}>
              {formatShortDate(day)}
            </ToggleChip>
          )
        })}
      </div>
    </fieldset>
  )
}
