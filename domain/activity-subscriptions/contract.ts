import * as v from 'valibot'
import { type Activity, activitiesByName } from '../activities.ts'
import { Id } from '../ids.ts'
import { plainText } from '../texts.ts'

export const radiusLeast = 1
export const radiusMost = 50
export const radiusDefault = 15
export const subscriptionsMost = 30

const labels = activitiesByName().map(({ label }) => label) as [Activity['label'], ...Activity['label'][]]

/** Chosen from cities, from our places, or with a pin on the map. */
export const Address = v.object(
  {
    name: plainText('An address', 120),
    lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    lng: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    description: v.pipe(plainText('An address', 200), v.minLength(1, 'invalidLocation')),
  },
  'invalidLocation',
)
export type Address = v.InferOutput<typeof Address>

const Instant = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))

export const SaveActivitySubscription = v.pipe(
  v.object({
    address: Address,
    radius: v.pipe(v.number(), v.integer(), v.minValue(radiusLeast), v.maxValue(radiusMost)),
    activities: v.pipe(
      v.array(v.picklist(labels, 'This is no activity we know.')),
      v.minLength(1, 'Pick at least one activity.'),
      v.check((list) => new Set(list).size === list.length, 'Each activity can be listed once.'),
    ),
    startDate: v.nullable(Instant),
    endDate: v.nullable(Instant),
    isTemporary: v.boolean(),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => startDate === null || endDate === null || startDate <= endDate, 'The end is before the start.'),
    ['endDate'],
  ),
)
export type SaveActivitySubscription = v.InferOutput<typeof SaveActivitySubscription>

export const ActivitySubscription = v.object({
  id: v.string(),
  address: v.object({ name: v.string(), lat: v.number(), lng: v.number(), description: v.string() }),
  radius: v.number(),
  activities: v.array(v.string()),
  startDate: v.nullable(v.number()),
  endDate: v.nullable(v.number()),
  isTemporary: v.boolean(),
  version: v.number(),
  createdAt: v.number(),
})
export type ActivitySubscription = v.InferOutput<typeof ActivitySubscription>

export const ActivitySubscriptions = v.object({ subscriptions: v.array(ActivitySubscription) })
export const ActivitySubscriptionId = v.object({ id: Id })
