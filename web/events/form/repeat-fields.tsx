import { useFormContext, useWatch } from 'react-hook-form'
import { maxOccurrences } from '../../../domain/events/form-contract.ts'
import { type FormValues, previewDates, type RepeatValues } from '../../../domain/events/form-values.ts'
import { type Weekday, weekdays } from '../../../domain/time/clock.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { shortDate } from './host-words.ts'
import { changed } from './when-fields.tsx'

const every = [
  { value: 'never', label: 'Never' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const

const units = { day: 'Days apart', week: 'Weeks apart', month: 'Months apart' } as const

const inOrder = (chosen: readonly Weekday[]) => weekdays.filter((weekday) => chosen.includes(weekday))

const weekdayLabel = (weekday: string) => weekday.slice(0, 1).toUpperCase() + weekday.slice(1, 3)

/** How it repeats, with the dates that come of it: each can be left out. */
export function RepeatFields({ last }: { last: string }) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [repeat, date] = useWatch({ control, name: ['repeat', 'date'] })
  const errors = formState.errors.repeat
  const set = (next: Partial<RepeatValues>) => setValue('repeat', { ...repeat, ...next }, changed)
  const toggle = <Item,>(list: readonly Item[], item: Item) => (list.includes(item) ? list.filter((one) => one !== item) : [...list, item])
  return (
    <>
      <Select label="Repeats" isLabelHidden value={repeat.every} options={every} onChange={(value) => set({ every: value })} />
      {repeat.every !== 'never' && (
        <>
          {repeat.every === 'week' && (
            <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
              <legend className="mb-1.5 text-small font-strong">On</legend>
              {weekdays.map((weekday) => (
                <ToggleChip
                  key={weekday}
                  isOn={repeat.weekdays.includes(weekday)}
                  onToggle={() => set({ weekdays: inOrder(toggle(repeat.weekdays, weekday)) })}
                >
                  {weekdayLabel(weekday)}
                </ToggleChip>
              ))}
            </fieldset>
          )}
          <div className="flex flex-wrap items-start gap-x-4 gap-y-4">
            <Stepper
              label={units[repeat.every]}
              value={repeat.interval}
              onChange={(interval) => set({ interval })}
              least={1}
              most={12}
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
                least={2}
                most={maxOccurrences}
                error={errors?.count?.message}
              />
            ) : (
              <DateField
                label="Last date"
                value={repeat.lastDate}
                onChange={(lastDate) => set({ lastDate })}
                first={date ?? last}
                last={last}
                error={errors?.lastDate?.message}
                className="w-56"
              />
            )}
          </div>
          <Dates date={date} repeat={repeat} onToggle={(one) => set({ except: toggle(repeat.except, one) })} />
        </>
      )}
      {(errors?.every?.message ?? errors?.message) && <FieldError>{errors?.every?.message ?? errors?.message}</FieldError>}
    </>
  )
}

type DatesProps = { date: string | null; repeat: RepeatValues; onToggle: (date: string) => void }

function Dates({ date, repeat, onToggle }: DatesProps) {
  const { dates } = previewDates(date, repeat)
  if (dates.length === 0) return null
  const played = dates.filter((one) => !repeat.except.includes(one)).length
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1.5 text-small font-strong">
        {played === 1 ? '1 game' : `${played} games`} <span className="font-normal text-soft">Tap a date to skip it.</span>
      </legend>
      <div className="flex flex-wrap gap-x-2 gap-y-2.5">
        {dates.map((one) => {
          const isPlayed = !repeat.except.includes(one)
          return (
            <ToggleChip key={one} isOn={isPlayed} onToggle={() => onToggle(one)} className={isPlayed ? '' : 'text-soft! line-through'}>
              {shortDate(one)}
            </ToggleChip>
          )
        })}
      </div>
    </fieldset>
  )
}
