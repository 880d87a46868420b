import { sql } from 'drizzle-orm'
import type { ActivityId } from '../../domain/activities.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { endorse } from '../../worker/endorsements/commands.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { cleanEventCells } from '../../worker/events/reminders.ts'
import { recountSeats } from '../../worker/events/seats.ts'
import { countTallies } from '../../worker/events/tallies.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { aWeekly } from '../setup/a-game.ts'
import { randomBy } from '../setup/random-by.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { type Place, readPlaces, sketchOf, usual, whereOf } from './events.ts'
import { communityAt } from './teams.ts'

/** Nearer than that it may not be over everywhere in the country. */
const nearest = 2
/** Each is on every week; so few are put up quickly. */
const weeklies = 9
const weeks = 4
/** Of the one at Northside Courts that went on long before: with the others, enough for whoever always came and for its host. */
const mornings = 20
/** Games are put up so long before they begin. */
const ahead = 5 * day

type Past = {
  id: string
  hostId: string
  /** The first, where it is on every week. */
  daysAgo: number
  /** On how many dates, a week between them. */
  weeks: number
  /** How many of ten had a word to say; nobody yet, where it is none. */
  talkative: number
  hasPlayer: boolean
  form: Omit<EventForm, 'starts' | 'ends'> & { from: string; to: string }
}

/** At Northside Courts, by its host, with the player among who came. Of the last nobody has said anything yet. */
const atNorthside: {
  id: string
  title: string
  daysAgo: number
  weeks?: number
  talkative: number
  capacity: number
  description: string
}[] = [
  {
    id: 'demo-over-quiet',
    title: 'Sunset doubles',
    daysAgo: 2,
    talkative: 0,
    capacity: 8,
    description: 'Two courts, losers split. We stop when nobody sees the ball.',
  },
  {
    id: 'demo-over-round-robin',
    title: 'Round robin, new partner each game',
    daysAgo: 4,
    talkative: 7,
    capacity: 12,
    description: 'Fifteen minutes a game, then everybody moves one court up or down.',
  },
  {
    id: 'demo-over-clinic',
    title: 'Third shot clinic',
    daysAgo: 8,
    talkative: 6,
    capacity: 10,
    description: 'An hour of drops, an hour of games that only count drops.',
  },
  {
    id: 'demo-over-open-play',
    title: 'Evening open play',
    daysAgo: 11,
    talkative: 4,
    capacity: 16,
    description: 'Paddles in the rack, four on, four off. All levels, all ages.',
  },
  {
    id: 'demo-over-ladder',
    title: 'Ladder final',
    daysAgo: 24,
    talkative: 9,
    capacity: 12,
    description: 'The last evening of the ladder. There is cake whoever wins.',
  },
  {
    id: 'demo-over-mornings',
    title: 'Morning doubles',
    daysAgo: 7 * (weeks + mornings) + 1,
    weeks: mornings,
    talkative: 2,
    capacity: 8,
    description: 'Before work, rain or shine. Bring a paddle and a thermos.',
  },
]

const praise = [
  'New partners every round made it easy to come alone.',
  'Good mix of levels, and nobody took it too seriously.',
  'Started on time and kept moving. More of these, please.',
  'Loved the coffee after. I finally know some names.',
  'Well organized. The list at the gate was quick.',
  'Best evening of my week.',
]
const remarks = [
  'Fun, but we waited a lot. One more court would help.',
  'Could we start half an hour later? Traffic is bad at that time.',
  'The lights at the far end are too dim for the last game.',
  'A little too crowded for my taste.',
]

/** Sixty games, most of the past four weeks: who came, who did not, what they said of it and earned by it. Needs what `addEvents` needs. */
export async function addPastEvents(db: Database, now: number): Promise<void> {
  const { places, courts } = await readPlaces(db)
  const random = randomBy(404)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const past = [...northside(courts), ...scatter(places, random, pick)]
  const today = Math.floor(now / day)
  for (const { id, hostId, daysAgo, weeks, form } of past) {
    const { from, to, ...rest } = form
    const date = dateText(today - daysAgo)
    const made = { form: { ...rest, starts: `${date}T${from}`, ends: `${date}T${to}` }, publish: { when: 'now' as const } }
    const ids = [...(weeks > 1 ? [id] : []), ...datesOf({ id, weeks })]
    // Seen from then: a game is put up before it begins.
    const clock = { now: now - daysAgo * day - ahead, newId: () => ids.shift() ?? id }
    await createEvent(db, clock, hostId, { ...made, repeat: weeks > 1 ? aWeekly(weeks) : null, idempotencyKey: null })
  }
  await fillPast(db, past, random, pick)
  await endorseHost(db, now)
  await cleanEventCells(db, now)
  await countTallies(
    db,
    past.flatMap((game) => datesOf(game)),
    now,
  )
}

/** A few of the crowd, as they do after a game; nobody is told of what has long been so. */
async function endorseHost(db: Database, now: number): Promise<void> {
  const clock = { now, newId: () => crypto.randomUUID() }
  const before = db.outboxIds.length
  for (const id of crowdIds.slice(0, 6)) await endorse(db, clock, id, 'demo-host', 'great-host')
  const ids = JSON.stringify(db.outboxIds.splice(before))
  await runBatch(db, { unsent: sql`DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(${ids}))` })
}

const datesOf = ({ id, weeks }: Pick<Past, 'id' | 'weeks'>): string[] =>
  weeks > 1 ? Array.from({ length: weeks }, (_, index) => `${id}-${index + 1}`) : [id]

const northside = (courts: Place): Past[] =>
  atNorthside.map(({ id, title, daysAgo, weeks: dates = 1, talkative, capacity, description }) => ({
    id,
    hostId: 'demo-host',
    daysAgo,
    weeks: dates,
    talkative,
    hasPlayer: true,
    form: {
      ...usual,
      activity: 'pickleball',
      where: whereOf(courts),
      teamId: 'sunset-smashers',
      title,
      description,
      capacity,
      from: '18:00',
      to: '20:00',
    },
  }))

/** Weekly games at places all over. */
function scatter(places: readonly Place[], random: () => number, pick: <Item>(list: readonly Item[]) => Item): Past[] {
  return Array.from({ length: weeklies }, (_, index) => {
    const place = places[(index * 4) % places.length] as Place
    const activity = pick(JSON.parse(place.activities) as ActivityId[])
    const team = communityAt(place.id)
    const { seats, title } = sketchOf(activity, pick)
    const begins = pick([7, 9, 12, 17, 18, 19])
    const two = (value: number) => `${String(value).padStart(2, '0')}:00`
    return {
      id: `demo-over-${place.id}`,
      hostId: team?.ownerId ?? pick(crowdIds),
      daysAgo: nearest + (index % 7) + 7 * (weeks - 1),
      weeks,
      talkative: Math.floor(random() * 7),
      hasPlayer: index === 4,
      form: {
        ...usual,
        activity,
        where: whereOf(place),
        teamId: team?.id ?? null,
        title,
        capacity: seats,
        from: two(begins),
        to: two(begins + 2),
      },
    }
  })
}

/** Who came to what, and what they said: a few statements for all of them. */
async function fillPast(
  db: Database,
  past: readonly Past[],
  random: () => number,
  pick: <Item>(list: readonly Item[]) => Item,
): Promise<void> {
  const dates = past.flatMap((game) => datesOf(game).map((id) => ({ ...game, id })))
  const joiners = dates.flatMap(({ id, hostId, hasPlayer, form: { capacity } }) => {
    const wanted = Math.max(3, Math.round(capacity * (0.5 + random() / 2)))
    const start = Math.floor(random() * crowdIds.length)
    const crowd = Array.from({ length: wanted }, (_, index) => crowdIds[(start + index * 7) % crowdIds.length] as string)
    const who = [...(hasPlayer ? ['demo-player'] : []), ...crowd].filter((userId) => userId !== hostId).slice(0, capacity)
    return who.map((userId, index) => {
      // Wherever a demo account looks, someone came and someone did not.
      const chance = userId === 'demo-player' ? 1 : hostId === 'demo-host' && index === 2 ? 0 : random()
      return { id: `${id}-${index}`, eventId: id, userId, isNoShow: chance < 0.07 ? 1 : 0, hasCome: chance > 0.12 ? 1 : 0, index }
    })
  })
  const talkativeAt = new Map(dates.map(({ id, talkative }) => [id, talkative]))
  const said = joiners.flatMap(({ eventId, userId, isNoShow }) => {
    // What the player has to say is theirs to try.
    const speaks = userId === 'demo-player' ? eventId === 'demo-over-ladder' : random() * 10 < (talkativeAt.get(eventId) ?? 0)
    if (isNoShow === 1 || !speaks) return []
    const rating = pick([5, 5, 5, 5, 4, 4, 4, 3, 3, 2])
    const words = random() < 0.5 ? '' : pick(rating > 3 ? praise : remarks)
    return [{ eventId, userId, rating, words, later: Math.floor((0.2 + random() * 18) * hour) }]
  })
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO joiners (id, event_id, user_id, state, seats, guests, answers, turn, joined_at, arrived, checked_in_at, is_no_show, starts_at, updated_at)
      SELECT j.value->>'id', e.id, j.value->>'userId', 'going', 1, '[]', '{}', 0, e.created_at + (1 + (j.value->>'index')) * ${hour}, j.value->>'hasCome',
        iif(j.value->>'hasCome' OR j.value->>'isNoShow', e.starts_at + 300000, NULL), j.value->>'isNoShow', e.starts_at, e.starts_at
      FROM json_each(${JSON.stringify(joiners)}) j JOIN events e ON e.id = j.value->>'eventId'`,
    // Nobody had spoken of what was not over yet.
    sql`INSERT OR IGNORE INTO event_feedback (event_id, user_id, rating, words, at)
      SELECT e.id, f.value->>'userId', f.value->>'rating', f.value->>'words', e.ends_at + (f.value->>'later')
      FROM json_each(${JSON.stringify(said)}) f JOIN events e ON e.id = f.value->>'eventId'`,
    recountSeats(sql`SELECT value->>'eventId' FROM json_each(${JSON.stringify(joiners)})`),
    sql`DELETE FROM outbox WHERE queue = 'notices' AND id LIKE 'event-nearby:%'`,
  ])
}
