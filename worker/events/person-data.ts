import { type SQL, sql } from 'drizzle-orm'
import { tellOfRows } from '../notifications/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { managesTeam } from './acting.ts'
import { unindexRows } from './index-events.ts'
import { isActive, recountSeats } from './seats.ts'

const reason = 'Its host is not here any more.'

/** Games of theirs that are not over yet. */
const isAhead = (userId: string, now: number): SQL => sql`creator_id = ${userId} AND ends_at > ${now}`

/** Nobody else runs the event: no host beside them, and no community whose game it is. */
const isAlone = sql`NOT EXISTS (SELECT 1 FROM event_hosts h WHERE h.event_id = events.id AND h.user_id <> events.creator_id)
  AND NOT ${managesTeam(sql`events.team_id`)}`

/** What they put up goes on with who hosts it beside them, or with its community; what they ran alone is called off. */
const handOver = (userId: string, now: number): (SQL | MessageInsert)[] => [
  // They stand among the hosts while it is handed over: that is how the events are found again.
  sql`INSERT OR IGNORE INTO event_hosts (event_id, user_id, starts_at, created_at)
    SELECT id, creator_id, starts_at, ${now} FROM events WHERE ${isAhead(userId, now)} AND NOT (${isAlone})`,
  sql`UPDATE events SET updated_at = ${now}, creator_id = (SELECT h.user_id FROM event_hosts h WHERE h.event_id = events.id AND h.user_id <> ${userId}
      ORDER BY h.created_at, h.user_id LIMIT 1)
    WHERE ${isAhead(userId, now)} AND NOT (${isAlone})`,
  sql`DELETE FROM event_hosts WHERE event_id IN (SELECT event_id FROM event_hosts WHERE user_id = ${userId})
    AND user_id = (SELECT creator_id FROM events WHERE id = event_hosts.event_id)`,
  sql`DELETE FROM event_hosts WHERE user_id = ${userId}`,
  sql`UPDATE events SET state = 'cancelled', cancel_reason = ${reason}, version = version + 1, updated_at = ${now}
    WHERE ${isAhead(userId, now)} AND starts_at > ${now} AND state = 'published'`,
  tellOfRows(
    sql`SELECT 'event-cancelled:' || id || ':' || version AS id, json_object('kind', 'event-cancelled', 'eventId', id, 'version', version) AS fact
      FROM events WHERE ${isAhead(userId, now)} AND state = 'cancelled' AND cancel_reason = ${reason} AND updated_at = ${now}`,
    { now },
  ),
  unindexRows(sql`SELECT id FROM events WHERE ${isAhead(userId, now)} AND state = 'cancelled'`),
  sql`DELETE FROM event_hosts WHERE event_id IN (${draftsOf(userId)})`,
  sql`DELETE FROM event_invites WHERE event_id IN (${draftsOf(userId)})`,
  sql`DELETE FROM events WHERE id IN (${draftsOf(userId)})`,
]

/** What nobody could join yet. Asked after others took over what they host too. */
const draftsOf = (userId: string): SQL => sql`SELECT id FROM events WHERE creator_id = ${userId} AND state = 'draft'`

export const eventData: PersonData = {
  feature: 'events',
  tables: {
    event_series: ['creator_id'],
    events: ['creator_id'],
    event_hosts: ['user_id'],
    joiners: ['user_id'],
    event_updates: ['author_id'],
    event_invites: ['user_id', 'inviter_id'],
    event_feedback: ['user_id'],
  },
  // Pictures of games stay with the games; those of drafts go with them.
  files: (
    userId,
  ) => sql`SELECT DISTINCT 'photos/' || picture_key || '/' AS key FROM events WHERE id IN (${draftsOf(userId)}) AND picture_key IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM event_hosts h WHERE h.event_id = events.id)
    AND NOT EXISTS (SELECT 1 FROM events other WHERE other.series_id = events.series_id AND other.state <> 'draft' AND other.picture_key = events.picture_key)`,
  erase: (userId, now) => [
    // Their seats ahead are free again; who waits is offered them by the minute's chore.
    sql`UPDATE joiners SET state = 'left', offer_expires_at = NULL, updated_at = ${now}
      WHERE user_id = ${userId} AND starts_at > ${now} AND ${isActive}`,
    recountSeats(sql`SELECT event_id FROM joiners WHERE user_id = ${userId} AND starts_at > ${now}`),
    // That someone was there stays, for those who were there too.
    sql`UPDATE joiners SET user_id = NULL, guest_name = NULL, guests = '[]', answers = '{}', offer_hash = NULL, updated_at = ${now}
      WHERE user_id = ${userId}`,
    ...handOver(userId, now),
    sql`UPDATE events SET creator_id = NULL WHERE creator_id = ${userId}`,
    sql`UPDATE event_series SET creator_id = NULL WHERE creator_id = ${userId}`,
    sql`UPDATE event_updates SET author_id = NULL WHERE author_id = ${userId}`,
    sql`DELETE FROM event_feedback WHERE user_id = ${userId}`,
    sql`DELETE FROM event_invites WHERE user_id = ${userId}`,
    sql`UPDATE event_invites SET inviter_id = NULL WHERE inviter_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      'games-put-up': sql`SELECT title, description, activity, level_min AS levelMin, level_max AS levelMax, place_name AS place, address, lat, lng,
        time_zone AS timeZone, starts_at AS startsAt, ends_at AS endsAt, capacity, slots AS slotsJson, guests_most AS guestsMost, visibility,
        needs_approval AS needsApproval, questions AS questionsJson, leave_minutes AS leaveMinutes, waitlist_mode AS waitlistMode, state,
        publish_at AS publishAt, cancel_reason AS cancelReason, created_at AS createdAt, updated_at AS updatedAt
        FROM events WHERE creator_id = ${userId} ORDER BY starts_at`,
      series: sql`SELECT rule AS ruleJson, created_at AS createdAt FROM event_series WHERE creator_id = ${userId} ORDER BY created_at`,
      hosting: sql`SELECT e.title, h.starts_at AS startsAt, h.created_at AS createdAt FROM event_hosts h JOIN events e ON e.id = h.event_id
        WHERE h.user_id = ${userId} ORDER BY h.starts_at`,
      games: sql`SELECT e.title, e.place_name AS place, j.starts_at AS startsAt, j.state, j.seats, j.guests AS guestsJson, j.answers AS answersJson,
        j.joined_at AS joinedAt, j.arrived, j.checked_in_at AS checkedInAt, j.is_no_show AS isNoShow, j.left_late AS leftLate
        FROM joiners j JOIN events e ON e.id = j.event_id WHERE j.user_id = ${userId} ORDER BY j.starts_at`,
      'how-it-was': sql`SELECT e.title, f.rating, f.words, f.at AS saidAt FROM event_feedback f JOIN events e ON e.id = f.event_id
        WHERE f.user_id = ${userId} ORDER BY f.at`,
      'words-to-players': sql`SELECT e.title, u.text, u.created_at AS createdAt FROM event_updates u JOIN events e ON e.id = u.event_id
        WHERE u.author_id = ${userId} ORDER BY u.created_at`,
      'invited-to': sql`SELECT e.title, i.created_at AS createdAt FROM event_invites i JOIN events e ON e.id = i.event_id
        WHERE i.user_id = ${userId} ORDER BY i.created_at`,
      'invitations-sent': sql`SELECT e.title, i.created_at AS createdAt FROM event_invites i JOIN events e ON e.id = i.event_id
        WHERE i.inviter_id = ${userId} ORDER BY i.created_at`,
    }),
}
