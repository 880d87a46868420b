import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type GroupForm, maxSeasonGroups, type SeasonGroup } from '../../domain/seasons/contract.ts'
import { judgeSeasonChange } from '../../domain/seasons/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { detailsOf, recordChange, recordChangeIf } from '../teams/record-change.ts'
import { countPeople } from './count-people.ts'
import { requireTeamOf, selectGroups } from './queries.ts'
import { labelOf } from './record-change.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, teamSessions } from './schema.ts'
import { touchResults } from './table.ts'

const nameKeyOf = (name: string) => name.toLowerCase()

const isGroup = (seasonId: string, groupId: string) => and(eq(seasonGroups.seasonId, seasonId), eq(seasonGroups.id, groupId))
const doesExist = (seasonId: string, groupId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seasonGroups} WHERE ${isGroup(seasonId, groupId)})`
/** Another group of the season has this name. */
const isNameTaken = (seasonId: string, groupId: string, name: string): SQL => sql`EXISTS (SELECT 1 FROM ${seasonGroups}
  WHERE ${seasonGroups.seasonId} = ${seasonId} AND ${seasonGroups.nameKey} = ${nameKeyOf(name)} AND ${seasonGroups.id} <> ${groupId})`

/** Throws the reason why nothing was changed: first the missing permission, then the first of these that is true. */
function refuse(
  facts: Parameters<typeof readFacts>[1],
  actor: Actor,
  reasons: readonly (readonly [boolean | undefined, AppError])[],
): never {
  throw judgeSeasonChange(readFacts(actor, facts).actorRoles) ?? reasons.find(([isTrue]) => isTrue)?.[1] ?? new AppError('Conflict')
}

/** Two groups of a season cannot have the same name, so a repeated request creates no second group. */
export async function createGroup(db: Database, clock: Clock, actor: Actor, seasonId: string, form: GroupForm): Promise<SeasonGroup> {
  const teamId = await requireTeamOf(db, seasonId)
  const id = clock.newId()
  const [lot = 0] = crypto.getRandomValues(new Uint32Array(1))
  const { facts, state, inserted, groups } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    state: select({ isTaken: asBoolean }, sql`SELECT ${isNameTaken(seasonId, id, form.name)} AS isTaken`),
    inserted: insertSelect(
      seasonGroups,
      { id, seasonId, ...form, nameKey: nameKeyOf(form.name), lot },
      sql`WHERE ${canAct(actor, teamId, 'seasons.manage')} AND NOT ${isNameTaken(seasonId, id, form.name)}
        AND (SELECT count(*) FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${seasonId}) < ${maxSeasonGroups}`,
    ),
    recorded: recordChange(clock, actor, teamId, {
      kind: 'group-created',
      details: detailsOf({ season: labelOf(seasonId), group: form.name }),
    }),
    touched: touchResults(seasonId, doesExist(seasonId, id)),
    groups: selectGroups(seasonId, sql`${seasonGroups.id} = ${id}`),
  })
  const [created] = groups.rows
  if (inserted.changes > 0 && created) return created
  return refuse(facts, actor, [
    [state.rows[0]?.isTaken, new AppError('GroupNameTaken', { field: 'name' })],
    [true, new AppError('GroupsFull', { values: { max: maxSeasonGroups } })],
  ])
}

export async function changeGroup(
  db: Database,
  clock: Clock,
  actor: Actor,
  { seasonId, groupId }: { seasonId: string; groupId: string },
  form: GroupForm,
): Promise<SeasonGroup> {
  const teamId = await requireTeamOf(db, seasonId)
  const fits = sql`(${form.size} IS NULL OR ${countPeople(groupId)} <= ${form.size})`
  const isChangeable = and(
    isGroup(seasonId, groupId),
    canAct(actor, teamId, 'seasons.manage'),
    sql`NOT ${isNameTaken(seasonId, groupId, form.name)}`,
    fits,
  )
  const isDifferent = sql`(${seasonGroups.name}, ${seasonGroups.levelMin}, ${seasonGroups.levelMax}, ${seasonGroups.size})
    IS NOT (${form.name}, ${form.levelMin}, ${form.levelMax}, ${form.size})`
  const { facts, state, changed, groups } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    state: select(
      { isKnown: asBoolean, isTaken: asBoolean, fits: asBoolean },
      sql`SELECT ${doesExist(seasonId, groupId)} AS isKnown, ${isNameTaken(seasonId, groupId, form.name)} AS isTaken, ${fits} AS fits`,
    ),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      { kind: 'group-edited', details: detailsOf({ season: labelOf(seasonId), group: form.name, oldGroup: seasonGroups.name }) },
      sql`FROM ${seasonGroups} WHERE ${and(isChangeable, isDifferent)}`,
    ),
    changed: db
      .update(seasonGroups)
      .set({ ...form, nameKey: nameKeyOf(form.name), isCopied: false })
      .where(isChangeable),
    groups: selectGroups(seasonId, sql`${seasonGroups.id} = ${groupId}`),
  })
  const [group] = groups.rows
  if (changed.changes > 0 && group) return group
  const [before] = state.rows
  return refuse(facts, actor, [
    [before?.isKnown === false, new AppError('GroupNotFound')],
    [before?.isTaken, new AppError('GroupNameTaken', { field: 'name' })],
    [before?.fits === false, new AppError('GroupSizeTooSmall', { field: 'size' })],
  ])
}

/** Deletes a group without matches. Its people stay in the season, its captain becomes a player. */
export async function deleteGroup(
  db: Database,
  clock: Clock,
  actor: Actor,
  { seasonId, groupId }: { seasonId: string; groupId: string },
): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const matches = sql`(SELECT count(*) FROM ${teamSessions} WHERE ${teamSessions.homeGroupId} = ${groupId} OR ${teamSessions.awayGroupId} = ${groupId})`
  const mayDelete = sql`${canAct(actor, teamId, 'seasons.manage')} AND ${matches} = 0 AND ${doesExist(seasonId, groupId)}`
  const { facts, state, deleted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    state: select({ isKnown: asBoolean, matches: asNumber }, sql`SELECT ${doesExist(seasonId, groupId)} AS isKnown, ${matches} AS matches`),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      { kind: 'group-deleted', details: detailsOf({ season: labelOf(seasonId), group: seasonGroups.name }) },
      sql`FROM ${seasonGroups} WHERE ${isGroup(seasonId, groupId)} AND ${mayDelete}`,
    ),
    touched: touchResults(seasonId, mayDelete),
    emptied: db
      .update(seasonRegistrations)
      .set({ kind: 'player', groupId: null })
      .where(and(eq(seasonRegistrations.groupId, groupId), mayDelete)),
    emptiedOfGuests: db
      .update(seasonGuests)
      .set({ groupId: null })
      .where(and(eq(seasonGuests.groupId, groupId), mayDelete)),
    deleted: db.delete(seasonGroups).where(and(isGroup(seasonId, groupId), mayDelete)),
  })
  if (deleted.changes > 0) return
  const [before] = state.rows
  refuse(facts, actor, [
    [before?.isKnown === false, new AppError('GroupNotFound')],
    [before !== undefined && before.matches > 0, new AppError('GroupHasMatches')],
  ])
}
