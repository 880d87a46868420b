import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { SaveAnswers } from '../../domain/forms/fill-contract.ts'
import { formLinkDuration } from '../../domain/forms/limits.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { formLinks, submissions } from './schema.ts'

const [link, other] = [alias(formLinks, 'other_link'), alias(submissions, 'other')]

/** SQL value: how many emails about forms an address without an account got since yesterday. Anybody can enter any address. */
export const countMailsTo = (emailKey: SQLWrapper, at: SQLWrapper | number): SQL => sql`((SELECT count(*) FROM ${submissions} ${other}
    WHERE ${other.emailKey} = ${emailKey} AND ${other.emailKey} IS NOT NULL AND ${other.sentAt} BETWEEN ${at} - ${day} AND ${at})
  + (SELECT count(*) FROM ${formLinks} ${link} WHERE ${link.emailKey} = ${emailKey} AND ${link.mailedAt} BETWEEN ${at} - ${day} AND ${at}))`

/** Only this hash of the secret in the link is stored. */
export const hashResumeKey = (formId: string, key: string) => hashSecret('form link', formId, key)

/** What was begun, for whoever has the link. Another secret finds nothing. */
export const selectLinkDraft = (db: Database, keyHash: string, now: number) =>
  db
    .select({ answers: formLinks.answers, savedAt: formLinks.savedAt })
    .from(formLinks)
    .where(and(eq(formLinks.keyHash, keyHash), sql`${formLinks.savedAt} > ${now - formLinkDuration}`))

export const deleteLink = (db: Database, keyHash: string) => db.delete(formLinks).where(eq(formLinks.keyHash, keyHash))

/** Keeps what somebody has entered after they opened their link, and says when. A tab that has not seen the newest answers overwrites nothing. */
export async function saveLinkAnswers(
  db: Database,
  now: number,
  formId: string,
  { answers, savedAt }: Pick<SaveAnswers, 'answers' | 'savedAt'>,
  key: string,
): Promise<number> {
  const isTheirs = eq(formLinks.keyHash, await hashResumeKey(formId, key))
  const { saved, found } = await runBatch(db, {
    saved: db
      .update(formLinks)
      .set({ answers, savedAt: sql`max(${now}, ${formLinks.savedAt} + 1)` })
      .where(and(isTheirs, sql`${formLinks.savedAt} = ${savedAt}`)),
    found: db.select({ savedAt: formLinks.savedAt }).from(formLinks).where(isTheirs),
  })
  const [link] = found.rows
  if (!link) throw formNotFound()
  if (saved.changes === 0) throw new AppError('AnswersChangedElsewhere')
  return link.savedAt
}

const maxDeletedAtOnce = 500

/** Runs every minute. */
export const deleteOldFormLinks = (db: Database, now: number) => {
  const old = sql`SELECT ${link.keyHash} FROM ${formLinks} ${link} WHERE ${link.savedAt} <= ${now - formLinkDuration} LIMIT ${maxDeletedAtOnce}`
  return write(db, db.delete(formLinks).where(sql`${formLinks.keyHash} IN (${old})`))
}
