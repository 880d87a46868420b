import type { StoredAnswers } from '../../../domain/forms/decide.ts'
import { indexContent } from '../../../domain/forms/index-content.ts'
import { signedKey } from '../../../domain/forms/signed-before.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { listUsedSignings } from '../../../domain/forms/used-signings.ts'
import { writeSignedWhen } from '../write-signed-before.ts'

/** The waivers that were not asked, because the sender had signed the same words before. */
export function SignedBeforeList({ content, answers, signed }: Pick<Submission, 'content' | 'answers' | 'signed'>) {
  const index = indexContent(content)
  const used = listUsedSignings(index, answers as StoredAnswers, signed)
  if (used.length === 0) return null
  return (
    <dl aria-label="Signed before" className="grid gap-3.5 print:gap-1.5">
      {used.map(({ field, forWhom, ...when }) => (
        <div key={signedKey(field, forWhom)}>
          <dt className="text-small text-soft wrap-anywhere">
            {index.fields.get(field)?.field.label}
            {forWhom !== '' && `, for ${forWhom}`}
          </dt>
          <dd>{writeSignedWhen(when)}, with an earlier form</dd>
        </div>
      ))}
    </dl>
  )
}
