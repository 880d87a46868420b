import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { Choice } from './fold-row.tsx'
import { changed } from './when-fields.tsx'

const usualTime = '09:00'

/** When others can see it: as soon as it is put up, or at a time by the viewer's own clock. */
export function ShownFields({ today, last }: { today: string; last: string }) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const publishAt = useWatch({ control, name: 'publishAt' })
  const error = formState.errors.publishAt?.message
  const [typed, setTyped] = useState<{ date: string | null; time: string | null }>(publishAt ?? { date: today, time: usualTime })
  const take = (next: typeof typed) => {
    setTyped(next)
    if (next.date !== null && next.time !== null) setValue('publishAt', { date: next.date, time: next.time }, changed)
  }
  return (
    <>
      <Choice
        legend="When others can see it"
        name="publishing"
        value={publishAt ? 'later' : 'now'}
        options={[
          { value: 'now', label: 'Right away', hint: 'As soon as you publish it.' },
          {
            value: 'later',
            label: 'Later',
            hint: 'We publish it for you. Until then, people need the link, and you can already invite people.',
          },
        ]}
        onChange={(when) => {
          if (when === 'now') setValue('publishAt', null, changed)
          else take({ date: typed.date ?? today, time: typed.time ?? usualTime })
        }}
      />
      {publishAt && (
        <div className="grid grid-cols-2 gap-3">
          <DateField label="Publish on" value={typed.date} onChange={(date) => take({ ...typed, date })} first={today} last={last} />
          <TimeField label="At" value={typed.time} onChange={(time) => take({ ...typed, time })} hint="In your time zone." />
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </>
  )
}
