import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { maxAmountOf } from '../money.ts'
import { degrees, Instant, wholeNumber } from '../numbers.ts'
import { Face, Level } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'
import { maxCoHosts } from './co-host-limits.ts'
import { eventParts } from './event-part-names.ts'
import { joinMinutesOf } from './local-times.ts'
import { Pricing } from './pricing-contract.ts'
import { eventStates, visibilities, waitlistModes } from './states.ts'

export const maxTitleLength = 80
export const maxDescriptionLength = 5000
export const maxCapacity = 1000
export const maxSlots = 20
export const maxGuestsPerPlayer = 10
export const maxQuestions = 5
export const maxOccurrences = 60
export const maxDurationMinutes = 14 * 24 * 60
export const minDurationMinutes = 15
const maxJoinDays = 60
export const maxJoinMinutes = maxJoinDays * 24 * 60

const ActivityField = v.picklist(activityIds, 'Choose an activity from the list.')

/** A local time where the event is. The rules check that it exists there, because clocks skip an hour in spring. */
const LocalTime = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'Enter a valid time.'))

const pointMessage = 'Choose a point on the map.'

/** Where the event is: one of our places, or any point on the map with a name. */
export const EventLocation = v.object({
  placeId: v.nullable(Id),
  name: properName('A place', 2, 80),
  address: plainText('An address', 200),
  lat: degrees(90, pointMessage),
  lng: degrees(180, pointMessage),
})
export type EventLocation = v.InferOutput<typeof EventLocation>

const SlotId = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))

export const Slot = v.object({
  id: SlotId,
  name: properName('A slot’s name', 1, 40),
  capacity: wholeNumber(`A slot can have 1 to ${maxCapacity} seats.`, 1, maxCapacity),
})
export type Slot = v.InferOutput<typeof Slot>

/** The id is a key in the object of answers, so it must not be a name that every object has, such as `constructor`. */
const QuestionId = v.pipe(
  v.string(),
  v.regex(/^[a-z\d-]{1,40}$/i),
  v.check((id) => id !== 'prototype' && !(id in Object.prototype)),
)

export const Question = v.object({
  id: QuestionId,
  text: properName('A question', 3, 160),
  isRequired: v.boolean(),
})
export type Question = v.InferOutput<typeof Question>

const areUnique = <Item>(list: readonly Item[], keyOf: (item: Item) => unknown) => new Set(list.map(keyOf)).size === list.length

export const hasMemberPrice = ({ memberAmount, tiers = [] }: Pricing) =>
  [memberAmount, ...tiers.map((tier) => tier.memberAmount)].some((amount) => amount !== null)

/** Whether a player with all their guests can pay for their seats at once. */
const canBePaidAtOnce = ({ amount, currency, tiers = [] }: Pricing, maxGuests: number) =>
  (1 + maxGuests) * Math.max(amount, ...tiers.map((tier) => tier.amount)) <= maxAmountOf(currency)

/** The whole form. The browser and the server both check it. The host must enter only activity, time and place. */
export const EventForm = v.pipe(
  v.object({
    activity: ActivityField,
    /** If empty, the game is named after its activity and place. */
    title: v.union(
      [v.pipe(v.string(), v.trim(), v.literal('')), properName('A title', 3, maxTitleLength)],
      `A title has 3 to ${maxTitleLength} characters.`,
    ),
    description: plainText('A description', maxDescriptionLength),
    where: EventLocation,
    starts: LocalTime,
    ends: LocalTime,
    levelMin: v.nullable(Level),
    levelMax: v.nullable(Level),
    capacity: wholeNumber(`Enter 1 to ${maxCapacity} seats.`, 1, maxCapacity),
    slots: v.pipe(
      v.array(Slot),
      v.maxLength(maxSlots, `A game can have up to ${maxSlots} slots.`),
      v.check(
        (slots) => areUnique(slots, ({ id }) => id) && areUnique(slots, ({ name }) => name.toLowerCase()),
        'Give each slot a different name.',
      ),
      v.check(
        (slots) => slots.reduce((sum, { capacity }) => sum + capacity, 0) <= maxCapacity,
        `A game can have up to ${maxCapacity} seats.`,
      ),
    ),
    maxGuests: wholeNumber(`Each person can bring up to ${maxGuestsPerPlayer} guests.`, 0, maxGuestsPerPlayer),
    visibility: v.picklist(visibilities),
    teamId: v.nullable(Id),
    needsApproval: v.boolean(),
    questions: v.pipe(
      v.array(Question),
      v.maxLength(maxQuestions, `You can ask up to ${maxQuestions} questions.`),
      v.check((questions) => areUnique(questions, ({ id }) => id), 'Ask each question only once.'),
    ),
    leaveMinutes: wholeNumber('The deadline can be up to a week before the game.', 0, 7 * 24 * 60),
    waitlistMode: v.picklist(waitlistModes),
    /** A published form of the community that players fill after they have joined, such as a waiver. */
    formId: v.optional(v.nullable(Id), null),
    /** Joining opens at this local time for everyone but hosts; null if it is open at once. */
    joinFrom: v.optional(v.nullable(LocalTime), null),
    /** Whether people with Member Plus can join a little earlier than `joinFrom`. */
    plusJoinsEarly: v.optional(v.boolean(), false),
    /** What a seat costs; null if the game is free. */
    pricing: v.optional(v.nullable(Pricing), null),
    coHosts: v.pipe(v.array(Id), v.maxLength(maxCoHosts, `You can add up to ${maxCoHosts} co-hosts.`)),
  }),
  v.forward(
    v.check(
      ({ levelMin, levelMax }) => levelMin === null || levelMax === null || levelMin <= levelMax,
      'The highest level must not be below the lowest.',
    ),
    ['levelMax'],
  ),
  v.forward(
    v.check((form) => {
      const minutes = joinMinutesOf(form)
      return minutes === null || (minutes > 0 && minutes <= maxJoinMinutes)
    }, `Joining can open up to ${maxJoinDays} days before the start.`),
    ['joinFrom'],
  ),
  v.forward(
    v.check(({ plusJoinsEarly, joinFrom }) => !plusJoinsEarly || joinFrom !== null, 'First choose when joining opens.'),
    ['plusJoinsEarly'],
  ),
  v.forward(
    v.check(({ visibility, teamId }) => visibility !== 'team' || teamId !== null, 'Choose a community.'),
    ['teamId'],
  ),
  v.forward(
    v.check(({ formId, teamId }) => formId === null || teamId !== null, 'Only a community has forms.'),
    ['formId'],
  ),
  v.forward(
    v.check(
      ({ pricing, teamId }) => teamId !== null || pricing === null || !hasMemberPrice(pricing),
      'Only a community has a price for members.',
    ),
    ['pricing'],
  ),
  v.forward(
    v.check(
      ({ pricing, maxGuests }) => pricing === null || canBePaidAtOnce(pricing, maxGuests),
      'A player with all their guests would pay more than is possible at once. Lower the price or the number of guests.',
    ),
    ['pricing'],
  ),
)
export type EventForm = v.InferOutput<typeof EventForm>

export const Repeat = v.object({
  every: v.picklist(['day', 'week', 'month']),
  interval: wholeNumber('Enter a number from 1 to 12.', 1, 12),
  /** For weekly series. If empty, the game repeats on the weekday of its first date. */
  weekdays: v.pipe(v.array(v.picklist(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])), v.maxLength(7)),
  count: v.nullable(wholeNumber(`A series can have 2 to ${maxOccurrences} dates.`, 2, maxOccurrences)),
  /** The series has no dates after this one. */
  until: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'Enter a valid date.'))),
  /** Dates to leave out. */
  except: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'Enter a valid date.'))), v.maxLength(maxOccurrences)),
})
export type Repeat = v.InferOutput<typeof Repeat>

/** Publish now, keep as a draft, or publish at a later time. */
const PublishChoice = v.variant('when', [
  v.object({ when: v.literal('now') }),
  v.object({ when: v.literal('never') }),
  v.object({ when: v.literal('later'), at: Instant }),
])
export type PublishChoice = v.InferOutput<typeof PublishChoice>

export const CreateEvent = v.object({
  form: EventForm,
  repeat: v.nullable(Repeat),
  publish: PublishChoice,
  /** Whether the host takes a seat in each date, without paying. A draft gives it when it is published. */
  hostPlays: v.optional(v.boolean()),
  idempotencyKey: IdempotencyKey,
})
export type CreateEvent = v.InferOutput<typeof CreateEvent>

/** Which dates of a series a change is for: this one, this and the following ones, or all upcoming ones. */
export const scopes = ['this', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]
const ScopeField = v.optional(v.picklist(scopes), 'this')

/** Where the people of a removed slot go: to a seat in another slot, or to its waitlist. `from` is null if the game had no slots. */
export const SlotMove = v.object({ from: v.nullable(SlotId), to: SlotId, isToWaitlist: v.optional(v.boolean(), false) })
export type SlotMove = v.InferOutput<typeof SlotMove>

export const ChangeEvent = v.object({
  form: EventForm,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  scope: ScopeField,
  /** Whether the change also goes to dates that were changed alone, and replaces what they have of their own. */
  overwritesOwn: v.optional(v.boolean(), false),
  slotMoves: v.optional(v.pipe(v.array(SlotMove), v.maxLength(maxSlots)), []),
})
export type ChangeEvent = v.InferOutput<typeof ChangeEvent>
/** Which dates of a series a host changes. */
export type ScopeChoice = Pick<ChangeEvent, 'scope' | 'overwritesOwn'>

export const PublishEvent = v.object({ publish: PublishChoice, scope: ScopeField })
export const CancelEvent = v.object({ reason: plainText('A reason', 300), scope: ScopeField })
export type CancelEvent = v.InferOutput<typeof CancelEvent>

export const CreatedEvent = v.object({ id: v.string(), count: v.number() })
export type CreatedEvent = v.InferOutput<typeof CreatedEvent>

/** Another upcoming date of the series. `own` lists the parts in which it differs from the edited date: a change leaves them alone. */
export const OtherDate = v.object({
  id: v.string(),
  startsAt: v.number(),
  timeZone: v.string(),
  state: v.picklist(eventStates),
  /** Whether it is after the edited date. */
  isLater: v.boolean(),
  own: v.array(v.picklist(eventParts)),
})
export type OtherDate = v.InferOutput<typeof OtherDate>

/** So many players of last time are invited at once. */
export const maxPastPlayers = 100

/** The values of the form for an existing event, and the other facts that the form page shows. */
export const EventFormAnswer = v.object({
  form: EventForm,
  version: v.number(),
  startsAt: v.number(),
  timeZone: v.string(),
  state: v.picklist(eventStates),
  publishAt: v.nullable(v.number()),
  pictureUrl: v.nullable(v.string()),
  /** How it repeats ("Every week on Saturday"); null if it is not part of a series. */
  series: v.nullable(v.string()),
  /** The other upcoming dates of its series, in order. */
  otherDates: v.array(OtherDate),
  /** The people in `form.coHosts`: co-hosts, and people who were asked and have not answered. */
  coHosts: v.array(v.object({ ...Face.entries, hasAccepted: v.boolean() })),
  /** Whether the viewer has a seat in it, or takes one when the draft is published. */
  isPlaying: v.boolean(),
  /** Who else played in it, if it is over. Those who asked for the same game again come first. */
  pastPlayers: v.pipe(v.array(Face), v.maxLength(maxPastPlayers)),
})
export type EventFormAnswer = v.InferOutput<typeof EventFormAnswer>
export const ScopeQuery = v.object({ scope: ScopeField })

export const EventPicture = v.object({ pictureUrl: v.string() })
export type EventPicture = v.InferOutput<typeof EventPicture>
