import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { urgencyOfStart } from '../notifications/waiting.ts'
import { day } from '../time/spans.ts'
import { formatWhenAndWhere } from './format-when.ts'
import type { ReminderKind } from './states.ts'

type Game = { id: string; title: string; startsAt: number; timeZone: string; placeName: string }

/** The path of a game begins with this, and ends with its id. */
export const gamePath = '/evt/'
const pathOf = ({ id }: Game) => gamePath + id

/** The key identifies the fact, so that nobody gets the same notice twice. */
const makeKey = (kind: string, { id }: Game, fact: string | number) => `event:${kind}:${id}:${fact}`

type GameChange = { version: number; changes: readonly string[]; now: number }

/** `changes` says what is new and what it was before. When and where the game is comes last, for all who read only this message. */
export const gameChangedNotice = (game: Game, { version, changes, now }: GameChange): NoticeContent =>
  makeNotice({
    key: makeKey('changed', game, version),
    topic: 'eventJoined',
    title: `${game.title} has changed`,
    text: [...changes, `The game is ${formatWhenAndWhere(game, now)}.`].join(' '),
    path: pathOf(game),
    urgency: urgencyOfStart(game.startsAt, now),
  })

type Cancellation = { version: number; reason: string; now: number }

export const gameCancelledNotice = (game: Game, { version, reason, now }: Cancellation): NoticeContent =>
  makeNotice({
    key: makeKey('cancelled', game, version),
    topic: 'eventJoined',
    title: `${game.title} was cancelled`,
    text: `The game of ${formatWhenAndWhere(game, now)} was cancelled.${reason === '' ? '' : ` Reason: ${reason}`}`,
    path: pathOf(game),
    urgency: urgencyOfStart(game.startsAt, now),
  })

/** A message from the hosts to everyone in the game. */
export const gameUpdateNotice = (game: Game, update: { id: string; authorId: string | null; text: string; now: number }): NoticeContent =>
  makeNotice({
    key: makeKey('update', game, update.id),
    topic: 'eventJoined',
    actorId: update.authorId,
    title: `New message about ${game.title}`,
    text: `${formatWhenAndWhere(game, update.now)}: ${update.text.replace(/\s+/g, ' ')}`,
    path: pathOf(game),
    urgency: urgencyOfStart(game.startsAt, update.now),
  })

export function gameReminderNotice(kind: ReminderKind, game: Game, now: number): NoticeContent {
  const whenAndWhere = formatWhenAndWhere(game, now)
  const base = { key: makeKey(kind, game, game.startsAt), topic: 'eventJoined', path: pathOf(game) } as const
  if (kind === 'dayBefore') return makeNotice({ ...base, title: `Tomorrow: ${game.title}`, text: whenAndWhere })
  if (kind === 'hoursBefore') return makeNotice({ ...base, title: `Starting soon: ${game.title}`, text: whenAndWhere })
  return makeNotice({
    ...base,
    title: `How was ${game.title}?`,
    text: `${whenAndWhere}. Give your hosts feedback, endorse the people you played with, and see when they play next.`,
    path: `${pathOf(game)}?after=1`,
  })
}

/** All dates of a series share one key, and a game that moves keeps its key, so nobody is notified about the same game twice. */
export const gameNearbyKey = ({ id, seriesId }: { id: string; seriesId: string | null }): string => `event-nearby:${seriesId ?? id}`

/** For people with an alert that matches the game. */
export const gameNearbyNotice = (game: Game & { seriesId: string | null; creatorId: string | null }, now: number): NoticeContent =>
  makeNotice({
    key: gameNearbyKey(game),
    topic: 'alerts',
    actorId: game.creatorId,
    title: `New game near you: ${game.title}`,
    text: formatWhenAndWhere(game, now),
    path: pathOf(game),
  })

/** For followers of the host. It has the key of the alert, so a person with both is notified once. */
export const followedHostGameNotice = (
  game: Game & { seriesId: string | null; creatorId: string | null },
  { hostName, now }: { hostName: string; now: number },
): NoticeContent =>
  makeNotice({
    key: gameNearbyKey(game),
    topic: 'hostGames',
    actorId: game.creatorId,
    title: `${hostName} hosts ${game.title}`,
    text: formatWhenAndWhere(game, now),
    path: pathOf(game),
  })

/** For followers of the community, with the key of the alert for the same reason. */
export const followedTeamGameNotice = (
  game: Game & { seriesId: string | null; creatorId: string | null; teamId: string | null },
  { team, now }: { team: string; now: number },
): NoticeContent =>
  makeNotice({
    key: gameNearbyKey(game),
    topic: 'followedTeams',
    actorId: game.creatorId,
    teamId: game.teamId,
    title: `${team} plays ${game.title}`,
    text: formatWhenAndWhere(game, now),
    path: pathOf(game),
  })

type SeriesGame = Game & { seriesId: string | null; creatorId: string | null }

/** For followers of the series. */
export const seriesDatesNotice = (game: SeriesGame, { dates, now }: { dates: number; now: number }): NoticeContent =>
  makeNotice({
    key: `series-dates:${game.id}`,
    topic: 'series',
    actorId: game.creatorId,
    title: dates === 1 ? `New date: ${game.title}` : `${dates} new dates: ${game.title}`,
    text: `${dates === 1 ? '' : 'The first is '}${formatWhenAndWhere(game, now)}.`,
    path: pathOf(game),
  })

/** For followers of the series, at most once a day for each date. */
export const seriesSeatNotice = (game: SeriesGame, { at, now }: { at: number; now: number }): NoticeContent =>
  makeNotice({
    key: `series-seat:${game.id}:${Math.floor(at / day)}`,
    topic: 'series',
    actorId: game.creatorId,
    title: `A seat is free: ${game.title}`,
    text: `${formatWhenAndWhere(game, now)}. This date was full. Whoever joins first has the seat.`,
    path: pathOf(game),
    urgency: urgencyOfStart(game.startsAt, now),
  })
