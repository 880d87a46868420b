import { activities } from '../activities.ts'
import { AppError } from '../errors.ts'
import type { Address } from '../geo/address.ts'
import type { ActivitySubscription } from './contract.ts'

type Dates = Pick<ActivitySubscription, 'startDate' | 'endDate' | 'isTemporary'>

/** A temporary alert starts now, and the user then chooses its end. Any other alert has no dates. */
export const switchTemporary = (isTemporary: boolean, now: number): Dates => ({
  isTemporary,
  startDate: isTemporary ? now : null,
  endDate: null,
})

/** A null date means no limit on that side. At the end date itself the alert still runs. */
export function stageOf({ startDate, endDate }: Pick<Dates, 'startDate' | 'endDate'>, now: number): 'upcoming' | 'running' | 'ended' {
  if (endDate !== null && endDate < now) return 'ended'
  return startDate !== null && startDate > now ? 'upcoming' : 'running'
}

export const judgeAddition = (count: number, max: number): AppError | null =>
  count >= max ? new AppError('SubscriptionsFull', { values: { max } }) : null

/** The name of the place in an email. It is one line and never empty. */
export const formatPlaceName = ({ name, description }: Pick<Address, 'name' | 'description'>) =>
  (name.trim() || description).replace(/\s+/g, ' ').trim().slice(0, 120).toWellFormed()

/** "Pickleball", "Padel and Pickleball", "Padel and 3 more" */
export function formatActivities([first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} more`
}

/** A subscription stores the labels of its activities, but the search index needs their ids. */
export const findActivityIds = (labels: readonly string[]): string[] =>
  activities.filter(({ label }) => labels.includes(label)).map(({ id }) => id)
