import * as v from 'valibot'
import { type ActivityId, activities } from '../activities.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { Face, Level } from '../profiles/contract.ts'
import { RichText } from '../rich-text/contract.ts'
import { plainText, properName } from '../texts.ts'

export const eventStates = ['draft', 'published', 'cancelled'] as const
export type EventState = (typeof eventStates)[number]

/** Who finds it: everyone, the team it is for, or whoever has the link. */
export const visibilities = ['public', 'team', 'link'] as const
export type Visibility = (typeof visibilities)[number]

/** In which order free seats are offered: as people asked, who sat out last time first, or drawn. */
export const waitlistModes = ['order', 'turns', 'lottery'] as const
export type WaitlistMode = (typeof waitlistModes)[number]

/** Going and offered hold seats. The second half is over: left by oneself, an offer that ran out, turned down or taken out by a host. */
export const joinerStates = ['asked', 'going', 'waiting', 'offered', 'left', 'lapsed', 'refused', 'removed'] as const
export type JoinerState = (typeof joinerStates)[number]
export const activeStates = ['asked', 'going', 'waiting', 'offered'] as const satisfies readonly JoinerState[]
export const holdingStates = ['going', 'offered'] as const satisfies readonly JoinerState[]

export const titleLongest = 80
export const descriptionLongest = 5000
export const capacityMost = 1000
export const slotsMost = 20
export const guestsMostEver = 10
export const questionsMost = 5
export const coHostsMost = 10
export const occurrencesMost = 60
export const minutesMost = 14 * 24 * 60
export const shortestMinutes = 15
export const eventPageSize = 20

const activityIds = activities.map(({ id }) => id) as [ActivityId, ...ActivityId[]]
const ActivityOf = v.picklist(activityIds, 'This is no activity we know.')

const Whole = (words: string, least: number, most: number) =>
  v.pipe(v.number(words), v.integer(words), v.minValue(least, words), v.maxValue(most, words))

/** Wall-clock time where the event is. That it exists there is for the rules to say: clocks jump. */
const LocalTime = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time.'))

const degrees = (most: number) =>
  v.pipe(v.number('Put it on the map.'), v.minValue(-most, 'Put it on the map.'), v.maxValue(most, 'Put it on the map.'))

/** One of our places, or a spot of one's own. */
export const Whereabouts = v.object({
  placeId: v.nullable(Id),
  name: properName('A place', 2, 80),
  address: plainText('An address', 200),
  lat: degrees(90),
  lng: degrees(180),
})
export type Whereabouts = v.InferOutput<typeof Whereabouts>

export const Slot = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  name: properName('A slot’s name', 1, 40),
  capacity: Whole(`A slot has 1 to ${capacityMost} seats.`, 1, capacityMost),
})
export type Slot = v.InferOutput<typeof Slot>

export const Question = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  text: properName('A question', 3, 160),
  isRequired: v.boolean(),
})
export type Question = v.InferOutput<typeof Question>

const unique = <Item>(list: readonly Item[], keyOf: (item: Item) => unknown) => new Set(list.map(keyOf)).size === list.length

/** The whole form, in the browser and again on the server. Only activity, time and place have to be thought of. */
export const EventForm = v.pipe(
  v.object({
    activity: ActivityOf,
    /** Empty: named after its activity and place. */
    title: v.union(
      [v.pipe(v.string(), v.trim(), v.literal('')), properName('A title', 3, titleLongest)],
      `A title has 3 to ${titleLongest} characters.`,
    ),
    description: plainText('A description', descriptionLongest),
    where: Whereabouts,
    starts: LocalTime,
    ends: LocalTime,
    levelMin: v.nullable(Level),
    levelMax: v.nullable(Level),
    capacity: Whole(`There is room for 1 to ${capacityMost}.`, 1, capacityMost),
    slots: v.pipe(
      v.array(Slot),
      v.maxLength(slotsMost, `An event has at most ${slotsMost} slots.`),
      v.check(
        (slots) => unique(slots, ({ id }) => id) && unique(slots, ({ name }) => name.toLowerCase()),
        'Each slot needs a name of its own.',
      ),
      v.check(
        (slots) => slots.reduce((sum, { capacity }) => sum + capacity, 0) <= capacityMost,
        `There is room for ${capacityMost} at most.`,
      ),
    ),
    guestsMost: Whole(`Up to ${guestsMostEver} guests each.`, 0, guestsMostEver),
    visibility: v.picklist(visibilities),
    teamId: v.nullable(Id),
    needsApproval: v.boolean(),
    questions: v.pipe(
      v.array(Question),
      v.maxLength(questionsMost, `Ask at most ${questionsMost} questions.`),
      v.check((questions) => unique(questions, ({ id }) => id), 'Each question can be asked once.'),
    ),
    leaveMinutes: Whole('The deadline is at most a week before.', 0, 7 * 24 * 60),
    waitlistMode: v.picklist(waitlistModes),
    coHosts: v.pipe(v.array(Id), v.maxLength(coHostsMost, `At most ${coHostsMost} people host beside you.`)),
  }),
  v.forward(
    v.check(
      ({ levelMin, levelMax }) => levelMin === null || levelMax === null || levelMin <= levelMax,
      'The highest level is below the lowest.',
    ),
    ['levelMax'],
  ),
  v.forward(
    v.check(({ visibility, teamId }) => visibility !== 'team' || teamId !== null, 'Pick the community it is for.'),
    ['teamId'],
  ),
)
export type EventForm = v.InferOutput<typeof EventForm>

export const Repeat = v.object({
  every: v.picklist(['day', 'week', 'month']),
  interval: Whole('Every 1 to 12.', 1, 12),
  /** For weeks: on which days. Empty is the day it starts on. */
  weekdays: v.pipe(v.array(v.picklist(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])), v.maxLength(7)),
  count: v.nullable(Whole(`A series has 2 to ${occurrencesMost} dates.`, 2, occurrencesMost)),
  /** The last date it may fall on. */
  until: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'This is not a date.'))),
  /** Dates it leaves out. */
  except: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'This is not a date.'))), v.maxLength(occurrencesMost)),
})
export type Repeat = v.InferOutput<typeof Repeat>

const Instant = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))

/** Put up at once, kept as a draft, or put up at a time. */
const Publishing = v.variant('when', [
  v.object({ when: v.literal('now') }),
  v.object({ when: v.literal('never') }),
  v.object({ when: v.literal('later'), at: Instant }),
])
export type Publishing = v.InferOutput<typeof Publishing>

export const CreateEvent = v.object({
  form: EventForm,
  repeat: v.nullable(Repeat),
  publish: Publishing,
  idempotencyKey: IdempotencyKey,
})
export type CreateEvent = v.InferOutput<typeof CreateEvent>

/** Of a series: this one, this and what follows, or all that are still to come. */
export const scopes = ['this', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]
const ScopeOf = v.optional(v.picklist(scopes), 'this')

export const ChangeEvent = v.object({ form: EventForm, version: v.pipe(v.number(), v.integer(), v.minValue(1)), scope: ScopeOf })
export type ChangeEvent = v.InferOutput<typeof ChangeEvent>

export const PublishEvent = v.object({ publish: Publishing, scope: ScopeOf })
export const CancelEvent = v.object({ reason: plainText('A reason', 300), scope: ScopeOf })
export type CancelEvent = v.InferOutput<typeof CancelEvent>

export const MadeEvent = v.object({ id: v.string(), count: v.number() })
export type MadeEvent = v.InferOutput<typeof MadeEvent>

export const EventPath = v.object({ id: Id })
export const JoinerPath = v.object({ id: Id, joinerId: Id })

const Where = v.object({
  placeId: v.nullable(v.string()),
  name: v.string(),
  address: v.string(),
  lat: v.number(),
  lng: v.number(),
})

/** An event in a list. */
export const EventCard = v.object({
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
  capacity: v.number(),
  taken: v.number(),
  waiting: v.number(),
  state: v.picklist(eventStates),
  visibility: v.picklist(visibilities),
  teamId: v.nullable(v.string()),
  seriesId: v.nullable(v.string()),
  /** The viewer's own part in it. */
  mine: v.nullable(v.picklist(joinerStates)),
})
export type EventCard = v.InferOutput<typeof EventCard>

export const EventPage = v.object({ events: v.array(EventCard), next: v.nullable(v.string()) })
export type EventPage = v.InferOutput<typeof EventPage>

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
  version: v.number(),
  capacity: v.number(),
  taken: v.number(),
  waiting: v.number(),
  slots: v.array(v.object({ id: v.string(), name: v.string(), capacity: v.number(), taken: v.number() })),
  /** The first who come, in order; privacy and blocks obeyed, so there may be fewer than seats taken. */
  joiners: v.array(Joiner),
  mine: v.nullable(MyPart),
})
export type EventLive = v.InferOutput<typeof EventLive>
export const joinersShown = 40

export const EventDetail = v.object({
  id: v.string(),
  activity: v.string(),
  title: v.string(),
  /** The description as it is shown. */
  about: RichText,
  pictureUrl: v.nullable(v.string()),
  where: Where,
  timeZone: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  levelMin: v.nullable(v.number()),
  levelMax: v.nullable(v.number()),
  guestsMost: v.number(),
  visibility: v.picklist(visibilities),
  team: v.nullable(v.object({ id: v.string(), name: v.string() })),
  creatorId: v.nullable(v.string()),
  hosts: v.array(Face),
  needsApproval: v.boolean(),
  questions: v.array(Question),
  /** Until then leaving is free of remark. */
  leaveBy: v.number(),
  waitlistMode: v.picklist(waitlistModes),
  publishAt: v.nullable(v.number()),
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

const Guests = v.pipe(v.array(properName('A guest’s name', 1, 40)), v.maxLength(guestsMostEver, `Bring at most ${guestsMostEver} guests.`))

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

export const TransferSeat = v.object({ to: Id })

export const OfferToken = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{20,100}$/, 'This link is not whole.')) })
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

/** A row of the hosts' list: everything they need at the gate. */
export const ManagedJoiner = v.object({
  id: v.string(),
  userId: v.nullable(v.string()),
  isUnregisteredUser: v.boolean(),
  person: v.nullable(Face),
  name: v.string(),
  state: v.picklist(joinerStates),
  slotId: v.nullable(v.string()),
  seats: v.number(),
  guests: v.array(v.string()),
  answers: v.record(v.string(), v.string()),
  position: v.nullable(v.number()),
  offerExpiresAt: v.nullable(v.number()),
  joinedAt: v.number(),
  arrived: v.number(),
  checkedInAt: v.nullable(v.number()),
  isNoShow: v.boolean(),
})
export type ManagedJoiner = v.InferOutput<typeof ManagedJoiner>

/** A word of the hosts to all who come. */
export const EventUpdate = v.object({ id: v.string(), text: v.string(), author: v.nullable(Face), createdAt: v.number() })
export type EventUpdate = v.InferOutput<typeof EventUpdate>
export const EventUpdates = v.object({ updates: v.array(EventUpdate) })

export const ManagedEvent = v.object({
  event: EventDetail,
  joiners: v.array(ManagedJoiner),
  updates: v.array(EventUpdate),
})
export type ManagedEvent = v.InferOutput<typeof ManagedEvent>

/** What a host does with one entry. To seat someone is the host's own word: it may pass others by, never the capacity. */
export const hostActions = ['approve', 'refuse', 'remove', 'seat'] as const
export type HostAction = (typeof hostActions)[number]
export const ActOnJoiner = v.object({ action: v.picklist(hostActions) })
export const MoveJoiner = v.object({ slotId: v.nullable(v.string()) })

/** Someone without an account whom a host writes down. */
export const AddUnregistered = v.object({
  name: properName('A name', 1, 60),
  slotId: v.optional(v.nullable(v.string()), null),
  idempotencyKey: IdempotencyKey,
})
export type AddUnregistered = v.InferOutput<typeof AddUnregistered>

/** What was seen at the gate, also hours ago and without a network. Sent again it changes nothing; the latest word on an entry counts. */
export const CheckIns = v.object({
  checkIns: v.pipe(
    v.array(
      v.object({
        joinerId: Id,
        arrived: Whole('How many have come?', 0, 1 + guestsMostEver),
        at: Instant,
        isNoShow: v.optional(v.boolean(), false),
      }),
    ),
    v.minLength(1),
    v.maxLength(500),
  ),
})
export type CheckIns = v.InferOutput<typeof CheckIns>
export const CheckInsAnswer = v.object({ unknown: v.array(v.string()) })

export const PostUpdate = v.object({
  text: v.pipe(plainText('A message', 1000), v.minLength(1, 'Write something first.')),
  idempotencyKey: IdempotencyKey,
})
export type PostUpdate = v.InferOutput<typeof PostUpdate>

export const InvitePeople = v.object({
  userIds: v.optional(v.pipe(v.array(Id), v.maxLength(100)), []),
  listId: v.optional(v.nullable(Id), null),
  teamId: v.optional(v.nullable(Id), null),
})
export type InvitePeople = v.InferOutput<typeof InvitePeople>
/** Who is not to be reached, or was asked before, is left out and not told of. */
export const InviteAnswer = v.object({ invited: v.number() })
export const invitesADay = 200

/** My own: what I go to, wait for or run. */
export const MyEvents = v.object({
  when: v.optional(v.picklist(['upcoming', 'past']), 'upcoming'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(300))),
})

/** What is to come somewhere: of exactly one place, community, host or series. */
export const EventsOf = v.pipe(
  v.object({
    placeId: v.optional(Id),
    teamId: v.optional(Id),
    hostId: v.optional(Id),
    seriesId: v.optional(Id),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(300))),
  }),
  v.check(
    ({ placeId, teamId, hostId, seriesId }) => [placeId, teamId, hostId, seriesId].filter((id) => id !== undefined).length === 1,
    'Ask for the games of one place, community, host or series.',
  ),
)
export type EventsOf = v.InferOutput<typeof EventsOf>

/** The event as the form that made it, with what stands around that form. */
export const EventFormAnswer = v.object({
  form: EventForm,
  version: v.number(),
  timeZone: v.string(),
  state: v.picklist(eventStates),
  publishAt: v.nullable(v.number()),
  pictureUrl: v.nullable(v.string()),
  /** How it repeats, in words; null where it stands alone. */
  series: v.nullable(v.string()),
  /** The faces of `form.coHosts`. */
  coHosts: v.array(Face),
})
export type EventFormAnswer = v.InferOutput<typeof EventFormAnswer>
export const ScopeQuery = v.object({ scope: ScopeOf })

export const EventPicture = v.object({ pictureUrl: v.string() })
export type EventPicture = v.InferOutput<typeof EventPicture>
