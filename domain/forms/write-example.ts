import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import type { DryRun } from './dry-run.ts'
import type { Field } from './fields.ts'
import { listFields } from './index-content.ts'
import { nameQuotes } from './name-quotes.ts'
import { writeAnswer } from './write-answer.ts'

const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null

/** "Division: U10, Age: 12": each answer with the name of its field. Of the rows of a group, all of which are alike, it has the first. */
function writeExample(content: FormContent, answers: RawAnswers): string {
  const currency = content.payment?.currency ?? null
  const write = (field: Field, answer: unknown): string => {
    const text = writeAnswer(field, answer, currency)
    return text === '' ? '' : `${field.label}: ${text}`
  }
  const texts = nameQuotes(content)
    .pages.flatMap(listFields)
    .map(({ field, group }) => {
      if (group !== null) {
        const rows = answers[group.id]
        const row: unknown = Array.isArray(rows) ? rows[0] : undefined
        return isRow(row) ? write(field, row[field.id]) : ''
      }
      return field.kind === 'group' ? '' : write(field, answers[field.id])
    })
  return texts.filter((text) => text !== '').join(', ')
}

export type Way = { id: string; answers: string }

/** One way to each field and ending that not everybody gets to. */
export const listWays = (content: FormContent, { fields, endings }: Pick<DryRun, 'fields' | 'endings'>): Way[] =>
  [...fields, ...endings].flatMap(([id, reach]) => {
    const answers = reach.is === 'reached' ? writeExample(content, reach.answers) : ''
    return answers === '' ? [] : [{ id, answers }]
  })
