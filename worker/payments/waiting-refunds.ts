import { type SQL, sql } from 'drizzle-orm'
import { duePath, duesPath } from '../../domain/dues/paths.ts'
import { submissionPath } from '../../domain/forms/paths.ts'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { teamMembershipsPath } from '../../domain/memberships/paths.ts'
import { currencies } from '../../domain/money.ts'
import { type RefundWait, refundStates, refundWaits } from '../../domain/orders/contract.ts'
import { type RefundedKind, refundFailedWords, refundWaitWords } from '../../domain/orders/refund-waits.ts'
import { duesAsked, duesPaid, refundsOfDues } from '../dues/shared.ts'
import { paidForms, refundsOfForms } from '../forms/shared.ts'
import { paidMemberships } from '../memberships/paid-memberships.ts'
import { boughtMemberships, membershipsSold } from '../memberships/shared.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asOneOf, asText, orNull, select } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { selectManagersOf, selectPaid, tellManagersOf } from './payment-disputes.ts'

export type OtherKind = Exclude<RefundedKind, 'game'>
type Payment = { accountId: string; paymentId: string | null; currency: (typeof currencies)[number] }
type Told = { of: OtherKind; refund: { id: string; amount: number }; why: RefundWait | 'failed' }

/** Tells the person and those who manage the money once that a refund of dues or of a form cannot go back, waits, or was not taken. */
export async function tellOfOtherRefund(
  { db, now }: { db: Database; now: number },
  { accountId, paymentId, currency }: Payment,
  { of, refund: { id, amount }, why }: Told,
  isNew: SQL,
): Promise<Statement[]> {
  const paid = paymentId === null ? undefined : await readFirst(db, selectPaid(accountId, { id: paymentId, metadata: {} }))
  if (!paid) return []
  const facts = { title: paid.title, amount, currency }
  const news =
    why === 'failed'
      ? { fact: { kind: 'refund-failed' as const, of, refundId: id }, words: refundFailedWords(of, facts) }
      : { fact: { kind: 'refund-waits' as const, of, refundId: id, why }, words: refundWaitWords(why, facts) }
  return tellManagersOf(paid, { id: `refund-${why}:${id}`, ...news }, now, isNew)
}

const shape = {
  ...{ amount: asNumber, currency: asOneOf(currencies), state: asOneOf(refundStates), waitsFor: orNull(asOneOf(refundWaits)) },
  ...{ title: asText, teamId: asText, accountId: asText, payerId: orNull(asText), dueId: asText, formId: asText, submissionId: asText },
}

const selects: Record<OtherKind, (refundId: string) => SQL> = {
  dues: (refundId) =>
    sql`SELECT ${refundsOfDues.amount} AS amount, ${duesPaid.currency} AS currency, ${refundsOfDues.state} AS state, ${refundsOfDues.waitsFor} AS waitsFor,
        ${duesAsked.title} AS title, ${duesAsked.teamId} AS teamId, ${duesPaid.accountId} AS accountId, ${duesPaid.userId} AS payerId,
        ${duesPaid.dueId} AS dueId, '' AS formId, '' AS submissionId
      FROM ${refundsOfDues} JOIN ${duesPaid} ON ${duesPaid.id} = ${refundsOfDues.duePaymentId} JOIN ${duesAsked} ON ${duesAsked.id} = ${duesPaid.dueId}
      WHERE ${refundsOfDues.id} = ${refundId}`,
  form: (refundId) =>
    sql`SELECT ${refundsOfForms.amount} AS amount, ${paidForms.currency} AS currency, ${refundsOfForms.state} AS state, ${refundsOfForms.waitsFor} AS waitsFor,
        ${paidForms.title} AS title, ${paidForms.teamId} AS teamId, ${paidForms.accountId} AS accountId, ${paidForms.userId} AS payerId,
        '' AS dueId, ${paidForms.formId} AS formId, ${paidForms.submissionId} AS submissionId
      FROM ${refundsOfForms} JOIN ${paidForms} ON ${paidForms.id} = ${refundsOfForms.submissionPaymentId} WHERE ${refundsOfForms.id} = ${refundId}`,
  // It has no refunds of its own, only what could not go back of a payment. Nobody manages the money of a community that was deleted.
  membership: (paymentId) =>
    sql`SELECT ${paidMemberships.refused} AS amount, ${paidMemberships.currency} AS currency, iif(${paidMemberships.refused} > 0, 'failed', 'sent') AS state,
        NULL AS waitsFor, ${membershipsSold.name} AS title, iif(${communities.deletedAt} IS NULL, ${communities.id}, '') AS teamId,
        ${boughtMemberships.accountId} AS accountId, ${paidMemberships.memberId} AS payerId, '' AS dueId, '' AS formId, '' AS submissionId
      FROM ${paidMemberships} JOIN ${boughtMemberships} ON ${boughtMemberships.id} = ${paidMemberships.subscriptionId}
        JOIN ${membershipsSold} ON ${membershipsSold.id} = ${boughtMemberships.membershipId} JOIN ${communities} ON ${communities.id} = ${boughtMemberships.teamId}
      WHERE ${paidMemberships.id} = ${paymentId}`,
}

type Place = { teamId: string; dueId: string; formId: string; submissionId: string }
/** Where those who manage the money find it, and the person who has paid. */
const paths: Record<OtherKind, (place: Place) => { path: string; payerPath: string }> = {
  dues: ({ teamId, dueId }) => ({ path: duePath(teamId, dueId), payerPath: duesPath(teamId) }),
  form: ({ formId, submissionId }) => ({ path: submissionPath(formId, submissionId), payerPath: submissionPath(formId, submissionId) }),
  membership: ({ teamId }) => ({ path: teamId === '' ? ledgerPath() : teamMembershipsPath(teamId), payerPath: '/subscriptions' }),
}

/** A refund of dues or of a form, with who manages its money, as rows of `userId`, and where they and the person find it. */
export async function findOtherRefund(db: Database, of: OtherKind, refundId: string) {
  const found = await readFirst(db, select(shape, selects[of](refundId)))
  if (!found) return undefined
  return { ...found, ...paths[of](found), managers: selectManagersOf(found) }
}
