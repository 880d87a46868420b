import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { writeSignedWhen } from '../write-signed-before.ts'

/** The waivers that were not asked, because the sender had signed the same words before. */
export function SignedBeforeList({ content, signed }: Pick<Submission, 'content' | 'signed'>) {
  if (signed.length === 0) return null
  const labelOf = (id: string) => content.pages.flatMap(({ fields }) => fields).find((field) => field.id === id)?.label
  return (
    <dl aria-label="Signed before" className="grid gap-3.5 print:gap-1.5">
      {signed.map(({ field, ...when }) => (
        <div key={field}>
          <dt className="text-small text-soft wrap-anywhere">{labelOf(field)}</dt>
          <dd>{writeSignedWhen(when)}, with an earlier form</dd>
        </div>
      ))}
    </dl>
  )
}
