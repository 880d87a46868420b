import { type SQL, sql } from 'drizzle-orm'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import type { MessageInsert, Statement } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { type Mail, mailSenders, sent } from './notify-of-submission.ts'
import { submissionKeys, submissions } from './schema.ts'

/** The secret of the link in one email. */
export type MailLink = { submissionId: string; key: string; keyHash: string }

export async function makeMailLink(submissionId: string): Promise<MailLink> {
  const key = makeMailToken()
  return { submissionId, key, keyHash: await hashSecret(key) }
}

/** The rows of `link` are the links. */
const linkRows = (links: readonly MailLink[]): SQL => sql`json_each(${JSON.stringify(links)}) link`

/** Stores the links of emails to those senders without an account for whom `which` holds, so that the links open their submissions. */
export const storeLinks = (links: readonly MailLink[], which: SQL, now: number): Statement =>
  insertSelect(
    submissionKeys,
    { keyHash: sql`link.value->>'keyHash'`, submissionId: sent.id, createdAt: now },
    sql`FROM ${linkRows(links)} CROSS JOIN ${submissions} ${sent} ON ${sent.id} = link.value->>'submissionId'
      WHERE ${sent.userId} IS NULL AND ${sent.emailKey} IS NOT NULL AND ${which}`,
  )

/** Whether this is the hash of a key in a later email about a submission. */
export const isMailedKey = (submissionId: SQL, keyHash: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${submissionKeys} WHERE ${submissionKeys.keyHash} = ${keyHash} AND ${submissionKeys.submissionId} = ${submissionId})`

/**
 * Mails senders without an account, each with a link that opens what they have sent. We store only hashes of keys, so an earlier link cannot be
 * mailed again, and each email gets a key of its own. The earlier ones stay valid: all of them went to the same mailbox, and people open whichever
 * email they find.
 */
export const mailLinks = (
  links: readonly MailLink[],
  which: SQL,
  id: SQL,
  mail: Omit<Mail, 'path'> & { now: number },
): (Statement | MessageInsert)[] => {
  const isMailed = sql`${sent.userId} IS NULL AND ${which}`
  const key = sql`(SELECT link.value->>'key' FROM ${linkRows(links)} WHERE link.value->>'submissionId' = ${sent.id})`
  return [
    mailSenders(isMailed, id, { ...mail, path: sql`'/form/' || ${sent.formId} || '/' || ${sent.id} || '?key=' || ${key}` }),
    storeLinks(links, which, mail.now),
  ]
}
