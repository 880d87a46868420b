import * as v from 'valibot'
import { Id } from '../ids.ts'
import { plainText, properName } from '../texts.ts'
import { EventLive } from './contract.ts'
import { guestsMostEver } from './form-contract.ts'

const Guests = v.pipe(
  v.array(properName('A guest’s name', 1, 40)),
  v.maxLength(guestsMostEver, `You can bring up to ${guestsMostEver} guests.`),
)

export const JoinEvent = v.object({
  slotId: v.optional(v.nullable(v.string()), null),
  guests: v.optional(Guests, []),
  answers: v.optional(v.record(v.pipe(v.string(), v.maxLength(40)), plainText('An answer', 500)), {}),
  /** Get in line where there is no seat for the whole party. */
  orWait: v.optional(v.boolean(), false),
})
export type JoinEvent = v.InferOutput<typeof JoinEvent>

/** A part that is changed: other guests, another slot. */
export const ChangePart = v.object({ slotId: v.optional(v.nullable(v.string()), null), guests: Guests })
export type ChangePart = v.InferOutput<typeof ChangePart>

/** What a change of one's part answers with: what changed of the game, or null where it is not there for them any more. */
export const PartAnswer = v.object({ live: v.nullable(EventLive) })
export type PartAnswer = v.InferOutput<typeof PartAnswer>

export const TransferSeat = v.object({ to: Id })

export const OfferToken = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w-]{20,100}$/, 'This link is incomplete. Open it again from the email.')),
})
/** What a link in a mail shows before anyone presses anything. */
export const SeatOffer = v.object({
  event: v.object({
    id: v.string(),
    title: v.string(),
    activity: v.string(),
    startsAt: v.number(),
    endsAt: v.number(),
    timeZone: v.string(),
    placeName: v.string(),
  }),
  seats: v.number(),
  /** Over: taken, turned down, run out, or the game is off. */
  state: v.picklist(['open', 'accepted', 'over']),
  expiresAt: v.nullable(v.number()),
})
export type SeatOffer = v.InferOutput<typeof SeatOffer>

export const InvitePeople = v.object({
  userIds: v.optional(v.pipe(v.array(Id), v.maxLength(100)), []),
  listId: v.optional(v.nullable(Id), null),
  teamId: v.optional(v.nullable(Id), null),
})
export type InvitePeople = v.InferOutput<typeof InvitePeople>
/** Who is not to be reached, or was asked before, is left out and not told of. */
export const InviteAnswer = v.object({ invited: v.number() })
export const maxInvitesPerDay = 200
