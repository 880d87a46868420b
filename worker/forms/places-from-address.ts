import { type SQL, sql } from 'drizzle-orm'
import { maxPlacesFromAddress } from '../../domain/forms/limits.ts'
import { type SubmissionState, submissionStates } from '../../domain/forms/submission-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { literalList } from '../platform/columns.ts'
import { submissions as s } from './schema.ts'

const open: readonly SubmissionState[] = ['paying', 'asked']
const others = submissionStates.filter((state) => !open.includes(state))

/**
 * Whether one network address may hold one more place of a form without an account. What is open counts until it is decided, and the rest for a
 * day: otherwise somebody could hold all places for an hour again and again. Its index has all that is read.
 */
export const mayHoldPlace = (formId: string, addressHash: string, now: number): SQL => {
  const count = (which: SQL) => sql`(SELECT count(*) FROM (SELECT 1 FROM ${s} WHERE ${s.formId} = ${formId}
    AND ${s.addressHash} = ${addressHash} AND ${s.addressHash} IS NOT NULL AND ${which} LIMIT ${maxPlacesFromAddress}))`
  return sql`${count(sql`${s.state} IN ${literalList(open)}`)}
    + ${count(sql`${s.state} IN ${literalList(others)} AND ${s.sentAt} > ${now - day}`)} < ${maxPlacesFromAddress}`
}
