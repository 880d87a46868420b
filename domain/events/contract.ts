import * as v from 'valibot'
import { Cursor, Id } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { RichText } from '../rich-text/contract.ts'
import { Question } from './form-contract.ts'
import { activeStates, eventStates, joinerStates, visibilities, waitlistModes } from './states.ts'

export const eventPageSize = 20

export const EventPath = v.object({ id: Id })

const Where = v.object({
  placeId: v.nullable(v.string()),
  name: v.string(),
  address: v.string(),
  lat: v.number(),
  lng: v.number(),
})

/** What, where, when and for whom: told wherever an event is. */
const basics = {
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
  ...basics,
  capacity: v.number(),
  taken: v.number(),
  waiting: v.number(),
  /** Named seats, each kind with a line of its own. */
  hasSlots: v.boolean(),
  state: v.picklist(eventStates),
  teamId: v.nullable(v.string()),
  seriesId: v.nullable(v.string()),
  /** The viewer's own part in it. */
  mine: v.nullable(v.picklist(joinerStates)),
})
export type EventCard = v.InferOutput<typeof EventCard>

export const EventPage = v.object({ events: v.array(EventCard), next: v.nullable(v.string()) })
export type EventPage = v.InferOutput<typeof EventPage>

/** Of mine: whether I run it, which who plays in it may do too. */
export const MyEventPage = v.object({
  events: v.array(v.object({ ...EventCard.entries, isHost: v.boolean() })),
  next: v.nullable(v.string()),
})
export type MyEventPage = v.InferOutput<typeof MyEventPage>

/** The viewer's own part. */
export const MyPart = v.object({
  id: v.string(),
  state: v.picklist(activeStates),
  slotId: v.nullable(v.string()),
  seats: v.number(),
  guests: v.array(v.string()),
  answers: v.record(v.string(), v.string()),
  /** Where they stand in line, from 1. */
  position: v.nullable(v.number()),
  offerExpiresAt: v.nullable(v.number()),
  checkedInAt: v.nullable(v.number()),
})
export type MyPart = v.InferOutput<typeof MyPart>

/** Someone who comes. A guest without an account is a name and no more. */
export const Joiner = v.object({
  userId: v.nullable(v.string()),
  isUnregisteredUser: v.boolean(),
  person: v.nullable(Face),
  name: v.string(),
  guests: v.number(),
  slotId: v.nullable(v.string()),
})
export type Joiner = v.InferOutput<typeof Joiner>

/** What changes while one looks: asked for again every ten seconds. */
export const EventLive = v.object({
  state: v.picklist(eventStates),
  /** When a draft goes up by itself; null once it is up. */
  publishAt: v.nullable(v.number()),
  version: v.number(),
  capacity: v.number(),
  taken: v.number(),
  waiting: v.number(),
  slots: v.array(v.object({ id: v.string(), name: v.string(), capacity: v.number(), taken: v.number(), waiting: v.number() })),
  /** The first who come, in order; privacy and blocks obeyed, so there may be fewer than seats taken. */
  joiners: v.array(Joiner),
  mine: v.nullable(MyPart),
})
export type EventLive = v.InferOutput<typeof EventLive>
export const joinersShown = 40

export const EventDetail = v.object({
  ...basics,
  /** The description as it is shown. */
  about: RichText,
  maxGuests: v.number(),
  team: v.nullable(v.object({ id: v.string(), name: v.string() })),
  creatorId: v.nullable(v.string()),
  hosts: v.array(Face),
  needsApproval: v.boolean(),
  questions: v.array(Question),
  /** Until then leaving is free of remark. */
  leaveBy: v.number(),
  waitlistMode: v.picklist(waitlistModes),
  cancelReason: v.string(),
  series: v.nullable(v.object({ id: v.string(), words: v.string(), others: v.array(v.object({ id: v.string(), startsAt: v.number() })) })),
  createdAt: v.number(),
  updatedAt: v.number(),
  /** Whether the viewer runs it. */
  isHost: v.boolean(),
  /** Told to the viewer alone, before they join: someone they blocked comes too. */
  blockedPeople: v.array(Face),
  live: EventLive,
})
export type EventDetail = v.InferOutput<typeof EventDetail>

/** My own: what I go to, wait for or run. */
export const MyEvents = v.object({
  when: v.optional(v.picklist(['upcoming', 'past']), 'upcoming'),
  cursor: Cursor,
})

/** What is to come somewhere: of exactly one place, community, host or series. */
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
