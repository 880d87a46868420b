import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { Choice } from './fold-row.tsx'
import { changeOptions } from './when-fields.tsx'

const defaultTime = '09:00'

/** When the game is published: as soon as the host presses Publish, or at a later time in the host's time zone. */
export function PublishTimeFields({ today, last }: { today: string; last: string }) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const publishAt = useWatch({ control, name: 'publishAt' })
  const error = formState.errors.publishAt?.message
  const [typed, setTyped] = useState<{ date: string | null; time: string | null }>(publishAt ?? { date: today, time: defaultTime })
  const change = (next: typeof typed) => {
    setTyped(next)
    if (next.date !== null && next.time !== null) setValue('publishAt', { date: next.date, time: next.time }, changeOptions)
  }
  return (
    <>
      <Choice
        legend="When to publish"
        name="publishing"
        value={publishAt ? 'later' : 'now'}
        options={[
          { value: 'now', label: 'Right away', hint: 'As soon as you press Publish.' },
          {
            value: 'later',
            label: 'Later',
            hint: 'We publish it for you at the time you choose. Until then, only people with the link can see it, and you can already invite people.',
          },
        ]}
        onChange={(when) => {
          if (when === 'now') setValue('publishAt', null, changeOptions)
          else change({ date: typed.date ?? today, time: typed.time ?? defaultTime })
        }}
      />
      {publishAt && (
        <div className="grid grid-cols-2 gap-3">
          <DateField label="Publish on" value={typed.date} onChange={(date) => change({ ...typed, date })} minDate={today} maxDate={last} />
          <TimeField label="At" value={typed.time} onChange={(time) => change({ ...typed, time })} hint="In your time zone." />
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </>
  )
}
