import { activities } from '../activities.ts'
import { AppError } from '../errors.ts'
import type { Address } from '../geo/address.ts'
import type { ActivitySubscription } from './contract.ts'
import { maxSubscriptions } from './contract.ts'

type Dates = Pick<ActivitySubscription, 'startDate' | 'endDate' | 'isTemporary'>

/** On, it begins now and waits for an end to be set; off, it holds for good. */
export const switchTemporary = (isTemporary: boolean, now: number): Dates => ({
  isTemporary,
  startDate: isTemporary ? now : null,
  endDate: null,
})

/** An open side of its time has no bound. The end itself still counts. */
export function stageOf({ startDate, endDate }: Pick<Dates, 'startDate' | 'endDate'>, now: number): 'upcoming' | 'running' | 'ended' {
  if (endDate !== null && endDate < now) return 'ended'
  return startDate !== null && startDate > now ? 'upcoming' : 'running'
}

export const judgeAddition = (has: number): AppError | null =>
  has >= maxSubscriptions ? new AppError('SubscriptionsFull', { values: { max: maxSubscriptions } }) : null

/** What a mail calls the place: one line, never empty. */
export const placeName = ({ name, description }: Pick<Address, 'name' | 'description'>) =>
  (name.trim() || description).replace(/\s+/g, ' ').trim().slice(0, 120).toWellFormed()

/** "Pickleball", "Padel and Pickleball", "Padel and 3 more" */
export function nameActivities([first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} more`
}

/** A subscription names activities as people read them; the index goes by their ids. */
export const idsOfLabels = (labels: readonly string[]): string[] =>
  activities.filter(({ label }) => labels.includes(label)).map(({ id }) => id)
