import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventForm, EventFormAnswer } from '../../domain/events/form-contract.ts'
import { joinLocalTime } from '../../domain/events/local-times.ts'
import { titleOf } from '../../domain/events/rules.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, select } from '../platform/row-query.ts'
import { ci, isOpenInvite } from './co-host-invites.ts'
import { basicFields } from './queries.ts'
import { coHostInvites, eventHosts, eventSeries, events } from './schema.ts'
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
      pricing: e.pricing,
      formId: e.formId,
      joinsAt: e.joinsAt,
      plusJoinsEarly: e.plusJoinsEarly,
      version: e.version,
      state: e.state,
      publishAt: e.publishAt,
      rule: eventSeries.rule,
    })
    .from(e)
    .leftJoin(eventSeries, eq(eventSeries.id, e.seriesId))
    .where(inList(e.id, ids))

/** Co-hosts first, then people who were asked and have not answered. */
const selectCoHosts = (ids: readonly string[], now: number) =>
  select(
    { eventId: asText, ...faceColumnsOf(u), hasAccepted: asBoolean },
    sql`SELECT ${eventHosts.eventId} AS eventId, ${u.id} AS id, ${u.displayName} AS name, ${u.photoKey} AS photoKey, 1 AS hasAccepted,
        ${eventHosts.createdAt} AS since
      FROM ${eventHosts} JOIN ${people} ${u} ON ${u.id} = ${eventHosts.userId} AND ${u.deletedAt} IS NULL WHERE ${inList(eventHosts.eventId, ids)}
      UNION ALL SELECT ${ci.eventId}, ${u.id}, ${u.displayName}, ${u.photoKey}, 0, ${ci.createdAt}
      FROM ${coHostInvites} ${ci} JOIN ${events} ${e} ON ${e.id} = ${ci.eventId} JOIN ${people} ${u} ON ${u.id} = ${ci.userId} AND ${u.deletedAt} IS NULL
      WHERE ${inList(ci.eventId, ids)} AND ${isOpenInvite(now)}
      ORDER BY hasAccepted DESC, since, id`,
  )

type LoadedCoHost = EventFormAnswer['coHosts'][number]
type FormRow = Awaited<ReturnType<typeof selectForms>>[number]

/** An event as values of the form, with what else the form page shows. */
export type LoadedForm = Pick<FormRow, 'version' | 'state' | 'publishAt' | 'pictureKey' | 'rule' | 'startsAt' | 'endsAt' | 'timeZone'> & {
  form: EventForm
  coHosts: LoadedCoHost[]
}

/** Loads the form values of these events, by their ids. */
export async function loadForms(db: Database, ids: readonly string[], now: number): Promise<Map<string, LoadedForm>> {
  const { forms, hosts } = await runBatch(db, { forms: selectForms(db, ids), hosts: selectCoHosts(ids, now) })
  const hostsByEvent = Map.groupBy(hosts.rows, ({ eventId }) => eventId)
  return new Map(
    forms.rows.map((row) => [
      row.id,
      toLoadedForm(
        row,
        (hostsByEvent.get(row.id) ?? []).map((host) => ({ ...toFace(host), hasAccepted: host.hasAccepted })),
      ),
    ]),
  )
}

function toLoadedForm({ id, placeId, placeName, address, lat, lng, ...row }: FormRow, coHosts: LoadedCoHost[]): LoadedForm {
  const { version, state, publishAt, pictureKey, rule, startsAt, endsAt, joinsAt, timeZone, ...fields } = row
  const where = { placeId, name: placeName, address, lat, lng }
  const form = {
    ...fields,
    // An empty title keeps a game named after its activity and place, even when these change.
    title: fields.title === titleOf({ title: '', activity: fields.activity, where }) ? '' : fields.title,
    where,
    starts: joinLocalTime(instantToLocal(startsAt, timeZone)),
    ends: joinLocalTime(instantToLocal(endsAt, timeZone)),
    joinFrom: joinsAt === null ? null : joinLocalTime(instantToLocal(joinsAt, timeZone)),
    coHosts: coHosts.map((host) => host.id),
  }
  return { form, coHosts, version, state, publishAt, pictureKey, rule, startsAt, endsAt, timeZone }
}
