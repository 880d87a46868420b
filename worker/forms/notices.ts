import { and, eq, sql } from 'drizzle-orm'
import { isApproved } from '../../domain/forms/access.ts'
import {
  formChangedNotice,
  formExportedNotice,
  formFilledNotice,
  formMessageNotice,
  formMissingNotice,
  formPartNotice,
  formRefundedNotice,
  formReminderNotice,
  formSentNotice,
  formWithdrawnNotice,
  submissionDecidedNotice,
} from '../../domain/forms/notices.ts'
import { owesMoney } from '../../domain/forms/payment.ts'
import { isByHand } from '../../domain/orders/contract.ts'
import { people } from '../accounts/shared.ts'
import { maxNotifiedAtOnce, noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { firstOf, isOfRequest, otherPart } from './export-parts.ts'
import { mailSent } from './notify-of-submission.ts'
import { isOwedPart } from './part-reminders.ts'
import { requesterMay } from './private-answers.ts'
import { formExports, forms, submissionParts, submissionPayments, submissionRefunds, submissions } from './schema.ts'

const selectSubmission = (submissionId: string) =>
  selectFields(
    {
      ...{ submissionId: submissions.id, formId: submissions.formId, state: submissions.state, userId: submissions.userId },
      ...{ total: submissions.total, owed: submissions.owed, currency: submissions.currency, missing: submissions.missing },
      ...{ teamId: forms.teamId, title: forms.title, team: communities.name },
    },
    sql`FROM ${submissions} JOIN ${forms} ON ${forms.id} = ${submissions.formId}
      JOIN ${communities} ON ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL WHERE ${submissions.id} = ${submissionId}`,
  )

const selectOrganizers = (db: Database, submissionId: string) =>
  db
    .select({ id: communityMembers.userId })
    .from(submissions)
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .innerJoin(communityMembers, and(eq(communityMembers.teamId, forms.teamId), mayDo(communityMembers, 'forms.manage')))
    .where(and(eq(submissions.id, submissionId), sql`${communityMembers.userId} IS NOT ${submissions.userId}`))
    .limit(maxNotifiedAtOnce)

const selectPart = (db: Database, submissionId: string, number: number) =>
  db
    .select({ amount: submissionParts.amount, dueOn: submissionParts.dueOn, currency: submissions.currency, state: submissions.state })
    .from(submissionParts)
    .innerJoin(submissions, eq(submissions.id, submissionParts.submissionId))
    .where(isOwedPart(submissionId, number))

/** How many parts of the same request could not be made. */
const failedParts = sql<number>`(SELECT count(*) FROM ${formExports} ${otherPart}
  WHERE ${isOfRequest(formExports.formId, firstOf(formExports))} AND ${otherPart.state} = 'failed')`

export const formNotices: Renderers<
  | 'form-sent'
  | 'form-changed'
  | 'form-withdrawn'
  | 'submission-decided'
  | 'form-part-due'
  | 'form-refunded'
  | 'form-reminder'
  | 'form-message'
  | 'form-exported'
  | 'form-filled'
> = {
  'form-part-due': async ({ submissionId, part, at }, { db, now }) => {
    const { found, owed } = await runBatch(db, { found: selectSubmission(submissionId), owed: selectPart(db, submissionId, part) })
    const [[sent], [row]] = [found.rows, owed.rows]
    if (!sent || sent.userId === null || row?.state !== 'accepted' || row.dueOn === null || row.currency === null) return noDeliveries
    const { amount, currency, dueOn } = row
    return notifyOne(formPartNotice({ ...sent, part, amount, currency, dueOn }, { at, now }), sent.userId)
  },
  'form-reminder': async ({ submissionId, at }, { db }) => {
    const sent = await readFirst(db, selectSubmission(submissionId))
    if (!sent || sent.userId === null) return noDeliveries
    if (sent.state === 'asked' && sent.missing !== null) return notifyOne(formMissingNotice(sent, at), sent.userId)
    const { owed, currency } = sent
    if (currency === null || owed === 0 || !owesMoney(sent.state)) return noDeliveries
    return notifyOne(formReminderNotice({ ...sent, amount: owed, currency, isPlaceHeld: sent.state === 'paying' }, at), sent.userId)
  },
  'form-message': async ({ submissionId, ...message }, { db }) => {
    const sent = await readFirst(db, selectSubmission(submissionId))
    return sent && sent.userId !== null ? notifyOne(formMessageNotice(sent, message), sent.userId) : noDeliveries
  },
  'form-refunded': async ({ refundId }, { db }) => {
    const found = await readFirst(
      db,
      db
        .select({
          ...{ amount: submissionRefunds.amount, reason: submissionRefunds.reason, state: submissionRefunds.state },
          stripeId: submissionRefunds.stripeId,
          ...{ currency: submissionPayments.currency, userId: submissionPayments.userId, title: submissionPayments.title },
          ...{ formId: submissionPayments.formId, submissionId: submissionPayments.submissionId },
          team: sql<string>`${communities.name}`.as('team_name'),
          deletedAt: sql<number | null>`${people.deletedAt}`.as('person_deleted_at'),
        })
        .from(submissionRefunds)
        .innerJoin(submissionPayments, eq(submissionPayments.id, submissionRefunds.submissionPaymentId))
        .innerJoin(communities, eq(communities.id, submissionPayments.teamId))
        .innerJoin(people, eq(people.id, submissionPayments.userId))
        .where(eq(submissionRefunds.id, refundId)),
    )
    if (found?.state !== 'sent' || found.reason === 'bank' || found.userId === null || found.deletedAt !== null) return noDeliveries
    const { userId, reason, ...facts } = found
    return notifyOne(formRefundedNotice({ refundId, reason, isByHand: isByHand(found), ...facts }), userId)
  },
  'form-exported': async ({ exportId }, { db }) => {
    const found = await readFirst(
      db,
      db
        .select({
          ...{ userId: formExports.userId, formId: forms.id, teamId: forms.teamId, title: forms.title },
          ...{ part: formExports.part, failed: failedParts.as('failed_parts') },
        })
        .from(formExports)
        .innerJoin(forms, eq(forms.id, formExports.formId))
        .where(and(eq(formExports.id, exportId), requesterMay('forms.manage'))),
    )
    if (!found) return noDeliveries
    const { userId, part, ...facts } = found
    return notifyOne(formExportedNotice({ exportId, ...facts, inParts: part.inParts ?? null }), userId)
  },
  'form-filled': async ({ submissionId }, { db }) => {
    const sent = await readFirst(db, selectSubmission(submissionId))
    if (!sent || sent.userId === null || !['asked', 'accepted'].includes(sent.state)) return noDeliveries
    return notifyOne(formFilledNotice(sent, sent.missing !== null), sent.userId)
  },
  'form-changed': async ({ submissionId, at }, { db }) => {
    const { found, organizers } = await runBatch(db, {
      found: selectSubmission(submissionId),
      organizers: selectOrganizers(db, submissionId),
    })
    const [sent] = found.rows
    if (!sent || !isApproved(sent.state, { needsApproval: true })) return noDeliveries
    return { deliveries: [{ ...formChangedNotice(sent, at), to: organizers.rows.map(({ id }) => id) }] }
  },
  'form-withdrawn': async ({ submissionId }, { db }) => {
    const { found, organizers } = await runBatch(db, {
      found: selectSubmission(submissionId),
      organizers: selectOrganizers(db, submissionId),
    })
    const [sent] = found.rows
    if (sent?.state !== 'withdrawn') return noDeliveries
    return { deliveries: [{ ...formWithdrawnNotice({ ...sent, isPriced: sent.total > 0 }), to: organizers.rows.map(({ id }) => id) }] }
  },
  'form-sent': async ({ submissionId, mail }, { db, now, platform }) => {
    const { found, organizers } = await runBatch(db, {
      found: selectSubmission(submissionId),
      organizers: selectOrganizers(db, submissionId),
    })
    const [sent] = found.rows
    if (!sent || sent.state === 'withdrawn') return noDeliveries
    const mails = mail && { mails: mailSent(submissionId, { now, platform, key: mail.key }) }
    if (sent.state === 'paying') return { ...noDeliveries, ...mails }
    return {
      ...mails,
      deliveries: [{ ...formSentNotice({ ...sent, isAsked: sent.state === 'asked' }), to: organizers.rows.map(({ id }) => id) }],
    }
  },
  'submission-decided': async ({ submissionId, ...decided }, { db }) => {
    const sent = await readFirst(db, selectSubmission(submissionId))
    return sent && sent.userId !== null ? notifyOne(submissionDecidedNotice(sent, decided), sent.userId) : noDeliveries
  },
}
