import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { Select } from '../../ui/select.tsx'
import { formatLeaveDeadline } from './format-event-form.ts'
import { changeOptions } from './when-fields.tsx'

const hour = 60
const commonDeadlines = [0, hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 7 * 24 * hour]

export function LeaveField() {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const minutes = useWatch({ control, name: 'leaveMinutes' })
  const choices = commonDeadlines.includes(minutes) ? commonDeadlines : [...commonDeadlines, minutes].sort((a, b) => a - b)
  return (
    <Select
      label="Deadline to leave"
      hint="Players can still leave after that, but you will see that they left late."
      value={String(minutes)}
      options={choices.map((choice) => ({ value: String(choice), label: formatLeaveDeadline(choice) }))}
      onChange={(value) => setValue('leaveMinutes', Number(value), changeOptions)}
      error={formState.errors.leaveMinutes?.message}
    />
  )
}
