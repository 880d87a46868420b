import { desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { submissionNotFound } from '../../domain/forms/access.ts'
import { findLastWords } from '../../domain/forms/last-words.ts'
import { isUnpaid, judgePaying, listPriceLines, stateOfPart } from '../../domain/forms/payment.ts'
import type { SubmissionPayment } from '../../domain/forms/payment-contract.ts'
import { showRefund } from '../../domain/orders/contract.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { disputesByPayment, selectDisputesOfPayments } from '../payments/list-payment-disputes.ts'
import { canBePaid, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, computed, selectFields } from '../platform/row-query.ts'
import { canAct } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { isFormMoneyPaid } from './form-receipts.ts'
import { restOf } from './form-refunds.ts'
import { forms, formVersions, submissionPayments as p, submissionRefunds as refunds, submissions as s, submissionParts } from './schema.ts'
import { isSender, type SubmissionViewer } from './submissions.ts'

const team = alias(communities, 'team')

type Path = { formId: string; submissionId: string }

const selectSubmission = ({ formId, submissionId }: Path, { actor }: SubmissionViewer, isMine: ReturnType<typeof sql>) =>
  selectFields(
    {
      ...{
        state: s.state,
        payUntil: s.payUntil,
        price: s.price,
        total: s.total,
        currency: s.currency,
        settings: forms.settings,
        content: formVersions.content,
        ending: s.ending,
      },
      ...{ teamId: forms.teamId, team: team.name },
      isMine: computed(isMine, asBoolean),
      isOrganizer: computed(canAct(actor, forms.teamId, 'forms.manage'), asBoolean),
      isManager: computed(canAct(actor, forms.teamId, 'billing.manage'), asBoolean),
      takesCards: computed(sql`(${takesDues(team.plan)} AND ${canBePaid(ownerOf(forms.teamId), s.currency)})`, asBoolean),
    },
    sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} JOIN ${communities} ${team} ON ${team.id} = ${forms.teamId} AND ${team.deletedAt} IS NULL
      JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version}
      WHERE ${s.id} = ${submissionId} AND ${s.formId} = ${formId}`,
  )

/** What a submission costs and what of it is paid, for its sender and for those who run the form or manage the money. */
export async function readPayment(db: Database, now: number, viewer: SubmissionViewer, path: Path): Promise<SubmissionPayment> {
  const { formId, submissionId } = path
  const { found, parts, payments, back, disputes } = await runBatch(db, {
    found: selectSubmission(path, viewer, await isSender(viewer)),
    parts: db.select().from(submissionParts).where(eq(submissionParts.submissionId, submissionId)).orderBy(submissionParts.number),
    payments: selectFields(
      {
        ...{ id: p.id, method: p.method, amount: p.amount, parts: p.parts, refunded: p.refunded },
        ...{ state: computed(sql`${p.state}`, asOneOf(['paid', 'refunded', 'late'] as const)) },
        ...{ paidAt: computed(sql`${p.paidAt}`, asNumber), rest: computed(restOf(p), asNumber) },
      },
      sql`FROM ${p} WHERE ${p.submissionId} = ${submissionId} AND ${isFormMoneyPaid} ORDER BY ${p.paidAt}, ${p.id}`,
    ),
    back: db
      .select()
      .from(refunds)
      .where(inArray(refunds.submissionPaymentId, db.select({ id: p.id }).from(p).where(eq(p.submissionId, submissionId))))
      .orderBy(desc(refunds.createdAt)),
    disputes: selectDisputesOfPayments(sql`(SELECT ${p.id} FROM ${p} WHERE ${p.submissionId} = ${submissionId})`),
  })
  const disputeOf = disputesByPayment(disputes.rows)
  const [row] = found.rows
  // What costs nothing has no payment.
  if (!row?.currency || !(row.isMine || row.isOrganizer || row.isManager)) throw submissionNotFound()
  const { state, payUntil, price, total, currency, settings, content } = row
  const today = instantToLocal(now, settings.timeZone).date
  const refunded = new Set(payments.rows.filter((payment) => payment.state === 'refunded').map(({ id }) => id))
  const listed = parts.rows.map(({ number, dueOn, amount, paymentId }) => ({
    ...{ number, dueOn, amount },
    state: stateOfPart({ dueOn, isPaid: paymentId !== null, isRefunded: paymentId !== null && refunded.has(paymentId) }, state, today),
  }))
  const isPlaced = state === 'accepted' && listed.every((part) => part.number !== 0 || !isUnpaid(part))
  const unpaid = listed.filter(isUnpaid).map(({ number }) => number)
  return {
    form: { id: formId, title: content.title, team: { id: row.teamId, name: row.team } },
    ...{ submissionId, state, payUntil, timeZone: settings.timeZone, currency, total },
    paid: payments.rows.reduce((sum, payment) => (payment.state === 'late' ? sum : sum + payment.amount - payment.refunded), 0),
    parts: listed,
    // Of a person who deleted their account, only what was paid is left.
    lines: price === null ? [] : listPriceLines(content, price),
    ...{ siblingDiscount: price?.siblingDiscount ?? 0, couponDiscount: price?.couponDiscount ?? 0, bookingFee: price?.bookingFee ?? 0 },
    isMine: row.isMine,
    canPay: row.isMine && row.takesCards && unpaid.length > 0 && judgePaying({ state, payUntil, unpaid, numbers: unpaid }, now) === null,
    lastWords: row.isMine && isPlaced ? findLastWords(content, row.ending, settings.thankYouUrl) : null,
    payments: payments.rows.map(({ refunded: _, ...payment }) => ({
      ...payment,
      refunds: back.rows.filter((refund) => refund.submissionPaymentId === payment.id).map(showRefund),
      dispute: row.isManager ? (disputeOf.get(payment.id) ?? null) : null,
    })),
    isManager: row.isManager,
  }
}
