import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { type EditPart, type Edits, fieldsPart, isSameValue, mergeEdits } from '../../../domain/merge-edits.ts'
import { keepKnown, rowsOf, withFirstRows } from './fit-answers.ts'

/** Answers as the server keeps them, or as they were sent. `savedAt` is their version; null: the server has none yet. */
export type SavedAnswers = { answers: RawAnswers; savedAt: number | null }

type Merged = {
  answers: RawAnswers
  /** Some answers are from elsewhere. */
  hasTheirs: boolean
  /** Some answers are only here. */
  hasMine: boolean
}

/** A field that was changed here since `base` keeps its answer. All others get the answer from elsewhere. */
export function mergeAnswers(index: FormIndex, { base, mine, theirs }: { base: RawAnswers; mine: RawAnswers; theirs: RawAnswers }): Merged {
  const toForm = (answers: RawAnswers) => withFirstRows(index, keepKnown(index, answers))
  const edits = { base: toForm(base), mine, theirs: toForm(theirs) }
  const parts = index.content.pages.flatMap(({ fields }) => fields.filter(takesAnswer).map(partOf))
  const { merged, incoming } = mergeEdits(parts, edits)
  const hasTheirs = incoming.length > 0
  const hasMine = parts.some((part) => !isSameValue(part.valueOf(merged), part.valueOf(edits.theirs)))
  return { answers: hasTheirs ? merged : mine, hasTheirs, hasMine }
}

const partOf = ({ id, kind }: Field): EditPart<RawAnswers> => ({
  ...fieldsPart<RawAnswers>([id]),
  ...(kind === 'group' && { combine: (edits) => combineRows(id, edits) }),
})

/** Rows that both sides have are merged field by field, and rows that either side has added stay. If one side has removed a row, ours stay. */
function combineRows(group: string, { base, mine, theirs }: Edits<RawAnswers> & { base: RawAnswers }): RawAnswers | null {
  const [before, own, others] = [rowsOf(base, group), rowsOf(mine, group), rowsOf(theirs, group)]
  if (own.length < before.length || others.length < before.length) return null
  const rows = own.map((row, at) => mergeRow(before[at], row, others[at]))
  const added = others.slice(before.length).filter((row) => !own.some((one) => isSameValue(one, row)))
  return { ...mine, [group]: [...rows, ...added] }
}

/** A row that was added here is in no other answers. */
const mergeRow = (before: RawAnswers | undefined, own: RawAnswers, other: RawAnswers | undefined): RawAnswers =>
  before && other
    ? Object.fromEntries(Object.keys({ ...own, ...other }).map((id) => [id, isSameValue(own[id], before[id]) ? other[id] : own[id]]))
    : own
