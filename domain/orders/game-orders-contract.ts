import * as v from 'valibot'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'
import { OrderCredit, OrderRefund, orderMethods, orderParts } from './contract.ts'
import { Dispute } from './disputes.ts'

/** Orders that nobody has paid, and nobody can pay any more, are not shown. */
export const takenStates = ['open', 'paid'] as const

/** What a player has paid for a game, as those see it who manage its money. */
const GameOrder = v.object({
  id: v.string(),
  /** Null for people who are gone. */
  payer: v.nullable(Face),
  name: v.string(),
  seats: v.number(),
  part: v.nullable(v.picklist(orderParts)),
  /** What is still to be paid for the same seats. */
  balance: v.number(),
  amount: v.number(),
  /** What was paid with credit besides. */
  credit: v.number(),
  /** Our fee, without what has gone back. */
  fee: v.number(),
  currency: v.picklist(currencies),
  method: v.picklist(orderMethods),
  state: v.picklist(takenStates),
  /** The player left too late, and gets the money back if somebody buys the seat. */
  waitsForBuyer: v.boolean(),
  /** What can still be given back. */
  rest: v.number(),
  createdAt: v.number(),
  paidAt: v.nullable(v.number()),
  refunds: v.array(OrderRefund),
  credits: v.array(OrderCredit),
  /** The newest one. */
  dispute: v.nullable(Dispute),
})
export type GameOrder = v.InferOutput<typeof GameOrder>

/** A player whose seats are held until they pay, with everything that makes the price in cash. */
const UnpaidSeats = v.object({
  joinerId: v.string(),
  payer: v.nullable(Face),
  name: v.string(),
  seats: v.number(),
  /** Null if they have not chosen a kind of ticket, or there are none. */
  tierId: v.nullable(v.string()),
  isMember: v.boolean(),
  /** What is left of the price after a deposit, or what friends have paid; null if nothing was paid. */
  left: v.nullable(v.number()),
  payUntil: v.nullable(v.number()),
})
export type UnpaidSeats = v.InferOutput<typeof UnpaidSeats>
export const maxUnpaidShown = 100

export const gameOrderPageSize = 30
export const GameOrderPage = v.object({
  /** Null if nobody has paid. */
  totals: v.nullable(
    v.object({
      currency: v.picklist(currencies),
      /** By card. */
      paid: v.number(),
      refunded: v.number(),
      fees: v.number(),
      /** What the hosts have in cash, without what they gave back. */
      cash: v.number(),
      /** What goes back if the game is cancelled: by card, and by hand. */
      ifCancelled: v.object({ card: v.number(), cash: v.number() }),
    }),
  ),
  /** With the first page: who holds seats and has not paid, who must pay first before the others. */
  unpaid: v.array(UnpaidSeats),
  orders: v.array(GameOrder),
  next: v.nullable(v.string()),
})
export type GameOrderPage = v.InferOutput<typeof GameOrderPage>
