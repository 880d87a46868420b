import type { RawAnswers } from './answers.ts'
import type { StoredAnswers } from './decide.ts'
import type { FormIndex } from './index-content.ts'
import { childKey } from './name-fields.ts'
import { nameInRow, signedKey } from './signed-before.ts'
import type { SignedBefore } from './submission-contract.ts'

/** What `decide` needs to know about waivers that were signed before. */
export const signedKeys = (signed: readonly Pick<SignedBefore, 'field' | 'forWhom'>[]): ReadonlySet<string> =>
  new Set(signed.map(({ field, forWhom }) => signedKey(field, forWhom)))

/** What was not asked in stored answers, because it was signed before: by the signer for themselves, and for those in the rows. */
export function listUsedSignings(index: FormIndex, answers: StoredAnswers, signed: readonly SignedBefore[]): SignedBefore[] {
  const isUsed = ({ field, forWhom }: SignedBefore) => {
    const group = index.fields.get(field)?.group
    if (!group || forWhom === '') return !group && forWhom === ''
    const rows = (answers[group.id] ?? []) as RawAnswers[]
    return rows.some((row) => row[field] === undefined && childKey(nameInRow(index, group, row)) === childKey(forWhom))
  }
  return signed.filter(isUsed)
}
