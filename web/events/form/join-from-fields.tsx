import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { maxJoinMinutes } from '../../../domain/events/form-contract.ts'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { addMinutes, minutesBetween } from '../../../domain/events/local-times.ts'
import { userEntitlements } from '../../../domain/payments/plans.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { Choice } from './fold-row.tsx'
import { changeOptions } from './when-fields.tsx'

const defaultMinutes = 2 * 24 * 60

/** When joining opens. It is as long before the start on each date of a series, and moves with the start. */
export function JoinFromFields() {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [date, time, joinMinutes, plusJoinsEarly] = useWatch({ control, name: ['date', 'time', 'joinMinutes', 'plusJoinsEarly'] })
  const start = date !== null && time !== null ? { date, time } : null
  const isLater = joinMinutes !== null
  const error = formState.errors.joinMinutes?.message ?? formState.errors.plusJoinsEarly?.message
  return (
    <>
      <Choice
        legend="Joining opens"
        name="joining"
        value={isLater ? 'later' : 'now'}
        options={[
          { value: 'now', label: 'Joining opens right away', hint: 'As soon as the game is published.' },
          { value: 'later', label: 'Joining opens later', hint: 'Until then, only hosts can join, and you can add players yourself.' },
        ]}
        onChange={(when) => {
          setValue('joinMinutes', when === 'now' ? null : defaultMinutes, changeOptions)
          if (when === 'now') setValue('plusJoinsEarly', false, changeOptions)
        }}
      />
      {isLater && start && (
        <OpeningFields
          key={`${start.date} ${start.time}`}
          start={start}
          opens={addMinutes(start, -joinMinutes)}
          onChange={(opens) => setValue('joinMinutes', minutesBetween(opens, start), changeOptions)}
        />
      )}
      {isLater && !start && <p className="text-small text-soft">First choose when the game starts.</p>}
      {error && <FieldError>{error}</FieldError>}
      {isLater && (
        <Switch
          label={`Member Plus may join ${userEntitlements['Member Plus'].joinsEarlyMinutes} minutes earlier`}
          hint="Member Plus is a plan that players can have."
          checked={plusJoinsEarly}
          onChange={({ target }) => setValue('plusJoinsEarly', target.checked, changeOptions)}
        />
      )}
    </>
  )
}

type OpeningFieldsProps = { start: LocalTime; opens: LocalTime; onChange: (opens: LocalTime) => void }

function OpeningFields({ start, opens, onChange }: OpeningFieldsProps) {
  const [typed, setTyped] = useState<{ date: string | null; time: string | null }>(opens)
  const change = (next: typeof typed) => {
    setTyped(next)
    if (next.date !== null && next.time !== null) onChange({ date: next.date, time: next.time })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField
        label="Opens on"
        value={typed.date}
        onChange={(date) => change({ ...typed, date })}
        minDate={addMinutes(start, -maxJoinMinutes).date}
        maxDate={start.date}
      />
      <TimeField
        label="Opens at"
        value={typed.time}
        onChange={(time) => change({ ...typed, time })}
        hint="In the time zone of the place."
      />
    </div>
  )
}
