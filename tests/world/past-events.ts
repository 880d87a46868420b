import { sql } from 'drizzle-orm'
import type { ActivityId } from '../../domain/activities.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { cleanEventCells } from '../../worker/events/reminders.ts'
import { recountSeats } from '../../worker/events/seats.ts'
import { countTallies } from '../../worker/events/tallies.ts'
import type { Database } from '../../worker/platform/database.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { endorseQuietly } from './endorse-quietly.ts'
import { demoGameDefaults, type Place, pickGameIdea, readPlaces, toWhere } from './events.ts'
import { findCommunityAt } from './teams.ts'

/** Games that are more recent may not be over yet in every time zone of the country. */
const minDaysAgo = 2
/** The number of games that repeat every week. There are only a few, so that building is fast. */
const weeklyGameCount = 9
const weeks = 4
/** The number of weekly games at Northside Courts before the others. With them, the player and the host have enough games for a badge. */
const morningGameCount = 20
/** How long before its start each game is created. */
const createdBeforeStart = 5 * day

type PastGame = {
  id: string
  hostId: string
  /** For a weekly game, the days since the first one. */
  daysAgo: number
  /** The number of games, one per week. */
  weeks: number
  /** How many of ten players gave feedback. */
  feedbackPerTenPlayers: number
  hasPlayer: boolean
  form: Omit<EventForm, 'starts' | 'ends'> & { from: string; to: string }
}

/** Games of the demo host at Northside Courts. The demo player was in all of them. The newest one has no feedback yet. */
const northsideGames: {
  id: string
  title: string
  daysAgo: number
  weeks?: number
  feedbackPerTenPlayers: number
  capacity: number
  description: string
}[] = [
  {
    id: 'demo-over-quiet',
    title: 'Sunset doubles',
    daysAgo: 2,
    feedbackPerTenPlayers: 0,
    capacity: 8,
    description: 'Two courts, losers split. We stop when nobody sees the ball.',
  },
  {
    id: 'demo-over-round-robin',
    title: 'Round robin, new partner each game',
    daysAgo: 4,
    feedbackPerTenPlayers: 7,
    capacity: 12,
    description: 'Fifteen minutes a game, then everybody moves one court up or down.',
  },
  {
    id: 'demo-over-clinic',
    title: 'Third shot clinic',
    daysAgo: 8,
    feedbackPerTenPlayers: 6,
    capacity: 10,
    description: 'An hour of drops, an hour of games that only count drops.',
  },
  {
    id: 'demo-over-open-play',
    title: 'Evening open play',
    daysAgo: 11,
    feedbackPerTenPlayers: 4,
    capacity: 16,
    description: 'Paddles in the rack, four on, four off. All levels, all ages.',
  },
  {
    id: 'demo-over-ladder',
    title: 'Ladder final',
    daysAgo: 24,
    feedbackPerTenPlayers: 9,
    capacity: 12,
    description: 'The last evening of the ladder. There is cake whoever wins.',
  },
  {
    id: 'demo-over-mornings',
    title: 'Morning doubles',
    daysAgo: 7 * (weeks + morningGameCount) + 1,
    weeks: morningGameCount,
    feedbackPerTenPlayers: 2,
    capacity: 8,
    description: 'Before work, rain or shine. Bring a paddle and a thermos.',
  },
]

const goodFeedback = [
  'New partners every round made it easy to come alone.',
  'Good mix of levels, and nobody took it too seriously.',
  'Started on time and kept moving. More of these, please.',
  'Loved the coffee after. I finally know some names.',
  'Well organized. The list at the gate was quick.',
  'Best evening of my week.',
]
const criticalFeedback = [
  'Fun, but we waited a lot. One more court would help.',
  'Could we start half an hour later? Traffic is bad at that time.',
  'The lights at the far end are too dim for the last game.',
  'A little too crowded for my taste.',
]

/**
 * Adds about sixty past games, most of them in the last four weeks, with players, no-shows, feedback and badges. Needs the same parts
 * as `addEvents`.
 */
export async function addPastEvents(db: Database, now: number): Promise<void> {
  const { places, courts } = await readPlaces(db)
  const random = makeRandom(404)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const pastGames = [...listNorthsideGames(courts), ...makeOtherGames(places, random, pick)]
  const today = Math.floor(now / day)
  for (const { id, hostId, daysAgo, weeks, form } of pastGames) {
    const { from, to, ...rest } = form
    const date = dateText(today - daysAgo)
    const input = { form: { ...rest, starts: `${date}T${from}`, ends: `${date}T${to}` }, publish: { when: 'now' as const } }
    const ids = [...(weeks > 1 ? [id] : []), ...datesOf({ id, weeks })]
    // The clock is set back, because a game must be created before it starts.
    const clock = { now: now - daysAgo * day - createdBeforeStart, newId: () => ids.shift() ?? id }
    await createEvent(db, clock, hostId, { ...input, repeat: weeks > 1 ? repeatWeekly(weeks) : null, idempotencyKey: null })
  }
  await addPlayersAndFeedback(db, pastGames, random, pick)
  await endorseQuietly(
    db,
    now,
    crowdIds.slice(0, 6).map((actorId) => ({ actorId, personId: 'demo-host', kind: 'great-host' })),
  )
  await cleanEventCells(db, now)
  await countTallies(
    db,
    pastGames.flatMap((game) => datesOf(game)),
    now,
  )
}

const datesOf = ({ id, weeks }: Pick<PastGame, 'id' | 'weeks'>): string[] =>
  weeks > 1 ? Array.from({ length: weeks }, (_, index) => `${id}-${index + 1}`) : [id]

const listNorthsideGames = (courts: Place): PastGame[] =>
  northsideGames.map(({ id, title, daysAgo, weeks: dates = 1, feedbackPerTenPlayers, capacity, description }) => ({
    id,
    hostId: 'demo-host',
    daysAgo,
    weeks: dates,
    feedbackPerTenPlayers,
    hasPlayer: true,
    form: {
      ...demoGameDefaults,
      activity: 'pickleball',
      where: toWhere(courts),
      teamId: 'sunset-smashers',
      title,
      description,
      capacity,
      from: '18:00',
      to: '20:00',
    },
  }))

/** Makes weekly games at places all over the country. */
function makeOtherGames(places: readonly Place[], random: () => number, pick: <Item>(list: readonly Item[]) => Item): PastGame[] {
  return Array.from({ length: weeklyGameCount }, (_, index) => {
    const place = places[(index * 4) % places.length] as Place
    const activity = pick(JSON.parse(place.activities) as ActivityId[])
    const team = findCommunityAt(place.id)
    const { seats, title } = pickGameIdea(activity, pick)
    const startHour = pick([7, 9, 12, 17, 18, 19])
    const formatHour = (value: number) => `${String(value).padStart(2, '0')}:00`
    return {
      id: `demo-over-${place.id}`,
      hostId: team?.ownerId ?? pick(crowdIds),
      daysAgo: minDaysAgo + (index % 7) + 7 * (weeks - 1),
      weeks,
      feedbackPerTenPlayers: Math.floor(random() * 7),
      hasPlayer: index === 4,
      form: {
        ...demoGameDefaults,
        activity,
        where: toWhere(place),
        teamId: team?.id ?? null,
        title,
        capacity: seats,
        from: formatHour(startHour),
        to: formatHour(startHour + 2),
      },
    }
  })
}

/** Adds the players and their feedback to all games, in a few statements. */
async function addPlayersAndFeedback(
  db: Database,
  pastGames: readonly PastGame[],
  random: () => number,
  pick: <Item>(list: readonly Item[]) => Item,
): Promise<void> {
  const dates = pastGames.flatMap((game) => datesOf(game).map((id) => ({ ...game, id })))
  const joiners = dates.flatMap(({ id, hostId, hasPlayer, form: { capacity } }) => {
    const playerCount = Math.max(3, Math.round(capacity * (0.5 + random() / 2)))
    const start = Math.floor(random() * crowdIds.length)
    const crowd = Array.from({ length: playerCount }, (_, index) => crowdIds[(start + index * 7) % crowdIds.length] as string)
    const userIds = [...(hasPlayer ? ['demo-player'] : []), ...crowd].filter((userId) => userId !== hostId).slice(0, capacity)
    return userIds.map((userId, index) => {
      // Every demo account sees players who came and players who did not.
      const chance = userId === 'demo-player' ? 1 : hostId === 'demo-host' && index === 2 ? 0 : random()
      return { id: `${id}-${index}`, eventId: id, userId, isNoShow: chance < 0.07 ? 1 : 0, hasCome: chance > 0.12 ? 1 : 0, index }
    })
  })
  const feedbackPerTenById = new Map(dates.map(({ id, feedbackPerTenPlayers }) => [id, feedbackPerTenPlayers]))
  const feedback = joiners.flatMap(({ eventId, userId, isNoShow }) => {
    // The demo player has given feedback on one game only, so that a user of the demo can try it on the others.
    const givesFeedback = userId === 'demo-player' ? eventId === 'demo-over-ladder' : random() * 10 < (feedbackPerTenById.get(eventId) ?? 0)
    if (isNoShow === 1 || !givesFeedback) return []
    const rating = pick([5, 5, 5, 5, 4, 4, 4, 3, 3, 2])
    const text = random() < 0.5 ? '' : pick(rating > 3 ? goodFeedback : criticalFeedback)
    return [{ eventId, userId, rating, words: text, later: Math.floor((0.2 + random() * 18) * hour) }]
  })
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, checked_in_at, is_no_show, starts_at, updated_at)
      SELECT j.value->>'id', e.id, j.value->>'userId', 'going', 1, '[]', '{}', 0, e.created_at + (1 + (j.value->>'index')) * ${hour}, j.value->>'hasCome',
        iif(j.value->>'hasCome' OR j.value->>'isNoShow', e.starts_at + 300000, NULL), j.value->>'isNoShow', e.starts_at, e.starts_at
      FROM json_each(${JSON.stringify(joiners)}) j JOIN events e ON e.id = j.value->>'eventId'`,
    // The feedback is given after the end of the game.
    sql`INSERT OR IGNORE INTO event_feedback (event_id, user_id, rating, words, at)
      SELECT e.id, f.value->>'userId', f.value->>'rating', f.value->>'words', e.ends_at + (f.value->>'later')
      FROM json_each(${JSON.stringify(feedback)}) f JOIN events e ON e.id = f.value->>'eventId'`,
    recountSeats(sql`SELECT value->>'eventId' FROM json_each(${JSON.stringify(joiners)})`),
    sql`DELETE FROM outbox WHERE queue = 'notices' AND id LIKE 'event-nearby:%'`,
  ])
}
