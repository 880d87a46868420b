import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { Select } from '../../ui/select.tsx'
import { askableForms } from './host-queries.ts'
import { changeOptions } from './when-fields.tsx'

const none = 'none'

/** The form that players fill after they have joined, such as a waiver. Only a community has forms. */
export function FormField({ teamId }: { teamId: string }) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const formId = useWatch({ control, name: 'formId' })
  const { data, isError } = useQuery(askableForms(teamId))
  const forms = data?.forms ?? []
  const isKnown = formId === null || forms.some(({ id }) => id === formId)
  return (
    <Select
      label="Ask for a form"
      hint={hintOf(isError, data !== undefined && forms.length === 0)}
      value={formId ?? none}
      options={[
        { value: none, label: 'No form' },
        ...forms.map(({ id, title }) => ({ value: id, label: title })),
        // It may be closed now, or this host may not see it.
        ...(isKnown ? [] : [{ value: formId, label: 'The form of this game' }]),
      ]}
      onChange={(id) => setValue('formId', id === none ? null : id, changeOptions)}
      error={formState.errors.formId?.message}
    />
  )
}

function hintOf(isError: boolean, hasNone: boolean): string {
  if (isError) return 'We could not load the forms of this community.'
  if (hasNone) return 'This community has no open form yet.'
  return 'For example a waiver. Players fill it after they have joined, and check-in shows who has not.'
}

/** What the closed row says. */
export function FormName({ teamId, formId }: { teamId: string; formId: string | null }) {
  // Without a form there is no name to look up.
  const { data } = useQuery({ ...askableForms(teamId), enabled: formId !== null })
  if (formId === null) return 'No form'
  return data?.forms.find(({ id }) => id === formId)?.title ?? 'A form of the community'
}
