import * as v from 'valibot'
import { currencies } from '../money.ts'
import { day } from '../time/spans.ts'

/**
 * A bank takes a payment back because its player asked for it. 'warning': the bank only asks, and the money stays where it is. A warning
 * may become a dispute.
 */
export const disputeStates = [
  'needs-response',
  'under-review',
  'won',
  'lost',
  'warning-needs-response',
  'warning-under-review',
  'warning-closed',
] as const
export type DisputeState = (typeof disputeStates)[number]

/** What a payment to a community may be for, besides a game. */
export const disputedKinds = ['dues', 'form', 'membership'] as const
export type DisputedKind = 'game' | (typeof disputedKinds)[number]

/** The bank has the money until it decides. Meanwhile Stripe gives nothing of the payment back. */
export const withholdingStates = ['needs-response', 'under-review'] as const satisfies readonly DisputeState[]

/** What becomes of what was paid for, if the host loses. */
export const lostWords: Record<DisputedKind, string> = {
  game: 'They keep the seat unless you remove them.',
  dues: 'The dues still count as paid.',
  form: 'Their form stays as it is.',
  membership: 'The membership goes on until it ends.',
}

/** Who has paid, in a sentence. */
export const payerWords: Record<DisputedKind, string> = {
  game: 'the player',
  dues: 'the member',
  form: 'the person who paid',
  membership: 'the member',
}

/** A bank only asks. */
export const warningStates = ['warning-needs-response', 'warning-under-review'] as const satisfies readonly DisputeState[]

/** The host must answer at Stripe. */
export const answerableStates = ['needs-response', 'warning-needs-response'] as const satisfies readonly DisputeState[]

const includes = (states: readonly DisputeState[], state: DisputeState): boolean => states.includes(state)
export const isWithholding = (state: DisputeState): boolean => includes(withholdingStates, state)
export const needsAnswer = (state: DisputeState): boolean => includes(answerableStates, state)
export const isDecided = (state: DisputeState): boolean => includes(['won', 'lost', 'warning-closed'], state)

/** We remind hosts who have not answered so long before the deadline. */
export const answerReminder = 2 * day

export const Dispute = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.picklist(currencies),
  /** Stripe's word, such as "product_not_received". */
  reason: v.string(),
  state: v.picklist(disputeStates),
  /** Until when the host can answer at Stripe. */
  respondBy: v.nullable(v.number()),
  createdAt: v.number(),
})
export type Dispute = v.InferOutput<typeof Dispute>

/** A dispute that is not decided, with what was paid for. */
const OpenDispute = v.object({
  ...Dispute.entries,
  kind: v.picklist(['game', ...disputedKinds]),
  title: v.string(),
  /** The page of the payment, or the books for those who cannot open it. */
  path: v.string(),
})
export type OpenDispute = v.InferOutput<typeof OpenDispute>
export const maxOpenDisputesShown = 20
export const OpenDisputes = v.object({ disputes: v.array(OpenDispute) })
export type OpenDisputes = v.InferOutput<typeof OpenDisputes>
