import type { FormContent } from '../../../domain/forms/content.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import { isNameField, nameFieldsOf } from '../../../domain/forms/name-fields.ts'
import type { SubmissionRow } from '../../../domain/forms/submission-list-contract.ts'

/** The fields that have an answer for the viewer: what is asked, and what is computed. */
export const listAnswered = ({ content, hidden }: { content: FormContent; hidden: readonly string[] }): Field[] =>
  content.pages.flatMap(({ fields }) =>
    fields.filter((field) => (takesAnswer(field) || field.kind === 'computed') && !hidden.includes(field.id)),
  )

const shownAtFirst = 3

/** Most forms begin with a name, which the first column of the list shows already. */
export const pickFirstColumns = (fields: readonly Field[]): string[] => {
  const names = nameFieldsOf(fields.filter(isNameField))
  return fields
    .filter((field) => !names.includes(field))
    .slice(0, shownAtFirst)
    .map(({ id }) => id)
}

/** What a submission is called in lists. */
export const nameOf = ({ label, person, email }: Pick<SubmissionRow, 'label' | 'person' | 'email'>): string =>
  label || person?.name || email || 'Without a name'
