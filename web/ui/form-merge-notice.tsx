import { type FieldValues, useWatch } from 'react-hook-form'
import type { AppForm } from './form.tsx'
import { MergeNotice } from './merge-notice.tsx'

type FormMergeNoticeProps<Input extends FieldValues, Output> = {
  form: Pick<AppForm<Input, Output>, 'control' | 'getValues' | 'conflict' | 'chooseSide'>
  className?: string
}

/** Shows what was saved elsewhere in the meantime, above the button of the form. */
export function FormMergeNotice<Input extends FieldValues, Output>({ form, className }: FormMergeNoticeProps<Input, Output>) {
  useWatch({ control: form.control })
  return <MergeNotice conflict={form.conflict} values={form.getValues()} onChoose={form.chooseSide} className={className} />
}
