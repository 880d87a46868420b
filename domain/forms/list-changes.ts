import type { FormContent } from './content.ts'
import type { Field, GroupField, InnerField } from './fields.ts'
import { shownKinds } from './fields.ts'
import { maxListedChanges } from './limits.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * What was changed in a submission, in words. `field` is the id of a field, also of one in a group; then `row` counts from 1. Without a field it is a
 * tag, or what was told to the sender. What cannot be said in words, such as a drawn signature, has the same words before and after.
 */
export type EventChange = { field: string | null; row: number | null; before: string; after: string }

/** A tag, a reason or a message. */
export const aboutWords = (words: string): EventChange => ({ field: null, row: null, before: '', after: words })

/** Each answer is cut off after so many characters. */
const maxWritten = 200

type Answers = Readonly<Record<string, unknown>>

const cut = (text: string) => (text.length > maxWritten ? `${text.slice(0, maxWritten - 1)}…` : text)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const rowsOf = (answer: unknown): readonly Answers[] =>
  Array.isArray(answer) ? answer.filter((row) => typeof row === 'object' && row) : []

/** The rows that were removed, added or changed, with their number: that of now, or for a removed row that of before. */
function pairRows(before: readonly Answers[], after: readonly Answers[]): { row: number; old: Answers; now: Answers }[] {
  const [removed, added] = [[...before.entries()], [...after.entries()]]
  for (const [index, old] of before.entries()) {
    const same = added.findIndex(([, now]) => isSame(old, now))
    if (same === -1) continue
    added.splice(same, 1)
    removed.splice(
      removed.findIndex(([one]) => one === index),
      1,
    )
  }
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, place) => {
    const [was, is] = [removed[place], added[place]]
    return { row: (is?.[0] ?? was?.[0] ?? 0) + 1, old: was?.[1] ?? {}, now: is?.[1] ?? {} }
  })
}

/** The answers that two versions of a submission do not share, in the order of the form. */
export function listChanges(content: Pick<FormContent, 'pages' | 'payment'>, before: Answers, after: Answers): EventChange[] {
  const currency = content.payment?.currency ?? null
  const changeOf = (field: InnerField | Field, row: number | null, old: Answers, now: Answers): EventChange[] => {
    if (shownKinds.includes(field.kind) || isSame(old[field.id], now[field.id])) return []
    const write = (answers: Answers) => cut(writeAnswer(field, answers[field.id], currency))
    return [{ field: field.id, row, before: write(old), after: write(now) }]
  }
  const inGroup = ({ id, fields }: GroupField): EventChange[] =>
    pairRows(rowsOf(before[id]), rowsOf(after[id])).flatMap(({ row, old, now }) =>
      fields.flatMap((field) => changeOf(field, row, old, now)),
    )
  return content.pages
    .flatMap(({ fields }) => fields)
    .flatMap((field) => (field.kind === 'group' ? inGroup(field) : changeOf(field, null, before, after)))
    .slice(0, maxListedChanges)
}
