import type { FormContent } from '../../../domain/forms/content.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import type { SubmissionRow } from '../../../domain/forms/submission-contract.ts'

/** The fields that have an answer: what is asked, and what is computed. */
export const listAnswered = ({ pages }: FormContent): Field[] =>
  pages.flatMap(({ fields }) => fields.filter((field) => takesAnswer(field) || field.kind === 'computed'))

const shownAtFirst = 3

/** Most forms begin with a name, which the first column of the list shows already. */
export const pickFirstColumns = (fields: readonly Field[]): string[] => {
  const label = fields.find(({ kind }) => kind === 'shortText')
  return fields
    .filter((field) => field !== label)
    .slice(0, shownAtFirst)
    .map(({ id }) => id)
}

/** What a submission is called in lists. */
export const nameOf = ({ label, person, email }: Pick<SubmissionRow, 'label' | 'person' | 'email'>): string =>
  label || person?.name || email || 'Without a name'
