import * as v from 'valibot'
import { EventCard } from '../events/contract.ts'
import { Cursor, Id } from '../ids.ts'
import { Face } from '../profiles/contract.ts'

/** Few enough that a page of past games reads few rows, and enough to fill a phone twice. */
export const myGamesPageSize = 10
/** How many games the calendar of a month shows. */
export const maxGamesInMonth = 100
/** How many upcoming games a person can save. */
export const maxSavedGames = 100

export const gameTabs = ['next', 'hosting', 'waiting', 'saved', 'past'] as const
export type GameTab = (typeof gameTabs)[number]

export const MyGame = v.object({
  ...EventCard.entries,
  isHost: v.boolean(),
  /** The person has no seat of their own, but has paid for one in the party of a friend. */
  isGuest: v.boolean(),
  /** The place on the waitlist, from 1; null if the person does not wait. */
  position: v.nullable(v.number()),
  /** Of a past game: the next game of its series, of its community with its activity, or of its host. */
  again: v.nullable(
    v.object({
      id: v.string(),
      title: v.string(),
      startsAt: v.number(),
      timeZone: v.string(),
      of: v.picklist(['series', 'community', 'host']),
    }),
  ),
})
export type MyGame = v.InferOutput<typeof MyGame>
export type NextOfPast = NonNullable<MyGame['again']>

/** `next` is the cursor where this page stopped. A page can stop before it is full. */
export const MyGamesPage = v.object({ games: v.array(MyGame), next: v.nullable(v.string()) })
export type MyGamesPage = v.InferOutput<typeof MyGamesPage>

export const MyGamesQuery = v.object({ tab: v.optional(v.picklist(gameTabs), 'next'), cursor: Cursor })

/** A month, such as 2026-11. */
const Month = v.pipe(v.string(), v.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Give a month such as 2026-11.'))
export const MyMonthQuery = v.object({ tab: v.optional(v.picklist(gameTabs), 'next'), month: Month })

/** The games of a month and of the days next to it, because a day begins at another time in another zone. `isCut`: there are more. */
export const MyMonth = v.object({ games: v.array(MyGame), isCut: v.boolean() })
export type MyMonth = v.InferOutput<typeof MyMonth>

export const GamePath = v.object({ id: Id })
export const SavedIds = v.object({ ids: v.array(v.string()) })

/** How many series with dates to come a person can follow. */
export const maxFollowedSeries = 100

/** A series that the viewer follows, with its next date. */
export const FollowedSeries = v.object({
  id: v.string(),
  title: v.string(),
  /** "Every week on Saturday". */
  words: v.string(),
  next: v.object({ eventId: v.string(), startsAt: v.number(), timeZone: v.string(), placeName: v.string() }),
})
export type FollowedSeries = v.InferOutput<typeof FollowedSeries>
export const FollowedSeriesList = v.object({ series: v.array(FollowedSeries) })
export type FollowedSeriesList = v.InferOutput<typeof FollowedSeriesList>

/** What a person played in a year. Counted once a day. */
export const GameYear = v.object({
  year: v.number(),
  games: v.number(),
  hours: v.number(),
  /** How many people they played with. */
  people: v.number(),
  /** With whom they played most often; null if nobody, or if they may not see the name. */
  partner: v.nullable(v.object({ person: Face, games: v.number() })),
  place: v.nullable(v.object({ name: v.string(), games: v.number() })),
  activity: v.nullable(v.object({ id: v.string(), games: v.number() })),
  /** The longest time of weeks in a row with a game. */
  weeksInARow: v.number(),
})
export type GameYear = v.InferOutput<typeof GameYear>

export const YearPath = v.object({ year: v.pipe(v.string(), v.regex(/^20\d\d$/, 'Give a year such as 2026.'), v.transform(Number)) })
