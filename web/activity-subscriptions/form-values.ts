import { fromDate, getLocalTimeZone, parseDate, toCalendarDate } from '@internationalized/date'
import * as v from 'valibot'
import type { Activity } from '../../domain/activities.ts'
import { type ActivitySubscription, radiusDefault, SaveActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import type { Address } from '../../domain/geo/address.ts'
import { IdempotencyKey } from '../../domain/ids.ts'
import type { DateRange } from '../ui/date-range-field.tsx'

/** What the form holds. The key and the version are kept with the words, so that a reload neither subscribes twice nor hides a change. */
export type FormValues = {
  address: Address | null
  radius: number
  activities: Activity['label'][]
  startDate: number | null
  endDate: number | null
  isTemporary: boolean
  idempotencyKey: string
  version: number
}

type Ready = SaveActivitySubscription & { idempotencyKey: string; version: number }

/** The rules of the contract. That a form begins without an address is the one thing they do not know. */
export const FormRules = v.intersect([
  SaveActivitySubscription,
  v.object({ idempotencyKey: IdempotencyKey, version: v.number() }),
]) as unknown as v.GenericSchema<FormValues, Ready>

export const newValues = (): FormValues => ({
  address: null,
  radius: radiusDefault,
  activities: [],
  startDate: null,
  endDate: null,
  isTemporary: false,
  idempotencyKey: crypto.randomUUID(),
  version: 0,
})

export const valuesOf = ({ address, radius, activities, startDate, endDate, isTemporary, version }: ActivitySubscription): FormValues => ({
  ...newValues(),
  ...{ address, radius, startDate, endDate, isTemporary, version },
  activities: activities as Activity['label'][],
})

const dayOf = (at: number | null) => (at === null ? null : toCalendarDate(fromDate(new Date(at), getLocalTimeZone())).toString())

type Instants = Pick<FormValues, 'startDate' | 'endDate'>

export const toRange = ({ startDate, endDate }: Instants): DateRange => ({ start: dayOf(startDate), end: dayOf(endDate) })

/** From the first moment of the one day to the last of the other. A day that was not touched keeps its moment. */
export function fromRange({ start, end }: DateRange, before: Instants): Instants {
  const zone = getLocalTimeZone()
  const begins = (day: string) => parseDate(day).toDate(zone).getTime()
  const ends = (day: string) => parseDate(day).add({ days: 1 }).toDate(zone).getTime() - 1
  return {
    startDate: start === null ? null : start === dayOf(before.startDate) ? before.startDate : begins(start),
    endDate: end === null ? null : end === dayOf(before.endDate) ? before.endDate : ends(end),
  }
}
