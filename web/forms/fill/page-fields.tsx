import { memo, useId } from 'react'
import type { Page } from '../../../domain/forms/content.ts'
import { FieldCell } from './field-cell.tsx'
import { FieldGrid } from './question.tsx'

type PageFieldsProps = {
  page: Page
  /** Its title stands above it, because other pages are shown too. */
  hasTitle?: boolean
}

/** The fields of one page. Each decides by itself whether it is shown. */
export const PageFields = memo(function PageFields({ page, hasTitle = false }: PageFieldsProps) {
  const id = useId()
  const fields = (
    <FieldGrid>
      {page.fields.map((field) => (
        <FieldCell key={field.id} field={field} group={null} row={null} />
      ))}
    </FieldGrid>
  )
  if (!hasTitle || page.title === '') return fields
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 id={id} className="text-title wrap-anywhere">
        {page.title}
      </h2>
      {fields}
    </section>
  )
})
