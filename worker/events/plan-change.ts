import { AppError } from '../../domain/errors.ts'
import type { EventPart } from '../../domain/events/event-part-names.ts'
import { applyParts, listChangedParts, listOwnParts, listPartsToWrite } from '../../domain/events/event-parts.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { type PlannedTimes, planTimes, readJoinsAt, readStart } from '../../domain/events/plan-times.ts'
import { titleOf } from '../../domain/events/rules.ts'
import type { LoadedForm } from './load-forms.ts'
import type { LoadedEvent } from './load-scope.ts'
import type { ResolvedLocation } from './resolve-location.ts'

/** One date after the change: its parts that are written, and its values then. */
export type PlannedDate = PlannedTimes & {
  row: LoadedEvent
  before: LoadedForm
  parts: readonly EventPart[]
  form: EventForm
  where: ResolvedLocation
  title: string
}

export const locationOf = ({ placeId, placeName, address, lat, lng, timeZone }: LoadedEvent & { address: string }): ResolvedLocation => ({
  placeId,
  name: placeName,
  address,
  lat,
  lng,
  timeZone,
})

type Plan = {
  rows: readonly [LoadedEvent, ...LoadedEvent[]]
  forms: ReadonlyMap<string, LoadedForm>
  form: EventForm
  /** The place of the edited date after the change. */
  where: ResolvedLocation
  /** Whether the other dates also lose what they have of their own. */
  overwritesOwn: boolean
  now: number
}

/**
 * Plans the change of the edited date, which is the first row, and of the other dates of its series. Another date gets only what the
 * host has changed now, and only where it had the same value as the edited date before, unless
 * `overwritesOwn` is set. Dates that would stay as they are, are left out.
 */
export function planChange({
  rows: [editedRow, ...others],
  forms,
  form,
  where,
  overwritesOwn,
  now,
}: Plan): [PlannedDate, ...PlannedDate[]] {
  const before = forms.get(editedRow.id)
  if (!before) throw new AppError('EventVersionConflict')
  const change = { before: before.form, after: form }
  const changed = listChangedParts(change.before, change.after)
  const times = planTimes(form, where.timeZone, now)
  const edited: PlannedDate = { row: editedRow, before, parts: changed, form, where, title: titleOf({ ...form, where }), ...times }
  const duration = times.endsAt - times.startsAt
  const planOther = (row: LoadedEvent): PlannedDate[] => {
    const other = forms.get(row.id)
    if (!other) throw new AppError('EventVersionConflict')
    const own = before.rule === null ? [] : listOwnParts(before.form, other.form, before.rule)
    const parts = listPartsToWrite(changed, own, overwritesOwn)
    if (parts.length === 0) return []
    const next = applyParts(other.form, change, parts)
    const nextWhere = parts.includes('where') ? where : locationOf(row)
    const startMoves = parts.includes('day') || parts.includes('time') || nextWhere.timeZone !== row.timeZone
    const startsAt = startMoves ? readStart(next.starts, nextWhere.timeZone) : row.startsAt
    if (startsAt <= now) throw new AppError('OtherDateInPast', { field: 'form.starts' })
    const endsAt = startsAt + (parts.includes('length') ? duration : row.endsAt - row.startsAt)
    const joinsAt = readJoinsAt(next.joinFrom, nextWhere.timeZone)
    const title = titleOf({ ...next, where: nextWhere })
    return [{ row, before: other, parts, form: next, where: nextWhere, title, startsAt, endsAt, joinsAt }]
  }
  return [edited, ...others.flatMap(planOther)]
}
