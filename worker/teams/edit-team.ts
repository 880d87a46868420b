import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import type { TeamField } from '../../domain/teams/changes-contract.ts'
import type { ChangeTeam, TeamForm } from '../../domain/teams/contract.ts'
import { requireRight, teamNotFound } from '../../domain/teams/rules.ts'
import { findCity } from '../cities/queries.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, isTeam, readFacts, selectFacts } from './actor.ts'
import { indexTeam, unindexTeam } from './index-team.ts'
import { recordChange } from './record-change.ts'
import { teams } from './schema.ts'

const { name, description, activity, joinMode, mainColor, secondColor, version, photoKey, cityId, cityName, cityState, lat, lng } = teams
const formColumns = {
  name,
  description,
  activity,
  joinMode,
  mainColor,
  secondColor,
  version,
  photoKey,
  cityId,
  cityName,
  cityState,
  lat,
  lng,
}

type StoredTeam = Pick<typeof teams.$inferSelect, keyof typeof formColumns>

const cityOf = ({ cityId: id, cityName: city, cityState: state, lat: cityLat, lng: cityLng }: StoredTeam) =>
  id === null || city === null || state === null || cityLat === null || cityLng === null
    ? null
    : { id, name: city, state, lat: cityLat, lng: cityLng }

/** What the form of a team shows, for people who may edit it. */
export async function readTeamForm(db: Database, actor: Actor, teamId: string): Promise<TeamForm> {
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select(formColumns).from(teams).where(isTeam(teamId)),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'team.edit')
  const [team] = found.rows
  if (!team) throw teamNotFound()
  const { photoKey: key, cityId: id, cityName: _city, cityState: _state, lat: _lat, lng: _lng, ...form } = team
  return { ...form, city: id === null ? null : await findCity(db, id), photoUrl: key && photoUrl(key, 1280) }
}

/** The fields that the form changes. */
function listChangedFields(before: StoredTeam, form: ChangeTeam): TeamField[] {
  const fields = ['name', 'description', 'activity', 'joinMode', 'mainColor', 'secondColor'] as const
  const changed: TeamField[] = fields.filter((field) => before[field] !== form[field])
  return before.cityId === form.cityId ? changed : [...changed, 'city']
}

/**
 * Changes the version of a team that the person edited. The map, the search and the directory follow in the same batch. A repeated request
 * with the same values changes nothing and succeeds.
 */
export async function changeTeam(db: Database, clock: Clock, actor: Actor, teamId: string, form: ChangeTeam): Promise<void> {
  const before = await readFirst(db, db.select(formColumns).from(teams).where(isTeam(teamId)))
  const oldCity = before ? cityOf(before) : null
  const city = form.cityId === null || form.cityId === oldCity?.id ? oldCity : await findCity(db, form.cityId)
  const newCity = form.cityId === null ? null : city
  const { version: formVersion, cityId: _, ...values } = form
  const place = {
    cityId: newCity?.id ?? null,
    cityName: newCity?.name ?? null,
    cityState: newCity?.state ?? null,
    lat: newCity?.lat ?? null,
    lng: newCity?.lng ?? null,
  }
  const fields = before ? listChangedFields(before, form) : []
  const isChanged = fields.length > 0 && (form.cityId === null || newCity !== null)
  const mayChange = and(isTeam(teamId), eq(teams.version, formVersion), canAct(actor, teamId, 'team.edit'), sql`${isChanged ? 1 : 0}`)
  // The index is written before the row, because this condition is false after it.
  const isAboutToChange = sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${mayChange})`
  const { facts, changed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    unindexed: before ? unindexTeam({ id: teamId, ...before, city: oldCity }, isAboutToChange) : [],
    indexed: before ? indexTeam({ id: teamId, ...values, city: newCity }, isAboutToChange) : [],
    changed: db
      .update(teams)
      .set({ ...values, ...place, version: sql`${teams.version} + 1`, updatedAt: clock.now })
      .where(mayChange),
    recorded: recordChange(clock, actor, teamId, { kind: 'edited', fields }),
  })
  if (changed.changes > 0) return
  requireRight(readFacts(actor, facts).actorRoles, 'team.edit')
  if (form.cityId !== null && newCity === null) throw new AppError('TeamCityUnknown', { field: 'cityId' })
  if (fields.length > 0) throw new AppError('TeamVersionConflict')
}

/** Sets or removes the photo. The version stays the same, because the form does not save the photo. Returns the old photo. */
export async function setTeamPhoto(db: Database, clock: Clock, actor: Actor, teamId: string, key: string | null): Promise<string | null> {
  const { facts, before, changed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: db.select({ photoKey: teams.photoKey }).from(teams).where(isTeam(teamId)),
    changed: db
      .update(teams)
      .set({ photoKey: key, updatedAt: clock.now })
      .where(and(isTeam(teamId), sql`${teams.photoKey} IS NOT ${key}`, canAct(actor, teamId, 'team.edit'))),
    recorded: recordChange(clock, actor, teamId, { kind: 'edited', fields: ['photo'] }),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'team.edit')
  return changed.changes > 0 ? (before.rows[0]?.photoKey ?? null) : null
}
