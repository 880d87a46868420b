import { memo } from 'react'
import type { Page } from '../../../domain/forms/content.ts'
import { FieldCell } from './field-cell.tsx'
import { FieldGrid } from './question.tsx'

/** The fields of one page. Each decides by itself whether it is shown. */
export const PageFields = memo(function PageFields({ page }: { page: Page }) {
  return (
    <FieldGrid>
      {page.fields.map((field) => (
        <FieldCell key={field.id} field={field} group={null} row={null} />
      ))}
    </FieldGrid>
  )
})
