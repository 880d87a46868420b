import * as v from 'valibot'
import { Cursor, Id } from '../ids.ts'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'
import { RichText } from '../rich-text/contract.ts'
import { Question } from './form-contract.ts'
import { EventPrice, RefundTerms } from './pricing-contract.ts'
import { activeStates, eventStates, joinerStates, visibilities, waitlistModes } from './states.ts'

export const eventPageSize = 20

export const EventPath = v.object({ id: Id })

/** The link in an email opens the calendar file without a session: mail and calendar apps send none. */
export const CalendarFileQuery = v.object({ seat: v.optional(v.pipe(v.string(), v.maxLength(200))) })

const Money = v.object({ amount: v.number(), currency: v.picklist(currencies) })

const Where = v.object({
  placeId: v.nullable(v.string()),
  name: v.string(),
  address: v.string(),
  lat: v.number(),
  lng: v.number(),
})

/** The fields that every answer about an event has. */
const basicFields = {
  id: v.string(),
  activity: v.string(),
  title: v.string(),
  pictureUrl: v.nullable(v.string()),
  where: Where,
  timeZone: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  levelMin: v.nullable(v.number()),
  levelMax: v.nullable(v.number()),
  visibility: v.picklist(visibilities),
}

/** An event in a list. */
export const EventCard = v.object({
  ...basicFields,
  capacity: v.number(),
  taken: v.number(),
  waiting: v.number(),
  /** Whether the seats are divided into slots, each with its own waitlist. */
  hasSlots: v.boolean(),
  state: v.picklist(eventStates),
  teamId: v.nullable(v.string()),
  seriesId: v.nullable(v.string()),
  /** What everyone can pay now for one seat; null if the game is free. `isFrom`: other tickets cost more. */
  price: v.nullable(v.object({ ...Money.entries, isFrom: v.optional(v.boolean()) })),
  /** The viewer's state in this game; null if they never joined. */
  mine: v.nullable(v.picklist(joinerStates)),
})
export type EventCard = v.InferOutput<typeof EventCard>

/** A row of a list in which a series is one row: `nextDates` has the starts of its next dates, up to `maxNextDates`. */
export const ListedEvent = v.object({ ...EventCard.entries, nextDates: v.array(v.number()) })
export type ListedEvent = v.InferOutput<typeof ListedEvent>

/** `next` is the cursor where this page stopped. A page can stop before it is full. */
export const EventPage = v.object({ events: v.array(ListedEvent), next: v.nullable(v.string()) })
export type EventPage = v.InferOutput<typeof EventPage>

/** The viewer's games. `isHost` says whether the viewer hosts the game; a host may also play in it. */
export const MyEventPage = v.object({
  events: v.array(v.object({ ...EventCard.entries, isHost: v.boolean() })),
  next: v.nullable(v.string()),
})
export type MyEventPage = v.InferOutput<typeof MyEventPage>

/** What is still to be paid for seats that a person has. */
export const SeatBalance = v.object({
  orderId: v.string(),
  /** Without a fee that is added. */
  amount: v.number(),
  dueAt: v.nullable(v.number()),
  /** In how many payments friends can pay it, and how many of them did; 0 if nobody else was asked. */
  shares: v.number(),
  sharesPaid: v.number(),
  /** What was paid for the seats before, without the fee that was added, and that fee. */
  firstAmount: v.number(),
  firstFee: v.number(),
})
export type SeatBalance = v.InferOutput<typeof SeatBalance>

/** The viewer's own entry in a game: their seats or their place on the waitlist. */
export const MyJoiner = v.object({
  id: v.string(),
  state: v.picklist(activeStates),
  slotId: v.nullable(v.string()),
  /** The kind of ticket; null if the game has no several, or none was chosen yet. */
  tierId: v.nullable(v.string()),
  seats: v.number(),
  guests: v.array(v.string()),
  answers: v.record(v.string(), v.string()),
  /** Their position on the waitlist, from 1. */
  position: v.nullable(v.number()),
  offerExpiresAt: v.nullable(v.number()),
  checkedInAt: v.nullable(v.number()),
  /** The short code on the ticket; null for guests without an account. */
  ticketCode: v.nullable(v.string()),
  /** Only while something is left to pay. */
  balance: v.optional(v.nullable(SeatBalance)),
  /** Only if they have paid. */
  refund: v.optional(v.nullable(RefundTerms)),
})
export type MyJoiner = v.InferOutput<typeof MyJoiner>

/** A player's open offer of their own seat. `person` is the other one: who is asked, or who offers. */
export const SeatTransfer = v.object({
  id: v.string(),
  person: Face,
  seats: v.number(),
  guests: v.array(v.string()),
  expiresAt: v.number(),
})
export type SeatTransfer = v.InferOutput<typeof SeatTransfer>

/** A seat that a player holds for a friend, or the seat of a friend who accepted it. `person` is the other one of the two. */
export const FriendSeat = v.object({
  person: Face,
  /** Whether the viewer holds it; else it is held for them. */
  isMine: v.boolean(),
  hasAccepted: v.boolean(),
  /** They accepted, and still have to pay for their seat. */
  isPaying: v.optional(v.boolean()),
  /** Until when they can accept it; null once they have. */
  expiresAt: v.nullable(v.number()),
})
export type FriendSeat = v.InferOutput<typeof FriendSeat>

/** A player with a seat. Of a guest without an account only the name is known. */
export const Joiner = v.object({
  userId: v.nullable(v.string()),
  isUnregisteredUser: v.boolean(),
  person: v.nullable(Face),
  name: v.string(),
  guests: v.number(),
  slotId: v.nullable(v.string()),
})
export type Joiner = v.InferOutput<typeof Joiner>

/** The parts of an event that change often. An open page reads them again every ten seconds. */
export const EventLive = v.object({
  state: v.picklist(eventStates),
  /** When a scheduled draft is published; null once it is published. */
  publishAt: v.nullable(v.number()),
  version: v.number(),
  capacity: v.number(),
  /** How many seats people have, and how many of them are only held: for people who got an offer, are paying, or wait for a code. */
  taken: v.number(),
  held: v.number(),
  waiting: v.number(),
  slots: v.array(v.object({ id: v.string(), name: v.string(), capacity: v.number(), taken: v.number(), waiting: v.number() })),
  /** The first players, in the order they joined. Privacy settings and blocks hide some, so there may be fewer than seats taken. */
  joiners: v.array(Joiner),
  /** The first people on the waitlist, in its order. The same rules hide people as among the players. */
  waitlist: v.array(Face),
  mine: v.nullable(MyJoiner),
  /** Whether the hosts removed or refused the viewer, who cannot join this game again. */
  isRefused: v.boolean(),
  /** The seat that the viewer has offered to someone. */
  transferSent: v.nullable(SeatTransfer),
  /** A seat that a player has offered to the viewer. */
  transferReceived: v.nullable(SeatTransfer),
  /** The friends with whom the viewer comes. Left out if there are none. */
  friends: v.optional(v.array(FriendSeat)),
})
export type EventLive = v.InferOutput<typeof EventLive>
export const maxJoinersShown = 40

/** More of the players, in the order they joined. Those that the viewer may not see are left out. */
export const JoinerPage = v.object({ joiners: v.array(Joiner), next: v.nullable(v.string()) })
export type JoinerPage = v.InferOutput<typeof JoinerPage>

/** A game that the viewer is going to at the same time. */
export const OverlappingGame = v.object({
  id: v.string(),
  title: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  timeZone: v.string(),
})
export type OverlappingGame = v.InferOutput<typeof OverlappingGame>

/** A form that the players of a game fill, such as a waiver. */
const AskedForm = v.object({
  id: v.string(),
  title: v.string(),
  /** Everybody who fills it signs a waiver. */
  isWaiver: v.boolean(),
  /** Nobody joins before they have filled it. */
  isNeededToJoin: v.boolean(),
  /** The viewer has filled it, and what they signed still counts. */
  isDone: v.boolean(),
})
export type AskedForm = v.InferOutput<typeof AskedForm>

/** The series of a game. Only upcoming dates count, and only those that everybody who sees this game can find. */
const EventSeries = v.object({
  id: v.string(),
  words: v.string(),
  /** The first of its other dates. `isMine`: the viewer is in it, or waits. */
  others: v.array(v.object({ id: v.string(), startsAt: v.number(), isMine: v.boolean() })),
  /** How many other free dates the viewer could join too, and how many later ones they are in. */
  joinable: v.number(),
  laterMine: v.number(),
  isFollowed: v.boolean(),
})

export const EventDetail = v.object({
  ...basicFields,
  /** The description. */
  about: RichText,
  maxGuests: v.number(),
  team: v.nullable(v.object({ id: v.string(), name: v.string() })),
  creatorId: v.nullable(v.string()),
  hosts: v.array(Face),
  /** Null if the game is free. */
  price: v.nullable(EventPrice),
  needsApproval: v.boolean(),
  questions: v.array(Question),
  /** A player who leaves after this time leaves late, and the hosts see that. */
  leaveBy: v.number(),
  waitlistMode: v.picklist(waitlistModes),
  /** When joining opens for the viewer, with their plan; null if it is open at once. Hosts can always join. */
  joinsAt: v.nullable(v.number()),
  /** Whether the viewer could join earlier with Member Plus. */
  plusJoinsEarly: v.boolean(),
  cancelReason: v.string(),
  series: v.nullable(EventSeries),
  createdAt: v.number(),
  updatedAt: v.number(),
  /** Whether the viewer hosts this game. */
  isHost: v.boolean(),
  /** Whether the viewer is asked to be a co-host and can still answer. */
  isAskedToHost: v.boolean(),
  /** People in this game that the viewer has blocked. Only the viewer sees them, as a warning before they join. */
  blockedPeople: v.array(Face),
  /** Other games that the viewer is going to at the same time, as a warning before they join. */
  overlaps: v.array(OverlappingGame),
  /** The friend as whose guest the viewer plays, because they have paid for a seat of the friend's party. */
  guestOf: v.optional(Face),
  form: v.optional(AskedForm),
  live: EventLive,
})
export type EventDetail = v.InferOutput<typeof EventDetail>

/** Which of the viewer's own games to list: games they joined, wait for or host. */
export const MyEvents = v.object({
  when: v.optional(v.picklist(['upcoming', 'past']), 'upcoming'),
  cursor: Cursor,
})

/** Whose upcoming games to list: those of exactly one place, community, host or series. */
export const EventsOf = v.pipe(
  v.object({
    placeId: v.optional(Id),
    teamId: v.optional(Id),
    hostId: v.optional(Id),
    seriesId: v.optional(Id),
    cursor: Cursor,
  }),
  v.check(
    ({ placeId, teamId, hostId, seriesId }) => [placeId, teamId, hostId, seriesId].filter((id) => id !== undefined).length === 1,
    'Ask for the games of one place, community, host or series.',
  ),
)
export type EventsOf = v.InferOutput<typeof EventsOf>
