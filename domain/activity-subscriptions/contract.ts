import * as v from 'valibot'
import { type Activity, activitiesByName } from '../activities.ts'
import { Address } from '../geo/address.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { instant, wholeNumber } from '../numbers.ts'

export const minRadius = 1
export const maxRadius = 50
export const defaultRadius = 15
/** For plans without a limit. Lists are never longer. */
export const maxSubscriptions = 1000

const labels = activitiesByName().map(({ label }) => label) as [Activity['label'], ...Activity['label'][]]

const dateMessage = 'Enter a valid date.'
const Instant = instant(dateMessage)
const radiusMessage = `Enter a radius from ${minRadius} to ${maxRadius} miles.`

export const SaveActivitySubscription = v.pipe(
  v.object({
    address: Address,
    radius: wholeNumber(radiusMessage, minRadius, maxRadius),
    activities: v.pipe(
      v.array(v.picklist(labels, 'Choose an activity from the list.')),
      v.minLength(1, 'Pick at least one activity.'),
      v.check((list) => new Set(list).size === list.length, 'Choose each activity only once.'),
    ),
    startDate: v.nullable(Instant),
    endDate: v.nullable(Instant),
    isTemporary: v.boolean(),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => startDate === null || endDate === null || startDate <= endDate, 'The end must be after the start.'),
    ['endDate'],
  ),
  v.forward(
    v.check(({ isTemporary, endDate }) => !isTemporary || endDate !== null, 'Choose when it ends.'),
    ['endDate'],
  ),
)
export type SaveActivitySubscription = v.InferOutput<typeof SaveActivitySubscription>

export const CreateActivitySubscription = v.intersect([SaveActivitySubscription, v.object({ idempotencyKey: IdempotencyKey })])
export type CreateActivitySubscription = v.InferOutput<typeof CreateActivitySubscription>

/** `version` is the one the user edited. If another tab has saved since, the change is refused. */
export const ChangeActivitySubscription = v.intersect([
  SaveActivitySubscription,
  v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
])
export type ChangeActivitySubscription = v.InferOutput<typeof ChangeActivitySubscription>

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

/** `max` is how many the plan of the user allows. Whoever has more keeps them. */
export const ActivitySubscriptions = v.object({ subscriptions: v.array(ActivitySubscription), max: v.number() })
export type ActivitySubscriptions = v.InferOutput<typeof ActivitySubscriptions>
export const ActivitySubscriptionId = v.object({ id: Id })
