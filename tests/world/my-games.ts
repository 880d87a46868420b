import { sql } from 'drizzle-orm'
import { formatWhenAndWhere } from '../../domain/events/format-when.ts'
import { followedHostGameNotice, gameUpdateNotice } from '../../domain/events/game-notices.ts'
import { joinedNotice } from '../../domain/events/joining-notices.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { saveGame } from '../../worker/events/saved-games.ts'
import { recountSeats } from '../../worker/events/seats.ts'
import { followSeries } from '../../worker/events/series-follows.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { demoGameDefaults, findNextDate, readPlaces, toWhere } from './events.ts'
import { addNotices } from './notices.ts'

const player = 'demo-player'
const hostedId = 'demo-player-doubles'
const guests = crowdIds.slice(3, 5)

/**
 * Fills every list of the demo player's own games: one they host, one they wait for, one that they asked to join, two they saved, and
 * a series they follow. Needs the games. Their emails are dropped, so that the mailbox starts empty.
 */
export async function addMyGames(db: Database, now: number): Promise<void> {
  const { courts } = await readPlaces(db)
  const queued = await listOutbox(db)
  // After the open play on Saturday, which stays the next game.
  const date = findNextDate(now + 7 * day, 'friday')
  await createEvent(db, { now, newId: () => hostedId }, player, {
    form: {
      ...demoGameDefaults,
      title: 'Friday doubles with Maya',
      description: 'Four players, two games each way. I bring the balls.',
      activity: 'pickleball',
      where: toWhere(courts),
      starts: `${date}T17:30`,
      ends: `${date}T19:00`,
      capacity: 4,
    },
    hostPlays: true,
    repeat: null,
    publish: { when: 'now' },
    idempotencyKey: null,
  })
  const join = (id: string, userId: string, eventId: string, answers: Record<string, string> = {}, slotId: string | null = null) =>
    joinEvent(db, { now, newId: () => id, platform: 'gth' }, userId, eventId, { slotId, guests: [], answers, orWait: true })
  for (const [index, userId] of guests.entries()) await join(`${hostedId}-${index}`, userId, hostedId)
  await join('demo-player-waits', player, 'demo-full-house')
  await join('demo-player-asks', player, 'demo-approval', { played: 'Two seasons as a keeper.' }, 'keepers')
  const [found] = await runStatements<{ id: string; seriesId: string }>(db, [
    sql`SELECT id, series_id AS seriesId FROM events e
      WHERE series_id IS NOT NULL AND state = 'published' AND visibility = 'public' AND starts_at > ${now + day}
        AND NOT EXISTS (SELECT 1 FROM joiners WHERE event_id = e.id AND user_id = ${player})
      GROUP BY series_id HAVING starts_at = min(starts_at) ORDER BY starts_at, id LIMIT 3`,
  ])
  const [first, second, third] = found?.results ?? []
  if (!first || !second || !third) throw new Error('Build the games first')
  await saveGame(db, now, player, first.id)
  await saveGame(db, now, player, second.id)
  await followSeries(db, now, player, third.seriesId)
  await runStatements(db, [
    recountSeats(sql`SELECT id FROM events WHERE id IN (${hostedId}, 'demo-full-house', 'demo-approval')`),
    sql`DELETE FROM outbox WHERE id NOT IN (SELECT value FROM json_each(${JSON.stringify(queued)}))`,
  ])
  await addGameNotices(db, now)
}

/** What the demo player learned about games: who joined theirs, and what the host they follow has planned and said. */
async function addGameNotices(db: Database, now: number): Promise<void> {
  const [games, names] = await runStatements<Record<string, string>>(db, [
    sql`SELECT id, title, starts_at AS startsAt, time_zone AS timeZone, place_name AS placeName FROM events WHERE id IN (${hostedId}, 'demo-open-play')`,
    sql`SELECT id, display_name AS name FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(['demo-host', ...guests])}))`,
  ])
  const nameOf = (id: string) => names?.results.find((person) => person.id === id)?.name ?? ''
  const readGame = (id: string) => {
    const game = games?.results.find((row) => row.id === id)
    if (!game) throw new Error('Build the games first')
    return { id, title: game.title ?? '', startsAt: Number(game.startsAt), timeZone: game.timeZone ?? '', placeName: game.placeName ?? '' }
  }
  const [hosted, openPlay] = [readGame(hostedId), readGame('demo-open-play')]
  const whenAndWhere = formatWhenAndWhere(hosted, now)
  await addNotices(
    db,
    player,
    [
      ...guests.map((actorId, index) => ({
        kind: 'event-joined' as const,
        notice: joinedNotice({
          as: 'going',
          ...{ actorId, actorName: nameOf(actorId), eventId: hostedId, title: hosted.title, whenAndWhere, joinedAt: now - index * hour },
        }),
        age: (index * 5 + 1) * hour,
      })),
      {
        kind: 'event-update',
        notice: gameUpdateNotice(openPlay, {
          ...{ id: 'demo-update', authorId: 'demo-host', now },
          text: 'The nets on court two are new. Bring water, the fountain is closed until Monday.',
        }),
        age: 9 * hour,
      },
      {
        kind: 'event-nearby',
        notice: followedHostGameNotice({ ...openPlay, seriesId: null, creatorId: 'demo-host' }, { hostName: nameOf('demo-host'), now }),
        age: 3 * day,
      },
    ],
    now,
  )
}

async function listOutbox(db: Database): Promise<string[]> {
  const [found] = await runStatements<{ id: string }>(db, [sql`SELECT id FROM outbox`])
  return (found?.results ?? []).map(({ id }) => id)
}
