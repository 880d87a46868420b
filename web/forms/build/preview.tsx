import { useQuery } from '@tanstack/react-query'
import type { FormContent } from '../../../domain/forms/content.ts'
import { FormPreview } from '../fill/form-preview.tsx'
import { formSettings } from '../settings/queries.ts'
import { useBuilder } from './view.ts'

/** A page of the form as a phone shows it. It can be tried, and nothing is sent. */
export function Preview(form: { content: FormContent; pageId: string }) {
  const { formId, feeBasisPoints } = useBuilder()
  // Saving the settings loads them again.
  const settings = useQuery({ ...formSettings(formId), staleTime: Number.POSITIVE_INFINITY })
  return (
    <section aria-label="Preview" className="rounded-[2rem] border border-line bg-paper p-5 shadow-card">
      <FormPreview {...form} feeBasisPoints={feeBasisPoints} layout={settings.data?.layout ?? 'pages'} />
    </section>
  )
}
