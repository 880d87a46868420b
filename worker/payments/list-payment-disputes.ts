import { type SQL, sql } from 'drizzle-orm'
import { duePath } from '../../domain/dues/paths.ts'
import { submissionPath } from '../../domain/forms/paths.ts'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { maxOpenDisputesShown, type OpenDispute } from '../../domain/orders/disputes.ts'
import { duesPaid } from '../dues/shared.ts'
import { paidForms } from '../forms/shared.ts'
import { asBoolean, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { paymentDisputes as d, payoutAccounts } from './schema.ts'

const columns = {
  ...{ id: d.id, amount: d.amount, currency: d.currency, reason: d.reason },
  ...{ state: d.state, respondBy: d.respondBy, createdAt: d.createdAt },
}

/** The disputes about these payments, for those who manage the money. `ids` selects what was paid. */
export const selectDisputesOfPayments = (ids: SQL) =>
  selectFields(
    { ...columns, paymentId: d.paymentId },
    sql`FROM ${d} WHERE ${d.paymentId} IN ${ids} ORDER BY ${d.createdAt} LIMIT ${maxDisputesShown}`,
  )
const maxDisputesShown = 200

/** The last dispute about each payment. */
export const disputesByPayment = (rows: readonly RowOf<ReturnType<typeof selectDisputesOfPayments>>[]) =>
  new Map(rows.map(({ paymentId, ...dispute }) => [paymentId, dispute]))

/** The disputes that are not decided, about payments that this person manages, the first deadline first. */
export const selectOpenPaymentDisputes = (userId: string) => {
  const isManager = canAct(asPerson(userId), d.teamId, 'billing.manage')
  const isPayee = sql`EXISTS (SELECT 1 FROM ${payoutAccounts} WHERE ${payoutAccounts.stripeId} = ${d.accountId} AND ${payoutAccounts.userId} = ${userId})`
  return selectFields(
    {
      ...columns,
      ...{ kind: d.kind, title: d.title, teamId: d.teamId, isManager: computed(isManager, asBoolean) },
      ...{ dueId: computed(sql`${duesPaid.dueId}`, orNull(asText)), formId: computed(sql`${paidForms.formId}`, orNull(asText)) },
      submissionId: computed(sql`${paidForms.submissionId}`, orNull(asText)),
    },
    sql`FROM ${d} LEFT JOIN ${duesPaid} ON ${d.kind} = 'dues' AND ${duesPaid.id} = ${d.paymentId}
      LEFT JOIN ${paidForms} ON ${d.kind} = 'form' AND ${paidForms.id} = ${d.paymentId}
      WHERE ${d.closedAt} IS NULL AND (${isManager} OR ${isPayee}) ORDER BY ${d.respondBy}, ${d.id} LIMIT ${maxOpenDisputesShown}`,
  )
}

/** Whoever is paid, but does not manage the money of the community, finds the payment in their own books. */
export function toOpenDispute({
  teamId,
  isManager,
  dueId,
  formId,
  submissionId,
  ...dispute
}: RowOf<ReturnType<typeof selectOpenPaymentDisputes>>): OpenDispute {
  if (!isManager) return { ...dispute, path: ledgerPath() }
  if (dueId !== null) return { ...dispute, path: duePath(teamId, dueId) }
  return { ...dispute, path: formId !== null && submissionId !== null ? submissionPath(formId, submissionId) : ledgerPath(teamId) }
}
