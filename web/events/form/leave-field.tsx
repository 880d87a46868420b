import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { Select } from '../../ui/select.tsx'
import { leaveWords } from './host-words.ts'
import { changed } from './when-fields.tsx'

const hour = 60
const usual = [0, hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 7 * 24 * hour]

export function LeaveField() {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const minutes = useWatch({ control, name: 'leaveMinutes' })
  const choices = usual.includes(minutes) ? usual : [...usual, minutes].sort((a, b) => a - b)
  return (
    <Select
      label="Deadline to leave"
      hint="People can still leave after that. You will see that they left late."
      value={String(minutes)}
      options={choices.map((choice) => ({ value: String(choice), label: leaveWords(choice) }))}
      onChange={(value) => setValue('leaveMinutes', Number(value), changed)}
      error={formState.errors.leaveMinutes?.message}
    />
  )
}
