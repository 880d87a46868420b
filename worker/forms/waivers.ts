import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { FormContent } from '../../domain/forms/content.ts'
import { signedKey } from '../../domain/forms/signed-before.ts'
import type { SignedBefore } from '../../domain/forms/submission-contract.ts'
import { listWaivers, type Signing } from '../../domain/forms/waivers.ts'
import { write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { forms, formWaivers as fw, submissions as s, signedWaivers } from './schema.ts'

const w = alias(signedWaivers, 'w')
const maxDeletedAtOnce = 500
/** Whoever has signed more, for many children and in many years, is asked again for the oldest. */
const maxSignedRead = 500

async function hashWords(words: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Stores which waivers a version has that is published in the same batch. A version that is there already keeps its own. */
export async function insertWaivers(content: FormContent, isPublished: SQL): Promise<SQL> {
  const waivers = await Promise.all(listWaivers(content).map(async ({ words, ...waiver }) => ({ ...waiver, hash: await hashWords(words) })))
  return insertSelect(
    fw,
    {
      ...{ formId: forms.id, version: forms.publishedNumber, fieldId: sql`waiver.value->>'field'`, wordsHash: sql`waiver.value->>'hash'` },
      isForEveryone: sql`waiver.value->>'isForEveryone'`,
    },
    sql`FROM ${forms} CROSS JOIN json_each(${JSON.stringify(waivers)}) waiver WHERE ${isPublished} ON CONFLICT DO NOTHING`,
  )
}

/** A parent signs for a child, who is a guest: this never counts for the parent. */
const forWhom = sql`iif(${s.guestId} IS NULL OR ${s.userId} IS NULL, signing.value->>'forWhom',
  coalesce(nullif(signing.value->>'forWhom', ''), nullif(${s.label}, ''), 'A child'))`

/** Writes down what was signed with a submission. What was signed with it before in the same way stays as it is. */
export const insertSignings = (submissionId: string, signings: readonly Signing[], { now, when = sql`1` }: { now: number; when?: SQL }) =>
  insertSelect(
    signedWaivers,
    {
      id: sql`${s.id} || ':' || ${s.revision} || ':' || ${fw.fieldId} || ':' || (signing.value->>'row')`,
      ...{ teamId: forms.teamId, formId: s.formId, version: s.version, fieldId: fw.fieldId, submissionId: s.id, wordsHash: fw.wordsHash },
      ...{ userId: s.userId, emailKey: s.emailKey, signer: s.label, signedAt: now },
      ...{ forWhom, row: sql`signing.value->>'row'` },
      ...{ signature: sql`signing.value->'signature'`, expiresAt: sql`signing.value->>'expiresAt'` },
    },
    sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} CROSS JOIN json_each(${JSON.stringify(signings)}) signing
      JOIN ${fw} ON ${fw.formId} = ${s.formId} AND ${fw.version} = ${s.version} AND ${fw.fieldId} = signing.value->>'field'
      WHERE ${s.id} = ${submissionId} AND ${when} AND NOT EXISTS (SELECT 1 FROM ${signedWaivers} ${w}
        WHERE ${w.submissionId} = ${s.id} AND ${w.fieldId} = ${fw.fieldId} AND ${w.row} = signing.value->>'row'
          AND ${w.forWhom} = ${forWhom} AND ${w.signature} = signing.value->'signature')
      ON CONFLICT DO NOTHING`,
  )

const signedFields = { version: fw.version, field: fw.fieldId, forWhom: w.forWhom, signedAt: w.signedAt, expiresAt: w.expiresAt }

/**
 * Whoever signed in a row of a group has meant who is named there, so it counts in rows with this name. What was signed for a child with a whole form
 * counts nowhere else.
 */
const countsAt = (time: SQL | number) => sql`(${w.row} = 0) = (${w.forWhom} = '') AND (${w.expiresAt} IS NULL OR ${w.expiresAt} > ${time})`
const isSameWords = sql`${w.teamId} = ${forms.teamId} AND ${w.wordsHash} = ${fw.wordsHash}`

/** The waivers of the published version, and of another one, that a person has signed before with any form of the community. */
export const selectSigned = (formId: string, userId: string, version: number, now: number) =>
  selectFields(
    signedFields,
    sql`FROM ${forms} CROSS JOIN ${fw} ON ${fw.formId} = ${forms.id} AND ${fw.version} IN (${version}, ${forms.publishedNumber})
      CROSS JOIN ${signedWaivers} ${w} ON ${w.userId} = ${userId} AND ${w.userId} IS NOT NULL AND ${isSameWords}
      WHERE ${forms.id} = ${formId} AND ${countsAt(now)} ORDER BY ${w.signedAt} DESC LIMIT ${maxSignedRead}`,
  )

/** The waivers that its sender had signed already when they sent a submission. What a parent has signed does not count for a child. */
export const selectSignedBefore = (submissionId: string) =>
  selectFields(
    signedFields,
    sql`FROM ${s} CROSS JOIN ${forms} ON ${forms.id} = ${s.formId} CROSS JOIN ${fw} ON ${fw.formId} = ${s.formId} AND ${fw.version} = ${s.version}
      CROSS JOIN ${signedWaivers} ${w} ON ${w.userId} = ${s.userId} AND ${w.userId} IS NOT NULL AND ${isSameWords}
      WHERE ${s.id} = ${submissionId} AND ${s.guestId} IS NULL AND ${w.signedAt} < ${s.sentAt} AND ${countsAt(sql`${s.sentAt}`)}
      ORDER BY ${w.signedAt} DESC LIMIT ${maxSignedRead}`,
  )

type SignedRow = SignedBefore & { version: number }

const lastsLonger = (a: SignedBefore, b: SignedBefore) => b.expiresAt !== null && (a.expiresAt === null || a.expiresAt > b.expiresAt)

/** One for each waiver of this version and each child: the one that counts longest. */
export function listSignedBefore(rows: readonly SignedRow[], version: number): SignedBefore[] {
  const byKey = new Map<string, SignedBefore>()
  for (const { version: of, ...signed } of rows) {
    const key = signedKey(signed.field, signed.forWhom)
    const known = byKey.get(key)
    if (of === version && (!known || lastsLonger(signed, known))) byKey.set(key, signed)
  }
  return [...byKey.values()]
}

/** A waiver is kept to its date. */
export async function deleteExpiredWaivers(db: Database, now: number): Promise<void> {
  const expired = sql`SELECT ${w.id} FROM ${signedWaivers} ${w} WHERE ${w.expiresAt} <= ${now} AND ${w.expiresAt} IS NOT NULL
    ORDER BY ${w.expiresAt} LIMIT ${maxDeletedAtOnce}`
  await write(db, sql`DELETE FROM ${signedWaivers} WHERE ${signedWaivers.id} IN (${expired})`)
}
