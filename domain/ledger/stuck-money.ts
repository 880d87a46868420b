import * as v from 'valibot'
import { refundWaits } from '../orders/contract.ts'
import { disputeStates } from '../orders/disputes.ts'

/** What an operator should look at. At most so many of each kind, the oldest first. */
export const maxStuck = 50

/** What else people pay for, apart from games. */
const stuckKinds = ['dues', 'form', 'membership'] as const

const refund = { id: v.string(), amount: v.number(), createdAt: v.number(), waitsFor: v.nullable(v.picklist(refundWaits)) }

export const StuckMoney = v.object({
  /** Money that should have gone back an hour ago, or a day ago if Stripe waits for the host to have money. */
  refunds: v.array(v.object({ ...refund, orderId: v.string() })),
  /** The same for dues and forms. */
  otherRefunds: v.array(v.object({ ...refund, kind: v.picklist(stuckKinds), paymentId: v.string() })),
  /** What a bank did not take of what went back of a membership or a plan, for 90 days. The host has it again, or we have. */
  refusedRefunds: v.array(
    v.object({ kind: v.picklist(['membership', 'plan']), id: v.string(), amount: v.number(), currency: v.string(), refusedAt: v.number() }),
  ),
  /** Events of Stripe that nobody has worked on for ten minutes. */
  events: v.array(v.object({ id: v.string(), type: v.string(), receivedAt: v.number() })),
  /** Pages to pay that should have ended. */
  orders: v.array(v.object({ id: v.string(), eventId: v.string(), createdAt: v.number() })),
  /** The same for dues, forms and memberships. */
  otherPages: v.array(v.object({ kind: v.picklist(stuckKinds), id: v.string(), createdAt: v.number() })),
  /** Accounts whose entries do not add up to their balance. */
  differences: v.array(v.object({ accountId: v.string(), currency: v.string(), difference: v.number(), checkedAt: v.number() })),
  /** Payouts that a bank refused. */
  payouts: v.array(v.object({ id: v.string(), accountId: v.string(), amount: v.number(), currency: v.string(), createdAt: v.number() })),
  /** Disputes about payments for our plans. We must answer them at Stripe. */
  planDisputes: v.array(
    v.object({
      ...{ id: v.string(), invoiceId: v.string(), amount: v.number(), currency: v.string() },
      ...{ state: v.picklist(disputeStates), respondBy: v.nullable(v.number()) },
    }),
  ),
  /** Jobs about money that failed for good. */
  jobs: v.array(v.object({ id: v.string(), error: v.nullable(v.string()), failedAt: v.number() })),
})
export type StuckMoney = v.InferOutput<typeof StuckMoney>
