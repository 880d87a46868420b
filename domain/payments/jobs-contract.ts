import * as v from 'valibot'
import { endReasons } from '../memberships/contract.ts'
import { planOwnerKinds } from './contract.ts'
import { payoutAccountKinds } from './payout-accounts.ts'

/** A message in the queue for money. Do not rename kinds or fields, because an older release may have queued them. */
export const MoneyWork = v.variant('kind', [
  /** Stripe has told us about an event, which is stored. */
  v.object({ kind: v.literal('event'), eventId: v.string() }),
  /** Nobody paid for this plan in two weeks. */
  v.object({ kind: v.literal('end-unpaid-plan'), subscriptionId: v.string() }),
  /** Something that Stripe has told us about this plan may have been lost. */
  v.object({ kind: v.literal('read-plan'), subscriptionId: v.string() }),
  /** Once an hour, finds what Stripe could not tell us. */
  v.object({ kind: v.literal('sweep') }),
  /** The list of these was too long. `after` is where it goes on. */
  v.object({ kind: v.literal('find-missed-events'), after: v.string() }),
  /** A host has unlinked this account. */
  v.object({ kind: v.literal('unlink-account'), stripeId: v.string(), account: v.picklist(payoutAccountKinds) }),
  /** Something may have happened to this account of a host that no event has told us. */
  v.object({ kind: v.literal('read-account'), accountId: v.string() }),
  /** The seats of this order were lost, or a host gives something back: nobody can pay for it any more, and what is owed goes back. */
  v.object({ kind: v.literal('settle-order'), orderId: v.string() }),
  /** Nobody has paid for these seats in time. */
  v.object({ kind: v.literal('end-hold'), joinerId: v.string(), eventId: v.string() }),
  /** Something may have happened on the account of a host that its ledger does not have. `after` continues a list that was too long. */
  v.object({
    kind: v.literal('sync-ledger'),
    accountId: v.string(),
    since: v.optional(v.number()),
    after: v.optional(v.string()),
    newest: v.optional(v.number()),
  }),
  /** Stripe lists a payment of this order about which no event has told us. */
  v.object({ kind: v.literal('take-payment'), orderId: v.string(), paymentId: v.string() }),
  /** The same for refunds of a payment. */
  v.object({ kind: v.literal('sync-refunds'), accountId: v.string(), paymentId: v.string() }),
  /** The same for a dispute. */
  v.object({ kind: v.literal('sync-dispute'), accountId: v.string(), disputeId: v.string() }),
  /** Nobody pays on the page of this payment of dues any longer, or something of it goes back. */
  v.object({ kind: v.literal('settle-due-payment'), id: v.string() }),
  /** Stripe lists a payment of dues about which no event has told us. */
  v.object({ kind: v.literal('take-due-payment'), id: v.string(), paymentId: v.string() }),
  /** The same for a payment for a form. */
  v.object({ kind: v.literal('settle-form-payment'), id: v.string() }),
  v.object({ kind: v.literal('take-form-payment'), id: v.string(), paymentId: v.string() }),
  /** Nobody has paid for these answers in time. */
  v.object({ kind: v.literal('end-unpaid-submission'), submissionId: v.string() }),
  /** The team or person is deleted. */
  v.object({ kind: v.literal('end-plans'), ownerKind: v.picklist(planOwnerKinds), ownerId: v.string() }),
  /** A membership ends before its time. */
  v.object({ kind: v.literal('end-membership'), id: v.string(), because: v.picklist(endReasons) }),
  /** A bank has decided about a payment for it. */
  v.object({ kind: v.literal('return-membership-rest'), id: v.string() }),
  /** Something that Stripe has told us about this membership may have been lost. */
  v.object({ kind: v.literal('read-membership'), id: v.string() }),
])
export type MoneyWork = v.InferOutput<typeof MoneyWork>
export type MoneyWorkOf<Kind extends MoneyWork['kind']> = Extract<MoneyWork, { kind: Kind }>
