import * as v from 'valibot'
import { Id } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'
import { EventLive, OverlappingGame } from './contract.ts'
import { maxGuestsPerPlayer } from './form-contract.ts'
import { EventPrice } from './pricing-contract.ts'

const Guests = v.pipe(
  v.array(properName('A guest’s name', 1, 40)),
  v.maxLength(maxGuestsPerPlayer, `You can bring up to ${maxGuestsPerPlayer} guests.`),
)

const Answers = v.optional(v.record(v.pipe(v.string(), v.maxLength(40)), plainText('An answer', 500)), {})

export const JoinEvent = v.object({
  slotId: v.optional(v.nullable(v.string()), null),
  guests: v.optional(Guests, []),
  /** The kind of ticket for all these seats, if the game has several. The guests take the same. */
  tierId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
  answers: Answers,
  /**
   * Connections for whom seats are held until they answer. They count like guests. If there are not enough seats for all, none
   * are held, and the friends are invited.
   */
  friendIds: v.optional(v.pipe(v.array(Id), v.maxLength(maxGuestsPerPlayer))),
  /** Join the waitlist if there are not enough seats for the player and all guests. */
  orWait: v.optional(v.boolean(), false),
})
export type JoinEvent = v.InferOutput<typeof JoinEvent>

/** Changes the viewer's entry: other guests or another slot. */
export const ChangeJoiner = v.object({ slotId: v.optional(v.nullable(v.string()), null), guests: Guests })
export type ChangeJoiner = v.InferOutput<typeof ChangeJoiner>

/** Holds seats for connections of a player who has a seat. If there are not enough seats for all, none are held, and the friends are invited. */
export const BringFriends = v.object({ friendIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(maxGuestsPerPlayer)) })
export type BringFriends = v.InferOutput<typeof BringFriends>

/** Takes an offered seat. Whoever was brought by a friend answers the questions of the game now; everyone else did as they joined. */
export const TakeSeat = v.object({ answers: Answers })
export type TakeSeat = v.InferOutput<typeof TakeSeat>

/** The answer to every change of the viewer's entry: the game's current seats, or null if the viewer can no longer see the game. */
export const JoinerAnswer = v.object({ live: v.nullable(EventLive) })
export type JoinerAnswer = v.InferOutput<typeof JoinerAnswer>

export const TransferSeat = v.object({ to: Id })
export const TransferPath = v.object({ id: Id, transferId: Id })

export const OfferToken = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w-]{20,100}$/, 'This link is incomplete. Open it again from the email.')),
})
/** What the link in an email shows before the player accepts or declines. */
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
  /** 'over' means that the offer was declined or has expired, or that the game has started or was cancelled. */
  state: v.picklist(['open', 'paying', 'accepted', 'over']),
  expiresAt: v.nullable(v.number()),
  /** What the seats cost, with the ticket that was chosen; null if the game is free, or the offer is over. */
  price: v.nullable(EventPrice),
  /** The page of the game asks for more, before they accept or before they pay: answers, or a kind of ticket. */
  asksMore: v.optional(v.boolean()),
  /** A friend in the game holds it for them. */
  isFromFriend: v.optional(v.boolean()),
  /** Other games that the player is going to at the same time. */
  overlaps: v.array(OverlappingGame),
})
export type SeatOffer = v.InferOutput<typeof SeatOffer>

/** An invitation to be a co-host, as the person who is asked or who opens a link sees it. It says no more about the game than the notification. */
export const CoHostInvite = v.object({
  /** The first date. */
  event: v.object({
    id: v.string(),
    title: v.string(),
    activity: v.string(),
    startsAt: v.number(),
    endsAt: v.number(),
    timeZone: v.string(),
    placeName: v.string(),
  }),
  /** How many more dates of the series the invitation is for. */
  otherDates: v.number(),
  state: v.picklist(['open', 'accepted']),
  /** Who asks, and until when; null once it was accepted. Who opens a link without an account is not told who made it. */
  inviter: v.nullable(Face),
  expiresAt: v.nullable(v.number()),
})
export type CoHostInvite = v.InferOutput<typeof CoHostInvite>

export const InvitePeople = v.object({
  userIds: v.optional(v.pipe(v.array(Id), v.maxLength(100)), []),
  listId: v.optional(v.nullable(Id), null),
  teamId: v.optional(v.nullable(Id), null),
})
export type InvitePeople = v.InferOutput<typeof InvitePeople>
/** How many people were invited. People who cannot be invited or were invited before are left out; the answer does not name them. */
export const InviteAnswer = v.object({ invited: v.number() })
