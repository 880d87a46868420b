import * as v from 'valibot'
import { Acceptance, ConfirmationCode, Email, MailToken } from '../accounts/contract.ts'
import { JoinEvent } from '../events/join-contract.ts'
import { Id } from '../ids.ts'
import { DisplayName } from '../profiles/contract.ts'

/**
 * What a stranger chooses before they have an account. They can bring guests and friends later: until the code is used, nobody knows whose
 * friends these would be.
 */
const SeatChoice = v.omit(JoinEvent, ['guests', 'friendIds'])

/** Asks for a code by email, which signs the person in and takes the seat. The terms are for those who have no account yet. */
export const SendSeatCode = v.object({
  eventId: Id,
  email: Email,
  name: DisplayName,
  ...Acceptance.entries,
  choice: SeatChoice,
})
export type SendSeatCode = v.InferOutput<typeof SendSeatCode>

/** The same for each address, whether it has an account or not. */
export const SeatCodeSent = v.object({
  /** When the code stops working. */
  expiresAt: v.number(),
  /** Whether a seat is held until then. It is not for requests, for the waitlist, and when too many are held already. */
  isHeld: v.boolean(),
  /** Until when it is held. A code that is sent again may keep its older hold, which ends earlier. */
  heldUntil: v.optional(v.number()),
})
export type SeatCodeSent = v.InferOutput<typeof SeatCodeSent>

/** The code works only in the browser that asked for it, and for this game. The link works anywhere. */
export const RedeemSeatCode = v.union([v.object({ eventId: Id, code: ConfirmationCode }), v.object({ token: MailToken })])
export type RedeemSeatCode = v.InferOutput<typeof RedeemSeatCode>

/** What a code leads to: the seat, its payment, a request to the hosts, a place on the waitlist, or the form that comes before the seat. */
export const SeatStep = v.picklist(['seat', 'pay', 'ask', 'wait', 'form'])
export type SeatStep = v.InferOutput<typeof SeatStep>

/** The secret of the link in the email with a code. */
export const OpenSeatLink = v.object({ token: MailToken })

/** What the link does, for whoever has it. */
export const SeatLink = v.object({
  /** Under which name it signs the person in. */
  name: v.string(),
  /** Whether the person accepts the terms with it, because they have not before. */
  acceptsTerms: v.boolean(),
  /** Null if the person cannot join the game any more. */
  step: v.nullable(SeatStep),
  /** What was chosen, if a form comes before the seat. The dialog that joins begins with it afterwards. */
  choice: v.optional(SeatChoice),
})
export type SeatLink = v.InferOutput<typeof SeatLink>

/** The name and terms of a person who signed in without a profile, for example with Google, and wants to join a game. */
export const SetUpFromGame = v.object({ eventId: Id, name: DisplayName, ...v.partial(Acceptance).entries })
export type SetUpFromGame = v.InferOutput<typeof SetUpFromGame>
