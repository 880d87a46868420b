import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import * as v from 'valibot'
import {
  type CandidateList,
  maxCandidates,
  peoplePageSize,
  type SeasonDetail,
  type SeasonPage,
  type SeasonPeoplePage,
  seasonPageSize,
} from '../../domain/seasons/contract.ts'
import { copyUndoTime } from '../../domain/seasons/copy-contract.ts'
import { judgeSeasonChange, seasonNotFound } from '../../domain/seasons/rules.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { selectCityZone } from '../cities/queries.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { seesGuest } from '../roster/sees-guests.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { selectThoseWho } from '../teams/may-do.ts'
import { communities, communityGuests, communityMembers } from '../teams/shared.ts'
import { selectChildrenIn } from './children-in-season.ts'
import { countPeople } from './count-people.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons } from './schema.ts'

const oneMore = seasonPageSize + 1

export const seasonColumns = { id: seasons.id, label: seasons.label, startDate: seasons.startsOn, endDate: seasons.endsOn }

/** Finds the team of a season, also before we know whether the person may see it. */
export async function requireTeamOf(db: Database, seasonId: string): Promise<string> {
  const season = await readFirst(db, db.select({ teamId: seasons.teamId }).from(seasons).where(eq(seasons.id, seasonId)))
  if (!season) throw seasonNotFound()
  return season.teamId
}

/** Selects the groups of a season with the number of people in each. */
export const selectGroups = (seasonId: string, where: SQL = sql`1`) =>
  selectFields(
    {
      id: seasonGroups.id,
      name: seasonGroups.name,
      levelMin: seasonGroups.levelMin,
      levelMax: seasonGroups.levelMax,
      size: seasonGroups.size,
      people: computed(countPeople(seasonGroups.id), asNumber),
    },
    sql`FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${seasonId} AND ${where} ORDER BY ${seasonGroups.nameKey}`,
  )

const shownOrganizers = 3

/** Members do not see people with a block between them. Organizers see everyone, because they give out the places. */
export const mayBeNamedTo = (actor: Actor, teamId: string): SQL =>
  sql`(${hasNoBlock(actor.id ?? '', people.id)} OR ${canAct(actor, teamId, 'seasons.manage')})`

/** The season is a copy that this person can still undo. */
export const isOwnCopy = (actor: Actor, now: number): SQL =>
  sql`(${seasons.copiedFrom} IS NOT NULL AND ${seasons.createdBy} IS ${actor.id} AND ${seasons.createdAt} > ${now - copyUndoTime})`

export async function readSeason(db: Database, now: number, actor: Actor, seasonId: string): Promise<SeasonDetail> {
  const teamId = await requireTeamOf(db, seasonId)
  const { facts, season, groups, captains, organizers, mine, children } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    season: selectFields(
      {
        ...seasonColumns,
        version: seasons.version,
        undoUntil: computed(sql`iif(${isOwnCopy(actor, now)}, ${seasons.createdAt} + ${copyUndoTime}, NULL)`, orNull(asNumber)),
        name: communities.name,
        activity: communities.activity,
        timeZone: computed(selectCityZone(communities.cityId), orNull(asText)),
      },
      sql`FROM ${seasons} JOIN ${communities} ON ${communities.id} = ${seasons.teamId} WHERE ${seasons.id} = ${seasonId}`,
    ),
    groups: selectGroups(seasonId),
    captains: selectFields(
      { ...faceColumns, groupId: computed(sql`${seasonRegistrations.groupId}`, asText) },
      sql`FROM ${seasonRegistrations} JOIN ${people} ON ${people.id} = ${seasonRegistrations.userId}
        WHERE ${seasonRegistrations.seasonId} = ${seasonId} AND ${seasonRegistrations.kind} = 'captain'
          AND ${mayBeNamedTo(actor, teamId)} ORDER BY ${seasonRegistrations.userId}`,
    ),
    organizers: selectFields(
      faceColumns,
      sql`FROM ${selectThoseWho('seasons.manage', teamId, {
        where: (userId) => hasNoBlock(actor.id ?? '', userId),
        limit: shownOrganizers,
      })} able CROSS JOIN ${people} ON ${people.id} = able.userId ORDER BY able.rank, able.joinedAt, able.userId LIMIT ${shownOrganizers}`,
    ),
    children: selectChildrenIn(seasonId, actor.id ?? '', teamId),
    mine: db
      .select({ kind: seasonRegistrations.kind, groupId: seasonRegistrations.groupId })
      .from(seasonRegistrations)
      .where(and(eq(seasonRegistrations.seasonId, seasonId), eq(seasonRegistrations.userId, actor.id ?? ''))),
  })
  const [row] = season.rows
  const { actorRole, actorRights } = readFacts(actor, facts)
  if (!row || !actorRole) throw seasonNotFound()
  const { name, activity, timeZone, ...found } = row
  return {
    ...found,
    teamId,
    team: { name, activity, timeZone },
    role: actorRole,
    rights: actorRights ?? [],
    groups: groups.rows,
    captains: captains.rows.map(({ groupId, ...face }) => ({ groupId, person: toFace(face) })),
    organizers: organizers.rows.map(toFace),
    me: mine.rows[0] ?? null,
    children: children.rows,
  }
}

/** The last id of a page. */
export const PersonCursor = v.tuple([v.string()])

/** Lists the people of a season for its team. */
export async function listSeasonPeople(db: Database, actor: Actor, seasonId: string, cursor?: string): Promise<SeasonPeoplePage> {
  const teamId = await requireTeamOf(db, seasonId)
  const after = readCursor(PersonCursor, cursor)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ ...faceColumns, kind: seasonRegistrations.kind, groupId: seasonRegistrations.groupId })
      .from(seasonRegistrations)
      .innerJoin(people, eq(people.id, seasonRegistrations.userId))
      .where(
        and(
          eq(seasonRegistrations.seasonId, seasonId),
          after ? sql`${seasonRegistrations.userId} > ${after[0]}` : undefined,
          mayBeNamedTo(actor, teamId),
        ),
      )
      .orderBy(asc(seasonRegistrations.userId))
      .limit(peoplePageSize + 1),
  })
  if (!canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  const { page, next } = cutPage(found.rows, peoplePageSize, ({ id }) => [id])
  return { people: page.map(({ kind, groupId, ...face }) => ({ person: toFace(face), kind, groupId })), next }
}

/** Lists members of the team who are not in the season, for its organizers. `q` is a part of their name. */
export async function listCandidates(db: Database, actor: Actor, seasonId: string, q: string): Promise<CandidateList> {
  const teamId = await requireTeamOf(db, seasonId)
  const isNamed = (name: SQLWrapper) => sql`instr(lower(${name}), ${q.toLowerCase()}) > 0`
  const { facts, found, guests } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    guests: selectFields(
      { id: communityGuests.id, name: communityGuests.name, isChild: computed(sql`${communityGuests.guardianId} IS NOT NULL`, asBoolean) },
      sql`FROM ${communityGuests} WHERE ${communityGuests.teamId} = ${teamId} AND ${canAct(actor, teamId, 'seasons.manage')}
        AND ${seesGuest(actor, teamId)} AND ${isNamed(communityGuests.name)} AND NOT EXISTS (SELECT 1 FROM ${seasonGuests}
          WHERE ${seasonGuests.seasonId} = ${seasonId} AND ${seasonGuests.guestId} = ${communityGuests.id})
        ORDER BY lower(${communityGuests.name}), ${communityGuests.id} LIMIT ${maxCandidates}`,
    ),
    found: db
      .select(faceColumns)
      .from(communityMembers)
      .innerJoin(people, eq(people.id, communityMembers.userId))
      .where(
        and(
          eq(communityMembers.teamId, teamId),
          canAct(actor, teamId, 'seasons.manage'),
          hasNoBlock(actor.id ?? '', people.id),
          isNamed(people.displayName),
          sql`NOT EXISTS (SELECT 1 FROM ${seasonRegistrations}
            WHERE ${seasonRegistrations.seasonId} = ${seasonId} AND ${seasonRegistrations.userId} = ${people.id})`,
        ),
      )
      .orderBy(sql`lower(${people.displayName})`, asc(people.id))
      .limit(maxCandidates),
  })
  const refusal = judgeSeasonChange(readFacts(actor, facts).actorRoles)
  if (refusal) throw refusal
  return { people: found.rows.map(toFace), guests: guests.rows }
}

const SeasonCursor = v.tuple([v.string(), v.string()])

/** Lists the seasons of a team for its members. The season that ends last comes first. */
export async function listSeasons(db: Database, actor: Actor, teamId: string, cursor?: string): Promise<SeasonPage> {
  const after = readCursor(SeasonCursor, cursor)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select(seasonColumns)
      .from(seasons)
      .where(and(eq(seasons.teamId, teamId), after ? sql`(${seasons.endsOn}, ${seasons.id}) < (${after[0]}, ${after[1]})` : undefined))
      .orderBy(desc(seasons.endsOn), desc(seasons.id))
      .limit(oneMore),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'seasons.view')
  const { page, next } = cutPage(found.rows, seasonPageSize, ({ id, endDate }) => [endDate, id])
  return { seasons: page, next }
}
