import { fromDate, getLocalTimeZone, parseDate, toCalendarDate } from '@internationalized/date'
import * as v from 'valibot'
import type { Activity } from '../../domain/activities.ts'
import { type ActivitySubscription, defaultRadius, SaveActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import type { Address } from '../../domain/geo/address.ts'
import { IdempotencyKey } from '../../domain/ids.ts'
import { fieldsPart } from '../../domain/merge-edits.ts'
import type { DateRange } from '../ui/date-range-field.tsx'
import { type FormPart, fieldPartOf } from '../ui/edit-conflict.ts'
import { formatDates, formatMiles } from './format-alert.ts'

/**
 * The values of the form. The idempotency key and the version are stored with the draft: after a reload, saving again adds no
 * second alert, and a change from another tab is still noticed.
 */
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

type ReadyValues = SaveActivitySubscription & { idempotencyKey: string; version: number }

/** The rules of the contract. The type differs in one point: a new form has no address yet. */
export const FormRules = v.intersect([
  SaveActivitySubscription,
  v.object({ idempotencyKey: IdempotencyKey, version: v.number() }),
]) as unknown as v.GenericSchema<FormValues, ReadyValues>

export const newValues = (): FormValues => ({
  address: null,
  radius: defaultRadius,
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

/** From the start of the first day to the end of the last. A day that did not change keeps its exact time. */
export function fromRange({ start, end }: DateRange, before: Instants): Instants {
  const zone = getLocalTimeZone()
  const toDayStart = (day: string) => parseDate(day).toDate(zone).getTime()
  const toDayEnd = (day: string) => parseDate(day).add({ days: 1 }).toDate(zone).getTime() - 1
  return {
    startDate: start === null ? null : start === dayOf(before.startDate) ? before.startDate : toDayStart(start),
    endDate: end === null ? null : end === dayOf(before.endDate) ? before.endDate : toDayEnd(end),
  }
}

const partOf = fieldPartOf<FormValues>()

/** The parts that are merged on their own if another tab has changed the alert. */
export const alertParts: readonly FormPart<FormValues>[] = [
  partOf('address', 'Location', (address) => address?.description ?? ''),
  partOf('radius', 'Distance', (radius) => `Within ${formatMiles(radius)}`),
  {
    ...partOf('activities', 'Activities', (labels) => labels.join(', ')),
    valueOf: ({ activities }) => activities.toSorted(),
  },
  {
    ...fieldsPart<FormValues>(['startDate', 'endDate', 'isTemporary']),
    label: 'Dates',
    format: (values) => `${formatDates(values) || 'Always'}${values.isTemporary ? ', temporary' : ''}`,
  },
]
