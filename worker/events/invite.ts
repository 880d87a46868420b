import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type InvitePeople, invitesADay } from '../../domain/events/join-contract.ts'
import { eventNotFound, notInvitable, opensOf } from '../../domain/events/rules.ts'
import type { EventState } from '../../domain/events/states.ts'
import { invitedKey, tellInvited } from '../../domain/events/tidings.ts'
import { day } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { selectToldBy } from '../notifications/queries.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { selectTeammates } from '../teams/members.ts'
import { selectListPeople } from '../user-lists/queries.ts'
import { isHostOf, isOpenTo, isScheduled } from './acting.ts'
import type { Player } from './join-event.ts'
import { isActive } from './seats.ts'

type Met = { title: string; state: EventState; publishAt: number | null; startsAt: number; timeZone: string; today: number }

/** Ids of all who are meant, each once. Entries of a list that are an address are looked up nowhere. */
const meant = (inviterId: string, { userIds, listId, teamId }: InvitePeople): SQL => sql`
  SELECT value AS id FROM json_each(${JSON.stringify(userIds)})
  UNION ${selectListPeople(inviterId, listId)}
  UNION ${selectTeammates(inviterId, teamId)}`

/** Someone the event is there for, who is not in it yet, and whom neither the inviter nor its hosts are kept apart from. */
const mayBeInvited = (inviterId: string): SQL => sql`
  u.deleted_at IS NULL AND u.completed_at IS NOT NULL AND u.id <> ${inviterId} AND ${nobodyBlocked(inviterId, sql`u.id`)}
  AND NOT ${isHostOf(sql`u.id`)} AND ${isOpenTo(sql`u.id`)}
  AND NOT EXISTS (SELECT 1 FROM joiners ij WHERE ij.event_id = e.id AND ij.user_id = u.id AND (${isActive} OR ij.state IN ('refused', 'removed')))
  AND (e.visibility <> 'team' OR EXISTS (SELECT 1 FROM team_members vt WHERE vt.team_id = e.team_id AND vt.user_id = u.id))`

/**
 * Asks people along, each once whoever asks, and answers how many that were. Who cannot be asked is left out without a word:
 * a block must not show.
 */
export async function invitePeople(
  db: Database,
  { now, newId, platform }: Acting,
  inviter: Player,
  eventId: string,
  people: InvitePeople,
): Promise<number> {
  const [facts] = await runBatch<Met>(db, [
    sql`SELECT e.title, e.state, e.publish_at AS publishAt, e.starts_at AS startsAt, e.time_zone AS timeZone, (${askedToday(inviter.id, now)}) AS today
      FROM events e WHERE e.id = ${eventId}`,
  ])
  const met = facts?.results[0]
  if (!met) throw eventNotFound()
  const refusal = notInvitable(met, now)
  if (refusal) throw refusal
  if (met.today >= invitesADay) throw new AppError('InvitesUsedUp', { values: { max: invitesADay } })
  const tidings = { ...tellInvited({ actor: inviter, eventId, title: met.title, opens: opensOf(met, now) }), platform }
  const [invited] = await runBatch(db, [
    sql`INSERT INTO event_invites (event_id, user_id, inviter_id, created_at)
      SELECT e.id, u.id, ${inviter.id}, ${now} FROM (${meant(inviter.id, people)}) m CROSS JOIN users u ON u.id = m.id
        CROSS JOIN events e ON e.id = ${eventId} AND (e.state = 'published' OR ${isScheduled}) AND e.starts_at > ${now}
      WHERE ${mayBeInvited(inviter.id)} AND NOT EXISTS (SELECT 1 FROM event_invites known WHERE known.event_id = e.id AND known.user_id = u.id)
      LIMIT max(0, ${invitesADay} - (${askedToday(inviter.id, now)}))`,
    putRowsInOutbox(
      'notices',
      sql`SELECT ${newId()} AS id, json_set(${JSON.stringify(tidings)}, '$.to', json_group_array(user_id)) AS body FROM event_invites
        WHERE event_id = ${eventId} AND inviter_id = ${inviter.id} AND created_at = ${now} HAVING count(*) > 0`,
      { now },
    ),
  ])
  return invited?.meta.changes ?? 0
}

/** Whose game was thrown away meanwhile were told all the same: they count by what they were told. */
const askedToday = (inviterId: string, now: number): SQL => sql`
  SELECT count(*) FROM (SELECT ${invitedKey} || event_id, user_id FROM event_invites WHERE inviter_id = ${inviterId} AND created_at > ${now - day}
    UNION ${selectToldBy(inviterId, { keyStart: invitedKey, since: now - day })})`
