import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type PlaceGuest, peoplePageSize, type SeasonGuestPage } from '../../domain/seasons/contract.ts'
import { judgeGuestRegistration, judgeGuestRemoval, seasonNotFound } from '../../domain/seasons/rules.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asText, computed, orNull, select, selectFields } from '../platform/row-query.ts'
import { seesGuest } from '../roster/sees-guests.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communityGuests } from '../teams/shared.ts'
import { countPeople } from './count-people.ts'
import { PersonCursor, requireTeamOf } from './queries.ts'
import { recordGuestPlace, recordGuestRemoval } from './record-change.ts'
import { seasonGroups, seasonGuests, seasons } from './schema.ts'

const { id, name, teamId: guestTeam, guardianId } = communityGuests
const isChild = computed(sql`${guardianId} IS NOT NULL`, asBoolean)

/** Lists the guests of a season whom the viewer may see: those who run people or games see all, and a parent their own children. */
export async function listSeasonGuests(db: Database, actor: Actor, seasonId: string, cursor?: string): Promise<SeasonGuestPage> {
  const teamId = await requireTeamOf(db, seasonId)
  const [after] = readCursor(PersonCursor, cursor) ?? ['']
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: selectFields(
      { id, name, isChild, isMyChild: computed(sql`${guardianId} IS ${actor.id}`, asBoolean), groupId: seasonGuests.groupId },
      sql`FROM ${seasonGuests} CROSS JOIN ${communityGuests} ON ${id} = ${seasonGuests.guestId}
        WHERE ${seasonGuests.seasonId} = ${seasonId} AND ${seasonGuests.guestId} > ${after} AND ${seesGuest(actor, teamId)}
        ORDER BY ${seasonGuests.guestId} LIMIT ${peoplePageSize + 1}`,
    ),
  })
  if (!canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  const { page, next } = cutPage(found.rows, peoplePageSize, (guest) => [guest.id])
  return { guests: page.map((guest) => ({ ...guest, isMyChild: guest.isChild && guest.isMyChild })), next }
}

type Path = { seasonId: string; guestId: string }

/** The guest of the community, if the actor may see them. A parent acts for their own child as for themselves. */
const isGuest = (actor: Actor, teamId: string, guestId: string) => and(eq(id, guestId), eq(guestTeam, teamId), seesGuest(actor, teamId))
const isOwnChild = (actor: Actor) => sql`(${guardianId} = ${actor.id} AND ${guardianId} IS NOT NULL)`

const selectGuest = (actor: Actor, teamId: string, guestId: string, seasonId: string) =>
  selectFields(
    {
      isOwn: computed(isOwnChild(actor), asBoolean),
      endsOn: seasons.endsOn,
      currentGroupId: computed(
        sql`(SELECT ${seasonGuests.groupId} FROM ${seasonGuests} WHERE ${seasonGuests.seasonId} = ${seasonId} AND ${seasonGuests.guestId} = ${guestId})`,
        orNull(asText),
      ),
    },
    sql`FROM ${communityGuests} CROSS JOIN ${seasons} ON ${seasons.id} = ${seasonId} WHERE ${isGuest(actor, teamId, guestId)}`,
  )

/**
 * Registers a guest for a season, or changes their group. Organizers do so with every guest, and give out the places in the groups. A parent
 * registers their own child, without a group, until the season is over.
 */
export async function registerGuest(db: Database, clock: Clock, actor: Actor, path: Path, { groupId }: PlaceGuest): Promise<void> {
  const { now } = clock
  const { seasonId, guestId } = path
  const teamId = await requireTeamOf(db, seasonId)
  const isGroup = sql`${seasonGroups.id} = ${groupId} AND ${seasonGroups.seasonId} = ${seasonId}`
  const isFull = sql`(${seasonGroups.size} IS NOT NULL AND ${countPeople(groupId, { guestId })} >= ${seasonGroups.size})`
  const hasPlace = groupId === null ? sql`1` : sql`EXISTS (SELECT 1 FROM ${seasonGroups} WHERE ${isGroup} AND NOT ${isFull})`
  const hasGroup = sql`EXISTS (SELECT 1 FROM ${seasonGuests}
    WHERE ${seasonGuests.seasonId} = ${seasonId} AND ${seasonGuests.guestId} = ${guestId} AND ${seasonGuests.groupId} IS NOT NULL)`
  const asParent =
    groupId === null
      ? sql`(${isOwnChild(actor)} AND ${canAct(actor, teamId, 'seasons.view')} AND NOT ${hasGroup} AND ${seasons.endsOn} >= ${latestLocalDate(now)})`
      : sql`0`
  const registered = sql`FROM ${communityGuests} CROSS JOIN ${seasons} ON ${seasons.id} = ${seasonId} WHERE ${isGuest(actor, teamId, guestId)}
    AND (${canAct(actor, teamId, 'seasons.manage')} OR ${asParent}) AND ${hasPlace}`
  const outcome = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    guest: selectGuest(actor, teamId, guestId, seasonId),
    group: select({ isFull: asBoolean }, sql`SELECT ${isFull} AS isFull FROM ${seasonGroups} WHERE ${isGroup}`),
    recorded: recordGuestPlace(clock, actor, { teamId, seasonId }, groupId, registered),
    registered: insertSelect(
      seasonGuests,
      { seasonId: seasons.id, guestId: id, endsOn: seasons.endsOn, registeredAt: now, groupId },
      sql`${registered} ${onConflictUpdate(seasonGuests, ['seasonId', 'guestId'], {
        groupId: excluded(seasonGuests.groupId),
        isCopied: false,
        submissionId: null,
      })}`,
    ),
  })
  if (outcome.registered.changes > 0) return
  const [guest] = outcome.guest.rows
  throw (
    judgeGuestRegistration(readFacts(actor, outcome.facts).actorRoles, {
      guest: guest ? { ...guest, isOver: guest.endsOn < latestLocalDate(now) } : null,
      ...{ groupId, group: outcome.group.rows[0] ?? null },
    }) ?? new AppError('Conflict')
  )
}

/** Organizers take out any guest, and a parent their own child. */
export async function unregisterGuest(db: Database, clock: Clock, actor: Actor, { seasonId, guestId }: Path): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const removed = sql`FROM ${communityGuests} WHERE ${isGuest(actor, teamId, guestId)}
    AND (${canAct(actor, teamId, 'seasons.manage')} OR (${isOwnChild(actor)} AND ${canAct(actor, teamId, 'seasons.view')}))`
  const outcome = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    guest: selectGuest(actor, teamId, guestId, seasonId),
    recorded: recordGuestRemoval(clock, actor, { teamId, seasonId }, guestId, removed),
    removed: sql`DELETE FROM ${seasonGuests} WHERE ${seasonGuests.seasonId} = ${seasonId} AND ${seasonGuests.guestId} IN (SELECT ${id} ${removed})`,
  })
  if (outcome.removed.changes > 0) return
  throw judgeGuestRemoval(readFacts(actor, outcome.facts).actorRoles, outcome.guest.rows[0] ?? null)
}
