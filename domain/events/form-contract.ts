import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { degrees, Instant, wholeNumber } from '../numbers.ts'
import { Face, Level } from '../profiles/contract.ts'
import { plainText, properName } from '../texts.ts'
import { eventStates, visibilities, waitlistModes } from './states.ts'

export const maxTitleLength = 80
export const maxDescriptionLength = 5000
export const maxCapacity = 1000
export const maxSlots = 20
export const guestsMostEver = 10
export const maxQuestions = 5
export const maxCoHosts = 10
export const maxOccurrences = 60
export const maxMinutes = 14 * 24 * 60
export const shortestMinutes = 15

const ActivityOf = v.picklist(activityIds, 'Choose an activity from the list.')

/** Wall-clock time where the event is. That it exists there is for the rules to say: clocks jump. */
const LocalTime = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'Enter a valid time.'))

const onMap = 'Choose a point on the map.'

/** One of our places, or a spot of one's own. */
export const Whereabouts = v.object({
  placeId: v.nullable(Id),
  name: properName('A place', 2, 80),
  address: plainText('An address', 200),
  lat: degrees(90, onMap),
  lng: degrees(180, onMap),
})
export type Whereabouts = v.InferOutput<typeof Whereabouts>

export const Slot = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  name: properName('A slot’s name', 1, 40),
  capacity: wholeNumber(`A slot can have 1 to ${maxCapacity} seats.`, 1, maxCapacity),
})
export type Slot = v.InferOutput<typeof Slot>

/** A name that answers are kept under: none that every object has a thing for already. */
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

const unique = <Item>(list: readonly Item[], keyOf: (item: Item) => unknown) => new Set(list.map(keyOf)).size === list.length

/** The whole form, in the browser and again on the server. Only activity, time and place have to be thought of. */
export const EventForm = v.pipe(
  v.object({
    activity: ActivityOf,
    /** Empty: named after its activity and place. */
    title: v.union(
      [v.pipe(v.string(), v.trim(), v.literal('')), properName('A title', 3, maxTitleLength)],
      `A title has 3 to ${maxTitleLength} characters.`,
    ),
    description: plainText('A description', maxDescriptionLength),
    where: Whereabouts,
    starts: LocalTime,
    ends: LocalTime,
    levelMin: v.nullable(Level),
    levelMax: v.nullable(Level),
    capacity: wholeNumber(`Enter 1 to ${maxCapacity} seats.`, 1, maxCapacity),
    slots: v.pipe(
      v.array(Slot),
      v.maxLength(maxSlots, `A game can have up to ${maxSlots} slots.`),
      v.check(
        (slots) => unique(slots, ({ id }) => id) && unique(slots, ({ name }) => name.toLowerCase()),
        'Give each slot a different name.',
      ),
      v.check(
        (slots) => slots.reduce((sum, { capacity }) => sum + capacity, 0) <= maxCapacity,
        `A game can have up to ${maxCapacity} seats.`,
      ),
    ),
    maxGuests: wholeNumber(`Each person can bring up to ${guestsMostEver} guests.`, 0, guestsMostEver),
    visibility: v.picklist(visibilities),
    teamId: v.nullable(Id),
    needsApproval: v.boolean(),
    questions: v.pipe(
      v.array(Question),
      v.maxLength(maxQuestions, `You can ask up to ${maxQuestions} questions.`),
      v.check((questions) => unique(questions, ({ id }) => id), 'Ask each question only once.'),
    ),
    leaveMinutes: wholeNumber('The deadline can be up to a week before the game.', 0, 7 * 24 * 60),
    waitlistMode: v.picklist(waitlistModes),
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
    v.check(({ visibility, teamId }) => visibility !== 'team' || teamId !== null, 'Choose a community.'),
    ['teamId'],
  ),
)
export type EventForm = v.InferOutput<typeof EventForm>

export const Repeat = v.object({
  every: v.picklist(['day', 'week', 'month']),
  interval: wholeNumber('Enter a number from 1 to 12.', 1, 12),
  /** For weeks: on which days. Empty is the day it starts on. */
  weekdays: v.pipe(v.array(v.picklist(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])), v.maxLength(7)),
  count: v.nullable(wholeNumber(`A series can have 2 to ${maxOccurrences} dates.`, 2, maxOccurrences)),
  /** The last date it may fall on. */
  until: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'Enter a valid date.'))),
  /** Dates it leaves out. */
  except: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'Enter a valid date.'))), v.maxLength(maxOccurrences)),
})
export type Repeat = v.InferOutput<typeof Repeat>

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
