import * as v from 'valibot'
import { Cursor, Id } from '../ids.ts'
import { payoutRefundKinds, payoutSources } from './payout-sources.ts'

/** Whose books they are: those of a host, or of the games of a community. */
export const ledgerOwnerKinds = ['user', 'team'] as const
export type LedgerOwner = { kind: (typeof ledgerOwnerKinds)[number]; id: string }

/** The states of payouts, as at Stripe. */
export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/**
 * What happened to money, in minor units. Fees are what was taken, and money that went back is negative:
 * `net` = `gross` + `refunds` + `disputes` + `other` - `stripeFee` - `ourFee`.
 */
const sums = {
  currency: v.string(),
  gross: v.number(),
  /** How many payments `gross` is the sum of. */
  payments: v.number(),
  stripeFee: v.number(),
  ourFee: v.number(),
  refunds: v.number(),
  disputes: v.number(),
  other: v.number(),
  net: v.number(),
}
export const LedgerSums = v.object(sums)
export type LedgerSums = v.InferOutput<typeof LedgerSums>

/** A month in UTC, in one currency. */
export const LedgerMonth = v.object({ month: v.string(), ...sums, outside: v.number(), payouts: v.number() })
export type LedgerMonth = v.InferOutput<typeof LedgerMonth>

/** How our entries of an account differ from its balance at Stripe. */
const LedgerCheck = v.object({ accountId: v.string(), currency: v.string(), difference: v.number(), checkedAt: v.number() })

export const LedgerOverview = v.object({
  months: v.array(LedgerMonth),
  next: v.nullable(v.string()),
  /** Of one's own accounts, or of those that have money of the community. Each is about the whole account. */
  checks: v.array(LedgerCheck),
  /** The host has ended our access to one of these accounts, so its books stop there. */
  isAccessEnded: v.boolean(),
  canExport: v.boolean(),
})
export type LedgerOverview = v.InferOutput<typeof LedgerOverview>

const LedgerEvent = v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() })
export const LedgerGame = v.object({ event: LedgerEvent, ...sums })
export type LedgerGame = v.InferOutput<typeof LedgerGame>

export const LedgerMonthPage = v.object({ months: v.array(LedgerMonth), games: v.array(LedgerGame), next: v.nullable(v.string()) })
export type LedgerMonthPage = v.InferOutput<typeof LedgerMonthPage>

export const EventLedger = v.object({ event: LedgerEvent, sums: v.array(LedgerSums) })
export type EventLedger = v.InferOutput<typeof EventLedger>

export const SeasonLedger = v.object({
  season: v.object({ id: v.string(), label: v.string() }),
  sums: v.array(LedgerSums),
  games: v.array(LedgerGame),
  next: v.nullable(v.string()),
})
export type SeasonLedger = v.InferOutput<typeof SeasonLedger>

/** Of a community, `amount` is only the part from its games. */
export const LedgerPayout = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  state: v.picklist(payoutStates),
  arrivesAt: v.number(),
  failure: v.nullable(v.string()),
})
export type LedgerPayout = v.InferOutput<typeof LedgerPayout>
export const LedgerPayoutPage = v.object({ payouts: v.array(LedgerPayout), next: v.nullable(v.string()) })
export type LedgerPayoutPage = v.InferOutput<typeof LedgerPayoutPage>

/** One thing that a payout is made of, with what it has brought. */
export const PayoutLine = v.object({
  kind: v.picklist(payoutSources),
  /** Of the game, the dues, the form or the membership. Empty for money that came from none. */
  id: v.string(),
  /** How it is called; null for money that came from none. */
  name: v.nullable(v.string()),
  /** Of a game. */
  startsAt: v.nullable(v.number()),
  timeZone: v.nullable(v.string()),
  /** Its page, if the viewer may open it. */
  path: v.nullable(v.string()),
  ...sums,
})
export type PayoutLine = v.InferOutput<typeof PayoutLine>

export const PayoutContents = v.object({
  payout: LedgerPayout,
  /** The sum of all lines. Null until Stripe says what is in it. */
  sums: v.nullable(LedgerSums),
  /** By how much the payout is more than the sum of all lines. 0 if every cent is explained. */
  unexplained: v.number(),
  lines: v.array(PayoutLine),
  next: v.nullable(v.string()),
})
export type PayoutContents = v.InferOutput<typeof PayoutContents>

/** Money that went back in a payout, or came again after a dispute or a refund that failed. */
export const PayoutRefund = v.object({
  /** Of the transaction at Stripe. */
  id: v.string(),
  kind: v.picklist(payoutRefundKinds),
  /** Whose payment it was, if the viewer may see the name. */
  person: v.nullable(v.string()),
  source: v.picklist(payoutSources),
  /** What was paid for. */
  title: v.nullable(v.string()),
  /** Where the payment or the submission is, if the viewer may open it. */
  path: v.nullable(v.string()),
  at: v.number(),
  currency: v.string(),
  /** Negative if it went back. */
  amount: v.number(),
  stripeFee: v.number(),
  ourFee: v.number(),
})
export type PayoutRefund = v.InferOutput<typeof PayoutRefund>

export const PayoutRefundPage = v.object({ refunds: v.array(PayoutRefund), next: v.nullable(v.string()) })
export type PayoutRefundPage = v.InferOutput<typeof PayoutRefundPage>

const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Write a month like 2026-11.'))
const PayoutId = v.pipe(v.string(), v.regex(/^po_\w{1,250}$/, 'This is not the id of a payout.'))
export const LedgerSearch = v.object({ cursor: Cursor })
export const MonthPath = v.object({ month: Month })
export const PayoutPath = v.object({ payoutId: PayoutId })
export const LedgerEventPath = v.object({ eventId: Id })
export const LedgerSeasonPath = v.object({ seasonId: Id })
