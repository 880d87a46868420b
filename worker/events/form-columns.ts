import type { EventPart } from '../../domain/events/event-part-names.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { capacityOf, titleOf } from '../../domain/events/rules.ts'
import type { ResolvedLocation } from './resolve-location.ts'
import type { events } from './schema.ts'

/** The parts of a game whose columns are the same on every date that gets them. */
export type ColumnPart = Exclude<EventPart, 'title' | 'day' | 'time' | 'length' | 'coHosts'>

export type TimelessForm = Omit<EventForm, 'starts' | 'ends' | 'joinFrom'>

/** The columns of each part. The title is not here: if it is empty, it follows the activity and the place of its own date. */
export const columnsByPart = (form: TimelessForm, where: ResolvedLocation) =>
  ({
    activity: { activity: form.activity },
    description: { description: form.description },
    where: {
      placeId: where.placeId,
      placeName: where.name,
      address: where.address,
      lat: where.lat,
      lng: where.lng,
      timeZone: where.timeZone,
    },
    levels: { levelMin: form.levelMin, levelMax: form.levelMax },
    seats: { capacity: capacityOf(form), slots: form.slots },
    maxGuests: { maxGuests: form.maxGuests },
    audience: { visibility: form.visibility, teamId: form.teamId },
    needsApproval: { needsApproval: form.needsApproval },
    questions: { questions: form.questions },
    leaveMinutes: { leaveMinutes: form.leaveMinutes },
    waitlistMode: { waitlistMode: form.waitlistMode },
    pricing: { pricing: form.pricing },
    form: { formId: form.formId },
    // When joining opens is another instant on each date.
    joinFrom: { plusJoinsEarly: form.plusJoinsEarly },
  }) satisfies Record<ColumnPart, Partial<typeof events.$inferInsert>>

/** The columns of an event that come from the form, except its times. */
export function columnsOfForm(form: TimelessForm, where: ResolvedLocation) {
  const parts = columnsByPart(form, where)
  return {
    title: titleOf({ ...form, where }),
    ...parts.activity,
    ...parts.description,
    ...parts.where,
    ...parts.levels,
    ...parts.seats,
    ...parts.maxGuests,
    ...parts.audience,
    ...parts.needsApproval,
    ...parts.questions,
    ...parts.leaveMinutes,
    ...parts.waitlistMode,
    ...parts.pricing,
    ...parts.form,
    ...parts.joinFrom,
  }
}
