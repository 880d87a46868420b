import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { currencies } from '../money.ts'
import { claims } from '../payments/claims.ts'
import { payWays } from './balance.ts'

/**
 * 'open': the seats are held while the person pays. 'paid': the money has arrived. 'ended': nobody paid, and nobody can pay any more.
 */
export const orderStates = ['open', 'paid', 'ended'] as const

/** 'cash': a host has taken it. 'gift': a host gave the seats, and nobody pays for them. */
export const orderMethods = ['card', 'cash', 'gift'] as const
export type OrderMethod = (typeof orderMethods)[number]

/** Why money goes back. */
export const refundReasons = [
  /** The player left in time. */
  'left',
  /** The player was removed from the game, or from its community. */
  'removed',
  'cancelled',
  /** The payment arrived when the seat was gone. */
  'late',
  'account-deleted',
  /** The host gave it back. */
  'host',
  /** The bank of the player took the payment back, so nothing more goes back. */
  'bank',
  /** The player left too late, and somebody has bought the seat. */
  'resold',
  /** The host could not be paid until the end, so the player could not pay the rest. */
  'host-not-paid',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** 'failed': the bank of the player did not take it, so the host has the money again. */
export const refundStates = ['due', 'sent', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/**
 * Why money that is due does not go back yet. 'no-access': the host has ended our access to their account, so we cannot send it. 'no-money':
 * Stripe has it in hand, and sends it once the host has enough money there.
 */
export const refundWaits = ['no-access', 'no-money'] as const
export type RefundWait = (typeof refundWaits)[number]

/** What people see of a refund. 'by-hand': nothing went back at Stripe, because whoever was paid gave it back in person. */
export const shownRefundStates = [...refundStates, ...refundWaits, 'by-hand'] as const
export type ShownRefundState = (typeof shownRefundStates)[number]

type SentRefund = { amount: number; state: RefundState; stripeId: string | null }
type StoredRefund = SentRefund & { id: string; waitsFor: RefundWait | null; createdAt: number }
type ShownRefund = { id: string; amount: number; state: ShownRefundState; at: number }

/** What Stripe has sent has its id. A refund of 0 had nothing left to give back. */
export const isByHand = ({ amount, state, stripeId }: SentRefund): boolean => state === 'sent' && stripeId === null && amount > 0

/**
 * Whoever was paid can give it back by hand: we cannot send it, or a bank did not take it and nothing like it went back since. The server has
 * the same rule for money that a bank did not take (`isRefused`).
 */
export const isForHand = (
  { amount, state, at }: Omit<ShownRefund, 'id'>,
  { rest, refunds }: { rest: number; refunds: readonly Omit<ShownRefund, 'id'>[] },
): boolean =>
  state === 'no-access' ||
  (state === 'failed' && amount <= rest && !refunds.some((other) => other.state !== 'failed' && other.amount === amount && other.at >= at))

/** A refund as people see it. */
export const showRefund = ({ waitsFor, createdAt, ...refund }: StoredRefund): ShownRefund => ({
  ...{ id: refund.id, amount: refund.amount, at: createdAt },
  state: refund.state === 'due' ? (waitsFor ?? 'due') : isByHand(refund) ? 'by-hand' : refund.state,
})

/** Why a player has credit with a host. 'returned': they paid for seats with credit, and the seats were lost. */
export const creditReasons = ['host', 'returned'] as const
export type CreditReason = (typeof creditReasons)[number]

/** What the person has seen. If it is no longer the price, nothing is paid. */
export const PayForSeat = v.object({
  /** Zero if a coupon or credit pays for all of it. */
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.picklist(currencies),
  /** What they have seen that is to be paid later. */
  balance: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  way: v.optional(v.picklist(payWays)),
  /** The code of a coupon. */
  code: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
  /** What of the price is paid with the person's credit. */
  credit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The kind of ticket. Whoever was given a seat without one chooses it here. */
  tierId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
  ...claims,
})
export type PayForSeat = v.InferOutput<typeof PayForSeat>

/** How a host notes that a player need not pay by card. The amount is what the host has seen, and 0 for a gift. */
export const NotePayment = v.object({
  method: v.picklist(['cash', 'gift']),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.picklist(currencies),
  /** The kind of ticket that was paid for, if the player has not chosen one. */
  tierId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
  ...claims,
})
export type NotePayment = v.InferOutput<typeof NotePayment>

export const OrderRefund = v.object({
  id: v.string(),
  amount: v.number(),
  reason: v.picklist(refundReasons),
  state: v.picklist(shownRefundStates),
  at: v.number(),
})

/** Credit that a player got because of an order. */
export const OrderCredit = v.object({ id: v.string(), amount: v.number(), reason: v.picklist(creditReasons), at: v.number() })

/** What a payment is, if it is not for all seats: it came before the balance, it was the balance, or a seat of somebody else's party. */
export const orderParts = ['deposit', 'balance', 'share'] as const
export type OrderPart = (typeof orderParts)[number]

/** Something that the viewer paid for. */
export const MyOrder = v.object({
  id: v.string(),
  event: v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() }),
  seats: v.number(),
  part: v.nullable(v.picklist(orderParts)),
  amount: v.number(),
  /** What was paid with credit besides. */
  credit: v.number(),
  currency: v.picklist(currencies),
  method: v.picklist(orderMethods),
  state: v.picklist(orderStates),
  /** The player left too late, and gets the money back if somebody buys the seat. */
  waitsForBuyer: v.boolean(),
  paidAt: v.nullable(v.number()),
  refunds: v.array(OrderRefund),
  credits: v.array(OrderCredit),
})
export type MyOrder = v.InferOutput<typeof MyOrder>

/** A host gives back a part of a payment, or all that is left of it: to the card, or as credit. */
export const RefundOrder = v.object({
  amount: v.pipe(v.number(), v.safeInteger('Enter an amount.'), v.minValue(1, 'Enter an amount.')),
  idempotencyKey: IdempotencyKey,
  ...claims,
})
export type RefundOrder = v.InferOutput<typeof RefundOrder>

export const RefundId = v.pipe(v.string(), v.regex(/^[\w:-]{1,100}$/, 'This is not a valid id.'))
export const OrderRefundPath = v.object({ id: Id, refundId: RefundId })

/** What the viewer has with a host. */
const HostCredit = v.object({ payee: v.string(), amount: v.number(), currency: v.picklist(currencies) })
export const maxCreditsShown = 50
export const Credits = v.object({ credits: v.array(HostCredit) })
export type Credits = v.InferOutput<typeof Credits>
