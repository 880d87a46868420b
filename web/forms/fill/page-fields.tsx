import { lazy, memo, Suspense, useId } from 'react'
import type { Page } from '../../../domain/forms/content.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FieldCell } from './field-cell.tsx'
import { FieldGrid } from './question.tsx'

/** Most forms are filled for the first time. */
const FoldedFields = lazy(async () => ({ default: (await import('./folded-fields.tsx')).FoldedFields }))

type PageFieldsProps = {
  page: Page
  /** Its title stands above it, because other pages are shown too. */
  hasTitle?: boolean
  /** Some of its fields are folded, because the person said the same last season. */
  hasFolded?: boolean
}

/** The fields of one page. Each decides by itself whether it is shown. */
export const PageFields = memo(function PageFields({ page, hasTitle = false, hasFolded = false }: PageFieldsProps) {
  const id = useId()
  const fields = hasFolded ? (
    <Suspense fallback={<Skeleton className="h-18" />}>
      <FoldedFields page={page} />
    </Suspense>
  ) : (
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
