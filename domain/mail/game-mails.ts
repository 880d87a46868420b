import * as v from 'valibot'
import { maxOccurrences } from '../events/form-contract.ts'
import { Id } from '../ids.ts'
import { Instant } from '../numbers.ts'
import { SeatStep } from '../seat-codes/contract.ts'
import { walletIds } from '../wallets/contract.ts'
import { line, token } from './parts.ts'

/** Whose seat in which game. The email job reads all else, so that it is never out of date. */
const seat = { username: line(300), userId: Id, eventId: Id, joinerId: Id }

/** What the email job itself fills in. */
const words = v.pipe(v.string(), v.maxLength(2000))

const address = v.pipe(v.string(), v.maxLength(10_000))

const activitySubscriptionConfirmation = v.object({
  name: v.literal('activity-subscription-confirmation'),
  data: v.object({
    firstName: line(300),
    activitiesList: v.pipe(v.array(line(60)), v.minLength(1), v.maxLength(60)),
    city: line(120),
    /** Miles around the city. */
    radius: v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(1000)),
  }),
})

/** A code that signs a person in and takes their seat. It has no name, because anyone can type any name and address. */
const seatCode = v.object({
  name: v.literal('seat-code'),
  data: v.object({
    title: line(200),
    placeName: line(200),
    startsAt: Instant,
    timeZone: line(100),
    sentAt: Instant,
    expiresAt: Instant,
    code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
    token,
    eventId: line(100),
    /** What the code leads to. Emails from before this was known have none. */
    step: v.optional(SeatStep),
    /** A seat is held until the code ends. Older releases queued emails without it. */
    isHeld: v.optional(v.boolean()),
  }),
})

/** A seat is free for a player on the waitlist. The token accepts or declines it. */
const seatOffer = v.object({
  name: v.literal('seat-offer'),
  data: v.object({
    username: line(300),
    title: line(200),
    startsAt: Instant,
    timeZone: line(60),
    placeName: line(200),
    seats: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
    expiresAt: Instant,
    /** Older releases queued offers without it. */
    offeredAt: v.optional(Instant),
    token,
  }),
})

/** A friend holds a seat for the person. The token accepts or declines it. */
const friendSeat = v.object({
  name: v.literal('friend-seat'),
  data: v.object({
    username: line(300),
    friendName: line(300),
    title: line(200),
    startsAt: Instant,
    timeZone: line(60),
    placeName: line(200),
    expiresAt: Instant,
    offeredAt: Instant,
    /** What the seat costs, "$15" or "from $15". Left out in a free game. */
    price: v.optional(line(60)),
    token,
  }),
})

/** What an email says about a seat that the person has for sure. */
const confirmedGame = v.object({
  title: words,
  /** In the time zone of the place, with its name. */
  when: words,
  /** In the time zone of the reader; null if it is the same time, or if we do not know the zone. */
  whenForReader: v.nullable(words),
  placeName: words,
  address: words,
  directionsUrl: address,
  hosts: words,
  /** What the seat is: its kind of ticket, its slot, and who comes along. */
  seat: words,
  ticketCode: v.nullable(words),
  /** Until when the person can leave without being late. */
  leaveWords: words,
  calendars: v.object({ google: address, outlook: address, apple: address }),
  /** The wallets to which the page of the ticket adds it. */
  wallets: v.pipe(v.array(v.picklist(walletIds)), v.maxLength(walletIds.length)),
})

/** The person has a seat for sure. The email job fills in `game`. */
const seatConfirmed = v.object({
  name: v.literal('seat-confirmed'),
  data: v.object({ ...seat, game: v.optional(confirmedGame) }),
})

const seriesDate = v.object({
  eventId: Id,
  when: words,
  whenForReader: v.nullable(words),
  placeName: words,
  hasSeat: v.boolean(),
  ticketCode: v.nullable(words),
  /** Until when the person can leave without being late: "Leave by Friday 7 PM". */
  leaveWords: words,
})

/** The person gave up a seat that was confirmed, so the entry in their calendar goes. The email job fills in `game`. */
const seatLeft = v.object({
  name: v.literal('seat-left'),
  data: v.object({ ...seat, game: v.optional(v.object({ title: words, when: words, placeName: words })) }),
})

/** One email about several dates of a series. The email job fills in `series`. */
const seriesData = v.object({
  username: line(300),
  userId: Id,
  entryIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(maxOccurrences)),
  series: v.optional(
    v.object({
      title: words,
      /** The first date with a seat; null if there is none. */
      first: v.nullable(v.object({ eventId: Id, game: confirmedGame })),
      dates: v.pipe(v.array(seriesDate), v.maxLength(maxOccurrences)),
    }),
  ),
})

/** The person has seats in several dates: they joined all dates of a series, or got seats in the games of a season. */
const seriesJoined = v.object({ name: v.literal('series-joined'), data: seriesData })

/** The person gave up their seats in several dates. */
const seriesLeft = v.object({ name: v.literal('series-left'), data: seriesData })

/** About games and seats in them. */
export const gameMails = [
  activitySubscriptionConfirmation,
  seatCode,
  seatOffer,
  friendSeat,
  seatConfirmed,
  seatLeft,
  seriesJoined,
  seriesLeft,
] as const
