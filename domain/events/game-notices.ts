import { type NoticeWords, noticeOf } from '../notifications/contract.ts'
import type { ReminderKind } from './states.ts'
import { fullMomentWords } from './words.ts'

type Game = { id: string; title: string; startsAt: number; timeZone: string; placeName: string }

const pathOf = ({ id }: Game) => `/evt/${id}`
const whenAndWhere = ({ startsAt, timeZone, placeName }: Game) => `${fullMomentWords(startsAt, timeZone)}, ${placeName}`

/** The key names the fact, so that a notice that was delivered before is not delivered again. */
const newsKey = (what: string, { id }: Game, fact: string | number) => `event-news:${what}:${id}:${fact}`

export const gameChangedNotice = (game: Game, version: number): NoticeWords =>
  noticeOf({
    key: newsKey('changed', game, version),
    topic: 'eventJoined',
    title: `${game.title} has changed`,
    text: `It is now ${whenAndWhere(game)}.`,
    path: pathOf(game),
  })

export const gameCancelledNotice = (game: Game, { version, reason }: { version: number; reason: string }): NoticeWords =>
  noticeOf({
    key: newsKey('cancelled', game, version),
    topic: 'eventJoined',
    title: `${game.title} was cancelled`,
    text: reason,
    path: pathOf(game),
  })

/** A message of the hosts to all who come or wait. */
export const gameUpdateNotice = (game: Game, update: { id: string; authorId: string | null; text: string }): NoticeWords =>
  noticeOf({
    key: newsKey('update', game, update.id),
    topic: 'eventJoined',
    actorId: update.authorId,
    title: `News of ${game.title}`,
    text: update.text.replace(/\s+/g, ' '),
    path: pathOf(game),
  })

export function gameReminderNotice(what: ReminderKind, game: Game): NoticeWords {
  const about = { key: newsKey(what, game, game.startsAt), topic: 'eventJoined', path: pathOf(game) } as const
  if (what === 'dayBefore') return noticeOf({ ...about, title: `Tomorrow: ${game.title}`, text: whenAndWhere(game) })
  if (what === 'hoursBefore') return noticeOf({ ...about, title: `Soon: ${game.title}`, text: whenAndWhere(game) })
  return noticeOf({
    ...about,
    title: `How was ${game.title}?`,
    text: 'Tell your hosts, and endorse who you played with.',
    path: `${pathOf(game)}?after=1`,
  })
}

/** A series has one key for all its dates, and a game that moved keeps its key: nobody is told of the same game twice. */
export const gameNearbyKey = ({ id, seriesId }: { id: string; seriesId: string | null }): string => `event-nearby:${seriesId ?? id}`

/** For people whose saved search finds the game. */
export const gameNearbyNotice = (game: Game & { seriesId: string | null; creatorId: string | null }): NoticeWords =>
  noticeOf({
    key: gameNearbyKey(game),
    topic: 'usersJoinNearby',
    actorId: game.creatorId,
    title: `New near you: ${game.title}`,
    text: whenAndWhere(game),
    path: pathOf(game),
  })
