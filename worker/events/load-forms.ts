import { and, asc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { joinLocalTime } from '../../domain/events/local-times.ts'
import { titleOf } from '../../domain/events/rules.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { basicFields } from './queries.ts'
import { eventHosts, eventSeries } from './schema.ts'
import { e } from './tables.ts'

const u = alias(people, 'u')

const selectForms = (db: Database, ids: readonly string[]) =>
  db
    .select({
      id: e.id,
      ...basicFields,
      description: e.description,
      capacity: e.capacity,
      slots: e.slots,
      maxGuests: e.maxGuests,
      visibility: e.visibility,
      teamId: e.teamId,
      needsApproval: e.needsApproval,
      questions: e.questions,
      leaveMinutes: e.leaveMinutes,
      waitlistMode: e.waitlistMode,
      version: e.version,
      state: e.state,
      publishAt: e.publishAt,
      rule: eventSeries.rule,
    })
    .from(e)
    .leftJoin(eventSeries, eq(eventSeries.id, e.seriesId))
    .where(inList(e.id, ids))

const selectCoHosts = (db: Database, ids: readonly string[]) =>
  db
    .select({ eventId: eventHosts.eventId, ...faceColumnsOf(u) })
    .from(eventHosts)
    .innerJoin(u, and(eq(u.id, eventHosts.userId), isNull(u.deletedAt)))
    .where(inList(eventHosts.eventId, ids))
    .orderBy(asc(eventHosts.createdAt), asc(eventHosts.userId))

type FormRow = Awaited<ReturnType<typeof selectForms>>[number]

/** An event as values of the form, with what else the form page shows. */
export type LoadedForm = Pick<FormRow, 'version' | 'state' | 'publishAt' | 'pictureKey' | 'rule' | 'startsAt' | 'endsAt' | 'timeZone'> & {
  form: EventForm
  coHosts: Face[]
}

/** Loads the form values of these events, by their ids. */
export async function loadForms(db: Database, ids: readonly string[]): Promise<Map<string, LoadedForm>> {
  const { forms, hosts } = await runBatch(db, { forms: selectForms(db, ids), hosts: selectCoHosts(db, ids) })
  const hostsByEvent = Map.groupBy(hosts.rows, ({ eventId }) => eventId)
  return new Map(forms.rows.map((row) => [row.id, toLoadedForm(row, (hostsByEvent.get(row.id) ?? []).map(toFace))]))
}

function toLoadedForm({ id, placeId, placeName, address, lat, lng, ...row }: FormRow, coHosts: Face[]): LoadedForm {
  const { version, state, publishAt, pictureKey, rule, startsAt, endsAt, timeZone, ...fields } = row
  const where = { placeId, name: placeName, address, lat, lng }
  const form = {
    ...fields,
    // An empty title keeps a game named after its activity and place, even when these change.
    title: fields.title === titleOf({ title: '', activity: fields.activity, where }) ? '' : fields.title,
    where,
    starts: joinLocalTime(instantToLocal(startsAt, timeZone)),
    ends: joinLocalTime(instantToLocal(endsAt, timeZone)),
    coHosts: coHosts.map((host) => host.id),
  }
  return { form, coHosts, version, state, publishAt, pictureKey, rule, startsAt, endsAt, timeZone }
}
