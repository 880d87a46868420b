import * as v from 'valibot'
import { EventPrice } from '../events/pricing-contract.ts'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'

/** What a friend sees who was asked to pay for one seat of a party. */
export const SeatShare = v.object({
  id: v.string(),
  event: v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string(), placeName: v.string() }),
  /** Who asks. */
  person: Face,
  /** Without a fee that is added. */
  amount: v.number(),
  currency: v.picklist(currencies),
  /** For the fee of this viewer. */
  price: EventPrice,
  dueAt: v.nullable(v.number()),
  sharesLeft: v.number(),
  /** The viewer is the one who asks. */
  isMine: v.boolean(),
  /** The viewer has paid a share already. They can pay another one. */
  hasPaid: v.boolean(),
})
export type SeatShare = v.InferOutput<typeof SeatShare>
