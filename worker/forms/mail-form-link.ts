import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeSending } from '../../domain/forms/access.ts'
import type { MailFormLink } from '../../domain/forms/fill-contract.ts'
import { maxLinksFromAddress, maxLinksOfForm, maxMailsToAddress } from '../../domain/forms/limits.ts'
import { resumePath } from '../../domain/forms/paths.ts'
import type { FormNews } from '../../domain/mail/form-mails.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { countRequest, isWithin } from '../accounts/request-counts.ts'
import { makeMailToken } from '../accounts/secrets.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { hashFileSecret, isOwnFile } from './claim-files.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { countMailsTo, hashResumeKey } from './form-links.ts'
import { formFiles, formLinks, forms, formVersions } from './schema.ts'

/** Who asks for a link, and under which keys it is counted for the limits of a day. */
type LinkAsker = { viewer: FormViewer; counts: { ofForm: string; fromAddress: string } }

/**
 * Mails a link with which a person goes on with a form on any device, with the files that they have added. Whoever asks for it does not get the secret, because they could read what
 * the owner of the address enters later.
 */
export async function mailFormLink(
  db: Database,
  { now, platform }: Required<CommandContext>,
  { viewer, counts }: LinkAsker,
  formId: string,
  { email, answers, code, website, secret }: MailFormLink,
): Promise<void> {
  if (website !== '') throw new AppError('AnswersInvalid', { field: 'website' })
  const { form, settings } = await findForm(db, viewer, formId, { now, code })
  const refusal = judgeSending({ ...settings, isClosed: form.isClosed, closedAt: form.closedAt }, now)
  if (refusal) throw refusal
  const key = makeMailToken()
  const keyHash = await hashResumeKey(formId, key)
  const secretHash = secret === undefined ? null : await hashFileSecret(formId, secret)
  const emailKey = canonicalAddress(email)
  const data = sql`json_object('title', ${formVersions.content}->>'title', 'team', ${communities.name}, 'news', ${'begun' satisfies FormNews},
    'reason', NULL, 'path', ${resumePath(formId, { key, code })})`
  const isStored = sql`EXISTS (SELECT 1 FROM ${formLinks} WHERE ${formLinks.keyHash} = ${keyHash})`
  const hasRoom = sql`${isWithin(counts.ofForm, maxLinksOfForm - 1, now)} AND ${isWithin(counts.fromAddress, maxLinksFromAddress - 1, now)}`
  const { stored, limit } = await runBatch(db, {
    limit: select({ hasRoom: asBoolean }, sql`SELECT ${hasRoom} AS hasRoom`),
    stored: insertSelect(
      formLinks,
      { keyHash, formId: forms.id, emailKey, answers, mailedAt: now, savedAt: now },
      sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${countMailsTo(sql`${emailKey}`, now)} < ${maxMailsToAddress} AND ${hasRoom}`,
    ),
    counted: Object.values(counts).map((key) => countRequest(key, now, day, isStored)),
    // What is in an account stays with it.
    linked: updateSet(
      formFiles,
      { linkHash: keyHash },
      sql`WHERE ${formFiles.formId} = ${formId} AND ${formFiles.userId} IS NULL AND ${formFiles.submissionId} IS NULL AND ${isOwnFile(null, secretHash)}
        AND ${isStored}`,
    ),
    mailed: putRowsInOutbox(
      'mail',
      sql`SELECT 'form-link:' || ${formLinks.keyHash} AS id,
          json_object('platform', ${platform}, 'to', ${email}, 'template', json_object('name', 'form-news', 'data', ${data})) AS body
        FROM ${formLinks} JOIN ${forms} ON ${forms.id} = ${formLinks.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          JOIN ${formVersions} ON ${formVersions.formId} = ${forms.id} AND ${formVersions.number} = ${forms.publishedNumber}
        WHERE ${formLinks.keyHash} = ${keyHash}`,
      { now },
    ),
  })
  if (!limit.rows[0]?.hasRoom) throw new AppError('TooManyFormLinks')
  if (stored.changes === 0) throw new AppError('TooManyFormMails', { field: 'email' })
}
