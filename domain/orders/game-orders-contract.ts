import * as v from 'valibot'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'
import { OrderRefund } from './contract.ts'
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
  amount: v.number(),
  /** Our fee, without what has gone back. */
  fee: v.number(),
  currency: v.picklist(currencies),
  state: v.picklist(takenStates),
  /** What can still be given back. */
  rest: v.number(),
  createdAt: v.number(),
  paidAt: v.nullable(v.number()),
  refunds: v.array(OrderRefund),
  /** The newest one. */
  dispute: v.nullable(Dispute),
})
export type GameOrder = v.InferOutput<typeof GameOrder>

export const gameOrderPageSize = 30
export const GameOrderPage = v.object({
  /** Null if nobody has paid. */
  totals: v.nullable(v.object({ currency: v.picklist(currencies), paid: v.number(), refunded: v.number(), fees: v.number() })),
  orders: v.array(GameOrder),
  next: v.nullable(v.string()),
})
export type GameOrderPage = v.InferOutput<typeof GameOrderPage>
