import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type InvitePeople, maxInvitesPerDay } from '../../domain/events/join-contract.ts'
import { invitedKey } from '../../domain/events/joining-notices.ts'
import { eventNotFound, notInvitable } from '../../domain/events/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { tellOf } from '../notifications/commands.ts'
import { selectToldBy } from '../notifications/queries.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { selectTeammates } from '../teams/members.ts'
import { communityMembers } from '../teams/shared.ts'
import { selectListPeople } from '../user-lists/queries.ts'
import { isHostOf, isOpenTo, isScheduled } from './acting.ts'
import { eventInvites, events, joiners } from './schema.ts'
import { isActiveIn } from './seats.ts'
import { e, j } from './tables.ts'

const u = alias(people, 'u')

/** Ids of all who are meant, each once. Entries of a list that are an address are looked up nowhere. */
const meant = (inviterId: string, { userIds, listId, teamId }: InvitePeople): SQL => sql`
  SELECT value AS id FROM json_each(${JSON.stringify(userIds)})
  UNION ${selectListPeople(inviterId, listId)}
  UNION ${selectTeammates(inviterId, teamId)}`

const isKnownToEvent = sql`EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${u.id}
  AND (${isActiveIn(j)} OR ${j.state} IN ('refused', 'removed')))`

const isInItsTeam = sql`EXISTS (SELECT 1 FROM ${communityMembers}
  WHERE ${communityMembers.teamId} = ${e.teamId} AND ${communityMembers.userId} = ${u.id})`

const isInvited = sql`EXISTS (SELECT 1 FROM ${eventInvites} WHERE ${eventInvites.eventId} = ${e.id} AND ${eventInvites.userId} = ${u.id})`

/** Someone the event is there for, who is not in it yet, and whom neither the inviter nor its hosts are kept apart from. */
const mayBeInvited = (inviterId: string): SQL => sql`
  ${u.deletedAt} IS NULL AND ${u.completedAt} IS NOT NULL AND ${u.id} <> ${inviterId} AND ${nobodyBlocked(inviterId, u.id)}
  AND NOT ${isHostOf(u.id)} AND ${isOpenTo(u.id)} AND NOT ${isKnownToEvent} AND (${e.visibility} <> 'team' OR ${isInItsTeam})`

const selectMet = (inviterId: string, eventId: string, now: number) =>
  select(
    { state: e.state, publishAt: e.publishAt, startsAt: e.startsAt, today: asNumber },
    sql`SELECT ${e.state} AS state, ${e.publishAt} AS publishAt, ${e.startsAt} AS startsAt, (${countInvitedToday(inviterId, now)}) AS today
      FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
  )

/**
 * Asks people along, each once whoever asks, and returns how many that were. Who cannot be asked is left out without a word:
 * a block must not show.
 */
export async function invitePeople(
  db: Database,
  { now, newId, platform }: Acting,
  inviterId: string,
  eventId: string,
  asked: InvitePeople,
): Promise<number> {
  const met = await readFirst(db, selectMet(inviterId, eventId, now))
  if (!met) throw eventNotFound()
  const refusal = notInvitable(met, now)
  if (refusal) throw refusal
  if (met.today >= maxInvitesPerDay) throw new AppError('InvitesUsedUp', { values: { max: maxInvitesPerDay } })
  const { invited } = await runBatch(db, {
    invited: insertSelect(
      eventInvites,
      { eventId: e.id, userId: u.id, inviterId, createdAt: now },
      sql`FROM (${meant(inviterId, asked)}) m CROSS JOIN ${people} ${u} ON ${u.id} = m.id
          CROSS JOIN ${events} ${e} ON ${e.id} = ${eventId} AND (${e.state} = 'published' OR ${isScheduled}) AND ${e.startsAt} > ${now}
        WHERE ${mayBeInvited(inviterId)} AND NOT ${isInvited} LIMIT max(0, ${maxInvitesPerDay} - (${countInvitedToday(inviterId, now)}))`,
    ),
    told: tellOf({ kind: 'event-invited', eventId, actorId: inviterId, at: now }, { id: newId(), now, platform }, sql`changes() > 0`),
  })
  return invited.changes
}

/** Those whose game was thrown away meanwhile were told all the same: they count by what they were told. */
const countInvitedToday = (inviterId: string, now: number): SQL => sql`
  SELECT count(*) FROM (SELECT ${invitedKey} || ${eventInvites.eventId}, ${eventInvites.userId} FROM ${eventInvites}
      WHERE ${eventInvites.inviterId} = ${inviterId} AND ${eventInvites.createdAt} > ${now - day}
    UNION ${selectToldBy(inviterId, { keyStart: invitedKey, since: now - day })})`
