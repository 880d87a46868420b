import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { notifyOfRows } from '../notifications/commands.ts'
import { settleOrders } from '../orders/settle-orders.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { managesTeam } from './acting.ts'
import { unindexRows } from './index-events.ts'
import {
  coHostInvites,
  coHostLinks,
  eventFeedback,
  eventHosts,
  eventInvites,
  eventSeries,
  events,
  eventUpdates,
  joiners,
  savedGames,
  seatTransfers,
  seriesFollows,
} from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { settleSeats } from './seats.ts'

const other = alias(eventHosts, 'other')
const date = alias(events, 'date')

const reason = 'The host deleted their account.'

/** Games that this person created and that are not over yet. */
const isUpcoming = (userId: string, now: number): SQL => sql`${events.creatorId} = ${userId} AND ${events.endsAt} > ${now}`

/** Nobody else can host the event: it has no co-host, and no team manager. */
const hasNoOtherHost = sql`NOT EXISTS (SELECT 1 FROM ${eventHosts} ${other} WHERE ${other.eventId} = ${events.id} AND ${other.userId} <> ${events.creatorId})
  AND NOT ${managesTeam(events.teamId)}`

/** Drafts of this person. Select them after the co-hosts have taken over their games. */
const draftsOf = (userId: string): SQL =>
  sql`SELECT ${events.id} FROM ${events} WHERE ${events.creatorId} = ${userId} AND ${events.state} = 'draft'`

const cancelledOf = (userId: string, now: number): SQL =>
  sql`SELECT ${events.id} FROM ${events} WHERE ${isUpcoming(userId, now)} AND ${events.state} = 'cancelled'`

/** A co-host or the team takes over this person's games. Games without another host are cancelled. */
function handOver(userId: string, now: number): (SQL | MessageInsert)[] {
  const nextHost = sql`(SELECT ${other.userId} FROM ${eventHosts} ${other} WHERE ${other.eventId} = ${events.id} AND ${other.userId} <> ${userId}
    ORDER BY ${other.createdAt}, ${other.userId} LIMIT 1)`
  const cancelled = { state: 'cancelled', cancelReason: reason, version: sql`${events.version} + 1`, updatedAt: now } as const
  return [
    // The person is a co-host of their own games for a moment, because later statements find the games by that row.
    insertSelect(
      eventHosts,
      { eventId: events.id, userId: events.creatorId, startsAt: events.startsAt, createdAt: now },
      sql`FROM ${events} WHERE ${isUpcoming(userId, now)} AND NOT (${hasNoOtherHost}) ON CONFLICT DO NOTHING`,
    ),
    updateSet(events, { updatedAt: now, creatorId: nextHost }, sql`WHERE ${isUpcoming(userId, now)} AND NOT (${hasNoOtherHost})`),
    sql`DELETE FROM ${eventHosts} WHERE ${eventHosts.eventId} IN (SELECT ${other.eventId} FROM ${eventHosts} ${other} WHERE ${other.userId} = ${userId})
      AND ${eventHosts.userId} = (SELECT ${events.creatorId} FROM ${events} WHERE ${events.id} = ${eventHosts.eventId})`,
    sql`DELETE FROM ${eventHosts} WHERE ${eventHosts.userId} = ${userId}`,
    updateSet(events, cancelled, sql`WHERE ${isUpcoming(userId, now)} AND ${events.startsAt} > ${now} AND ${events.state} = 'published'`),
    notifyOfRows(
      sql`SELECT 'event-cancelled:' || ${events.id} || ':' || ${events.version} AS id,
          json_object('kind', 'event-cancelled', 'eventId', ${events.id}, 'version', ${events.version}) AS fact
        FROM ${events}
        WHERE ${isUpcoming(userId, now)} AND ${events.state} = 'cancelled' AND ${events.cancelReason} = ${reason} AND ${events.updatedAt} = ${now}`,
      { now },
    ),
    unindexRows(cancelledOf(userId, now)),
    ...settleOrders(cancelledOf(userId, now), now),
    sql`DELETE FROM ${eventHosts} WHERE ${eventHosts.eventId} IN (${draftsOf(userId)})`,
    sql`DELETE FROM ${eventInvites} WHERE ${eventInvites.eventId} IN (${draftsOf(userId)})`,
    sql`DELETE FROM ${coHostInvites} WHERE ${coHostInvites.eventId} IN (${draftsOf(userId)})`,
    sql`DELETE FROM ${coHostLinks} WHERE ${coHostLinks.eventId} IN (${draftsOf(userId)})`,
    sql`DELETE FROM ${savedGames} WHERE ${savedGames.eventId} IN (${draftsOf(userId)})`,
    sql`DELETE FROM ${events} WHERE ${events.id} IN (${draftsOf(userId)})`,
  ]
}

/** Selects the pictures to delete: those of deleted drafts. The pictures of other games stay. */
const selectPictureKeys = (userId: string): SQL => sql`
  SELECT DISTINCT 'photos/' || ${events.pictureKey} || '/' AS key FROM ${events}
  WHERE ${events.id} IN (${draftsOf(userId)}) AND ${events.pictureKey} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${events.id})
    AND NOT EXISTS (SELECT 1 FROM ${events} ${date}
      WHERE ${date.seriesId} = ${events.seriesId} AND ${date.state} <> 'draft' AND ${date.pictureKey} = ${events.pictureKey})`

function erase(userId: string, now: number): (SQL | MessageInsert)[] {
  const isTheirEntry = sql`${joiners.userId} = ${userId}`
  const isUpcomingEntry = sql`${isTheirEntry} AND ${joiners.startsAt} > ${now}`
  const erasedFields = {
    userId: null,
    guestName: null,
    guests: [],
    answers: {},
    offerHash: null,
    ticketCode: null,
    unpaidHolds: [],
    updatedAt: now,
  }
  return [
    // Their seats in upcoming games become free. The job of the next minute offers them to people on the waitlist.
    updateSet(joiners, { state: 'left', offerExpiresAt: null, updatedAt: now }, sql`WHERE ${isUpcomingEntry} AND ${isActiveIn(joiners)}`),
    ...settleSeats(sql`SELECT ${joiners.eventId} FROM ${joiners} WHERE ${isUpcomingEntry}`, now, { forced: 'account-deleted' }),
    updateSet(joiners, { heldBy: null }, sql`WHERE ${joiners.heldBy} = ${userId}`),
    // The entry stays without a name, so that other players still see that somebody was there.
    updateSet(joiners, erasedFields, sql`WHERE ${isTheirEntry}`),
    sql`DELETE FROM ${coHostInvites} WHERE ${coHostInvites.userId} = ${userId}`,
    sql`DELETE FROM ${coHostInvites} WHERE ${coHostInvites.inviterId} = ${userId}`,
    sql`DELETE FROM ${coHostLinks} WHERE ${coHostLinks.inviterId} = ${userId}`,
    ...handOver(userId, now),
    updateSet(events, { creatorId: null }, sql`WHERE ${events.creatorId} = ${userId}`),
    updateSet(eventSeries, { creatorId: null }, sql`WHERE ${eventSeries.creatorId} = ${userId}`),
    updateSet(eventUpdates, { authorId: null }, sql`WHERE ${eventUpdates.authorId} = ${userId}`),
    sql`DELETE FROM ${eventFeedback} WHERE ${eventFeedback.userId} = ${userId}`,
    sql`DELETE FROM ${savedGames} WHERE ${savedGames.userId} = ${userId}`,
    sql`DELETE FROM ${seriesFollows} WHERE ${seriesFollows.userId} = ${userId}`,
    sql`DELETE FROM ${seatTransfers} WHERE ${seatTransfers.fromId} = ${userId}`,
    sql`DELETE FROM ${seatTransfers} WHERE ${seatTransfers.toId} = ${userId}`,
    sql`DELETE FROM ${eventInvites} WHERE ${eventInvites.userId} = ${userId}`,
    updateSet(eventInvites, { inviterId: null }, sql`WHERE ${eventInvites.inviterId} = ${userId}`),
  ]
}

const selectCreatedGames = (userId: string): SQL => sql`
  SELECT ${events.title} AS title, ${events.description} AS description, ${events.activity} AS activity, ${events.levelMin} AS levelMin,
    ${events.levelMax} AS levelMax, ${events.placeName} AS place, ${events.address} AS address, ${events.lat} AS lat, ${events.lng} AS lng,
    ${events.timeZone} AS timeZone, ${events.startsAt} AS startsAt, ${events.endsAt} AS endsAt, ${events.capacity} AS capacity,
    ${events.slots} AS slotsJson, ${events.maxGuests} AS maxGuests, ${events.visibility} AS visibility,
    ${events.needsApproval} AS needsApproval, ${events.questions} AS questionsJson, ${events.leaveMinutes} AS leaveMinutes,
    ${events.waitlistMode} AS waitlistMode, ${events.state} AS state, ${events.publishAt} AS publishAt, ${events.cancelReason} AS cancelReason,
    ${events.pricing} AS pricingJson, ${events.joinsAt} AS joinsAt, ${events.plusJoinsEarly} AS plusJoinsEarly, ${events.hostPlays} AS hostPlays,
    ${events.createdAt} AS createdAt, ${events.updatedAt} AS updatedAt
  FROM ${events} WHERE ${events.creatorId} = ${userId} ORDER BY ${events.startsAt}`

const selectGames = (userId: string): SQL => sql`
  SELECT ${events.title} AS title, ${events.placeName} AS place, ${joiners.startsAt} AS startsAt, ${joiners.state} AS state,
    ${joiners.seats} AS seats, ${joiners.guests} AS guestsJson, ${joiners.answers} AS answersJson, ${joiners.joinedAt} AS joinedAt,
    ${joiners.arrived} AS arrived, ${joiners.checkedInAt} AS checkedInAt, ${joiners.isNoShow} AS isNoShow, ${joiners.leftLate} AS leftLate,
    ${joiners.ticketCode} AS ticketCode
  FROM ${joiners} JOIN ${events} ON ${events.id} = ${joiners.eventId} WHERE ${joiners.userId} = ${userId} ORDER BY ${joiners.startsAt}`

export const eventData: PersonData = {
  feature: 'events',
  tables: {
    event_series: ['creator_id'],
    events: ['creator_id'],
    event_hosts: ['user_id'],
    co_host_invites: ['user_id', 'inviter_id'],
    co_host_links: ['inviter_id'],
    joiners: ['user_id', 'held_by'],
    event_updates: ['author_id'],
    event_invites: ['user_id', 'inviter_id'],
    event_feedback: ['user_id'],
    saved_games: ['user_id'],
    series_follows: ['user_id'],
    seat_transfers: ['from_id', 'to_id'],
  },
  files: selectPictureKeys,
  erase,
  export: (db, userId) =>
    readParts(db, {
      'games-created': selectCreatedGames(userId),
      series: sql`SELECT ${eventSeries.rule} AS ruleJson, ${eventSeries.createdAt} AS createdAt FROM ${eventSeries}
        WHERE ${eventSeries.creatorId} = ${userId} ORDER BY ${eventSeries.createdAt}`,
      hosting: sql`SELECT ${events.title} AS title, ${eventHosts.startsAt} AS startsAt, ${eventHosts.createdAt} AS createdAt
        FROM ${eventHosts} JOIN ${events} ON ${events.id} = ${eventHosts.eventId}
        WHERE ${eventHosts.userId} = ${userId} ORDER BY ${eventHosts.startsAt}`,
      games: selectGames(userId),
      'game-feedback': sql`SELECT ${events.title} AS title, ${eventFeedback.rating} AS rating, ${eventFeedback.words} AS words, ${eventFeedback.at} AS saidAt
        FROM ${eventFeedback} JOIN ${events} ON ${events.id} = ${eventFeedback.eventId}
        WHERE ${eventFeedback.userId} = ${userId} ORDER BY ${eventFeedback.at}`,
      'saved-games': sql`SELECT ${events.title} AS title, ${events.startsAt} AS startsAt, ${savedGames.savedAt} AS savedAt
        FROM ${savedGames} JOIN ${events} ON ${events.id} = ${savedGames.eventId}
        WHERE ${savedGames.userId} = ${userId} ORDER BY ${savedGames.savedAt}`,
      'seats-held-for-friends': sql`SELECT ${events.title} AS title, ${joiners.startsAt} AS startsAt, ${joiners.state} AS state, ${joiners.joinedAt} AS heldAt
        FROM ${joiners} JOIN ${events} ON ${events.id} = ${joiners.eventId} WHERE ${joiners.heldBy} = ${userId} ORDER BY ${joiners.startsAt}`,
      'series-i-follow': sql`SELECT ${eventSeries.rule} AS ruleJson, ${seriesFollows.followedAt} AS followedAt
        FROM ${seriesFollows} JOIN ${eventSeries} ON ${eventSeries.id} = ${seriesFollows.seriesId}
        WHERE ${seriesFollows.userId} = ${userId} ORDER BY ${seriesFollows.followedAt}`,
      'messages-to-players': sql`SELECT ${events.title} AS title, ${eventUpdates.text} AS text, ${eventUpdates.createdAt} AS createdAt
        FROM ${eventUpdates} JOIN ${events} ON ${events.id} = ${eventUpdates.eventId}
        WHERE ${eventUpdates.authorId} = ${userId} ORDER BY ${eventUpdates.createdAt}`,
      'seats-offered-to-me': selectTransfers(sql`${seatTransfers.toId} = ${userId}`),
      'seats-i-offered': selectTransfers(sql`${seatTransfers.fromId} = ${userId}`),
      'asked-to-co-host': selectCoHostInvites(sql`${coHostInvites.userId} = ${userId}`),
      'asked-others-to-co-host': selectCoHostInvites(sql`${coHostInvites.inviterId} = ${userId}`),
      'co-host-links': sql`SELECT ${events.title} AS title, ${coHostLinks.isForSeries} AS isForSeries, ${coHostLinks.uses} AS uses,
          ${coHostLinks.maxUses} AS maxUses, ${coHostLinks.createdAt} AS createdAt, ${coHostLinks.expiresAt} AS expiresAt
        FROM ${coHostLinks} JOIN ${events} ON ${events.id} = ${coHostLinks.eventId}
        WHERE ${coHostLinks.inviterId} = ${userId} ORDER BY ${coHostLinks.createdAt}`,
      'invited-to': selectInvites(sql`${eventInvites.userId} = ${userId}`),
      'invitations-sent': selectInvites(sql`${eventInvites.inviterId} = ${userId}`),
    }),
}

const selectInvites = (which: SQL): SQL => sql`
  SELECT ${events.title} AS title, ${eventInvites.createdAt} AS createdAt FROM ${eventInvites} JOIN ${events} ON ${events.id} = ${eventInvites.eventId}
  WHERE ${which} ORDER BY ${eventInvites.createdAt}`

const selectTransfers = (which: SQL): SQL => sql`
  SELECT ${events.title} AS title, ${seatTransfers.createdAt} AS createdAt, ${seatTransfers.expiresAt} AS expiresAt
  FROM ${seatTransfers} JOIN ${events} ON ${events.id} = ${seatTransfers.eventId} WHERE ${which} ORDER BY ${seatTransfers.createdAt}`

const selectCoHostInvites = (which: SQL): SQL => sql`
  SELECT ${events.title} AS title, ${coHostInvites.createdAt} AS createdAt, ${coHostInvites.expiresAt} AS expiresAt
  FROM ${coHostInvites} JOIN ${events} ON ${events.id} = ${coHostInvites.eventId} WHERE ${which} ORDER BY ${coHostInvites.createdAt}`
