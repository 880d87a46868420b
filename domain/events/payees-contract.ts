import * as v from 'valibot'
import { Id } from '../ids.ts'
import { currencies } from '../money.ts'

const payeeFields = {
  /** The currency of their active payout account; null if they have none. */
  currency: v.nullable(v.picklist(currencies)),
  /** Whether the payee is the viewer. */
  isViewer: v.boolean(),
  /** What we keep of each payment. */
  feeBasisPoints: v.number(),
}
export const Payee = v.object(payeeFields)
export type Payee = v.InferOutput<typeof Payee>

/** Who would get the money for a game: for a game of a community, and for any other. */
export const Payees = v.object({
  person: Payee,
  communities: v.array(v.object({ id: v.string(), ...payeeFields })),
})
export type Payees = v.InferOutput<typeof Payees>

/** The game that a host edits; it may have another creator, and a community for which the viewer cannot host games. */
export const PayeesSearch = v.object({ eventId: v.optional(Id) })
