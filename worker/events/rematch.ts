import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxPastPlayers } from '../../domain/events/form-contract.ts'
import type { Rematch } from '../../domain/events/rematch-contract.ts'
import { judgeRematch, rematchClosesAt } from '../../domain/events/rematch-rules.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreachTo, explainLimits, isCounted, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, computed, type RowOfShape, select, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { hasPlayed } from './event-feedback.ts'
import { cardFields, isListedFor, isOpenToViewer, toCard } from './queries.ts'
import { isSameSeries, opened } from './same-series.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

type Asked = { userId: string; eventId: string; now: number }

const past = alias(events, 'past')
const u = alias(people, 'u')
const [before, again] = [alias(joiners, 'before'), alias(joiners, 'again')]

/** One request of a person for a game. It is counted under this id, so a second one changes nothing. */
const askId = ({ userId, eventId }: { userId: SQLWrapper | string; eventId: string }): SQL => sql`${`rematch:${eventId}:`} || ${userId}`

const factFields = (asked: Asked) => ({
  state: e.state,
  endsAt: e.endsAt,
  isHost: computed(isHostOf(asked.userId), asBoolean),
  hasPlayed: computed(hasPlayed(asked.userId), asBoolean),
  /** Nobody can be asked once the account of the host is deleted. */
  hasCreator: computed(sql`${e.creatorId} IS NOT NULL`, asBoolean),
  hasAsked: computed(isCounted(askId(asked)), asBoolean),
})

const selectFacts = (asked: Asked) =>
  selectFields(factFields(asked), sql`FROM ${events} ${e} WHERE ${e.id} = ${asked.eventId} AND ${isVisibleTo(asked.userId)}`)

const ofPast = (column: 'seriesId' | 'teamId' | 'creatorId' | 'activity', eventId: string): SQL =>
  sql`(SELECT ${past[column]} FROM ${events} ${past} WHERE ${past.id} = ${eventId})`

/** Event `e` has the same activity, and somebody else who played then is in it. */
const isOfSamePlayers = ({
  userId,
  eventId,
}: Asked): SQL => sql`${e.activity} = ${ofPast('activity', eventId)} AND EXISTS (SELECT 1 FROM ${joiners} ${before}
  CROSS JOIN ${joiners} ${again} ON ${again.eventId} = ${e.id} AND ${again.userId} = ${before.userId} AND ${again.state} = 'going'
  WHERE ${before.eventId} = ${eventId} AND ${before.state} = 'going' AND ${before.userId} <> ${userId})`

/** Selects the first upcoming event `e` that fits. */
const selectFirst = (place: number, { userId, now }: Asked, fits: SQL): SQL =>
  sql`SELECT * FROM (SELECT ${place} AS place, ${e.id} AS id FROM ${events} ${e}
    WHERE ${fits} AND ${e.startsAt} > ${now} AND +${e.state} = 'published' AND ${isOpenToViewer(userId)}
    ORDER BY ${e.startsAt}, ${e.id} LIMIT 1)`

/** The next game of the same people: of the series, or of the community or the host with players of then. */
const selectNext = (asked: Asked) => {
  const { userId, eventId } = asked
  const isListed = isListedFor(userId)
  const isDateOfSame = sql`EXISTS (SELECT 1 FROM ${events} ${opened} WHERE ${opened.id} = ${eventId} AND ${isSameSeries})`
  return selectFields(
    cardFields(userId),
    sql`FROM (${selectFirst(0, asked, sql`${e.seriesId} = ${ofPast('seriesId', eventId)} AND ${isDateOfSame} AND ${isVisibleTo(userId)}`)}
        UNION ALL ${selectFirst(1, asked, sql`${e.teamId} = ${ofPast('teamId', eventId)} AND ${isListed} AND ${isOfSamePlayers(asked)}`)}
        UNION ALL ${selectFirst(2, asked, sql`${e.creatorId} = ${ofPast('creatorId', eventId)} AND ${isListed} AND ${isOfSamePlayers(asked)}`)}) found
      CROSS JOIN ${events} ${e} ON ${e.id} = found.id ORDER BY found.place LIMIT 1`,
  )
}

type Facts = RowOfShape<ReturnType<typeof factFields>>

const askStateOf = (facts: Facts, now: number): Rematch['ask'] =>
  facts.hasAsked ? 'asked' : facts.hasCreator && judgeRematch(facts, now) === null ? 'open' : 'none'

/** Who else played in a game that is over, for its hosts. Those who asked for the same game again come first. */
export const selectPastPlayers = (hostId: string, eventId: string, now: number) =>
  select(
    faceColumnsOf(u),
    sql`SELECT ${u.id} AS id, ${u.displayName} AS name, ${u.photoKey} AS photoKey FROM ${events} ${e}
        CROSS JOIN ${joiners} ${before} ON ${before.eventId} = ${e.id} AND ${before.state} = 'going' AND NOT ${before.isNoShow}
        CROSS JOIN ${people} ${u} ON ${u.id} = ${before.userId} AND ${u.deletedAt} IS NULL
      WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.endsAt} <= ${now} AND ${u.id} <> ${hostId} AND ${hasNoBlock(hostId, u.id)}
      ORDER BY ${isCounted(askId({ userId: u.id, eventId }))} DESC, ${before.joinedAt}, ${before.id} LIMIT ${maxPastPlayers}`,
  )

/** What follows a game, as the viewer may see it. */
export async function findRematch(db: Database, asked: Asked): Promise<Rematch> {
  const { facts, next } = await runBatch(db, { facts: selectFacts(asked), next: selectNext(asked) })
  const [found] = facts.rows
  if (!found) throw eventNotFound()
  const [row] = next.rows
  return { next: row ? toCard(row, asked.now) : null, ask: askStateOf(found, asked.now) }
}

/** Asks the hosts of a game for the same game a week later, once. The hosts are notified. */
export async function askForRematch(db: Database, { newId, platform }: CommandContext, asked: Asked): Promise<void> {
  const { userId, eventId, now } = asked
  const sent = { kind: 'rematch', senderId: userId, now } as const
  const creatorId = ofPast('creatorId', eventId)
  const { facts, counts, after } = await runBatch(db, {
    facts: selectFacts(asked),
    counts: selectOutreachCounts(sent, creatorId),
    asked: countOutreachTo(
      sent,
      sql`SELECT ${askId(asked)} AS id, ${e.creatorId} AS recipientId FROM ${events} ${e}
        WHERE ${e.id} = ${eventId} AND ${e.creatorId} IS NOT NULL AND ${e.state} = 'published' AND ${e.endsAt} <= ${now}
          AND ${e.endsAt} > ${now - rematchClosesAt(0)} AND ${isVisibleTo(userId)} AND NOT ${isHostOf(userId)} AND ${hasPlayed(userId)}
          AND ${isWithinLimits(sent, e.creatorId)}`,
    ),
    notified: notifyOf({ kind: 'rematch-asked', eventId, actorId: userId }, { id: newId(), now, platform }, sql`changes() > 0`),
    after: selectFacts(asked),
  })
  if (after.rows[0]?.hasAsked) return
  const [found] = facts.rows
  if (!found) throw eventNotFound()
  throw judgeRematch(found, now) ?? explainLimits('rematch', counts) ?? eventNotFound()
}
