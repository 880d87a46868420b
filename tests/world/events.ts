import { sql } from 'drizzle-orm'
import { type ActivityId, findActivity } from '../../domain/activities.ts'
import { AppError } from '../../domain/errors.ts'
import type { CreateEvent } from '../../domain/events/form-contract.ts'
import { makeTicketCode } from '../../domain/events/ticket.ts'
import { dateText, dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { cancelEvent } from '../../worker/events/cancel-event.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { recountSeats } from '../../worker/events/seats.ts'
import type { Database } from '../../worker/platform/database.ts'
import { plainGame, repeatWeekly } from '../setup/make-game-form.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { addCoHostLink } from './co-host-link.ts'
import { crowdIds } from './crowd.ts'
import { findCommunityAt } from './teams.ts'

export type Place = { id: string; name: string; address: string; lat: number; lng: number; activities: string }

/** The seats and the titles of games of an activity. */
const gameIdeas: Partial<Record<ActivityId, { seats: number; titles: string[] }>> = {
  pickleball: {
    seats: 12,
    titles: ['Evening open play', 'Beginner clinic with Coach Jo', 'Round robin, new partner each game', '3.5 and up doubles'],
  },
  tennis: { seats: 4, titles: ['Doubles ladder', 'Hit before work', 'Cardio tennis'] },
  soccer: { seats: 14, titles: ['Pickup 7v7 under the lights', 'Sunday kickabout', 'Coed small-sided'] },
  futsal: { seats: 10, titles: ['Futsal night', 'Fast fives'] },
  basketball: { seats: 10, titles: ['Lunchtime run', 'Full court, winners stay'] },
  volleyball: { seats: 12, titles: ['Coed sixes', 'Reverse fours'] },
  'sand-volleyball': { seats: 16, titles: ['Sand fours, king of the court', 'Doubles in the sand'] },
  badminton: { seats: 8, titles: ['Social doubles', 'Shuttle night'] },
  'table-tennis': { seats: 10, titles: ['Drills and games', 'Club night'] },
  running: { seats: 30, titles: ['Easy five by the river', 'Intervals on the track'] },
  'ultimate-frisbee': { seats: 20, titles: ['Pickup ultimate'] },
  'board-games': { seats: 12, titles: ['Board game evening'] },
}
const defaultIdea = { seats: 12, titles: [] }

/** Picks a title for a game of this activity, and returns it with the number of seats. */
export function pickGameIdea(activity: ActivityId, pick: <Item>(list: readonly Item[]) => Item): { seats: number; title: string } {
  const { seats, titles } = gameIdeas[activity] ?? defaultIdea
  return { seats, title: titles.length > 0 ? pick(titles) : `${findActivity(activity)?.label} together` }
}

/** The default form fields of games in the demo world. */
export const demoGameDefaults = { ...plainGame, maxGuests: 2 }

export const toWhere = ({ id, name, address, lat, lng }: Place) => ({ placeId: id, name, address, lat, lng })

export async function readPlaces(db: Database): Promise<{ places: Place[]; courts: Place }> {
  const [found] = await runStatements<Place>(db, [
    sql`SELECT id, name, address, lat, lng, activities FROM places WHERE deleted_at IS NULL ORDER BY id`,
  ])
  const places = found?.results ?? []
  const courts = places.find(({ id }) => id === 'demo-courts')
  if (!courts) throw new Error('Build the places first')
  return { places, courts }
}

/** Adds the games of the next eight weeks at our places. Needs the crowd, the places, the teams and the communities. */
export async function addEvents(db: Database, now: number): Promise<void> {
  const { places, courts } = await readPlaces(db)
  const today = Math.floor(now / day)
  const random = makeRandom(600)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const createGame = (id: string, hostId: string, input: Omit<CreateEvent, 'idempotencyKey'>) => {
    let date = 0
    // For a series, the first new id is that of the series. Its games are numbered.
    const newId = () => (input.repeat ? (date++ === 0 ? id : `${id}-${date - 1}`) : id)
    return createEvent(db, { now, newId }, hostId, { ...input, idempotencyKey: null })
  }
  for (const place of places) {
    const activities = (JSON.parse(place.activities) as ActivityId[]).slice(0, 2)
    for (const activity of activities) {
      const starts = dateText(today + 2 + Math.floor(random() * 7))
      const hour = pick([7, 9, 12, 17, 18, 18, 19])
      const levelMin = random() < 0.4 ? pick([1, 2, 3, 3.5]) : null
      const team = findCommunityAt(place.id)
      const { seats, title } = pickGameIdea(activity, pick)
      const form = {
        ...demoGameDefaults,
        teamId: team?.id ?? null,
        activity,
        title,
        where: toWhere(place),
        starts: `${starts}T${String(hour).padStart(2, '0')}:00`,
        ends: `${starts}T${String(hour + 2).padStart(2, '0')}:00`,
        capacity: seats,
        levelMin,
        levelMax: levelMin === null ? null : levelMin + 1,
      }
      const randomHostId = pick(crowdIds)
      await createGame(`demo-${place.id}-${activity}`, team?.ownerId ?? randomHostId, {
        form,
        repeat: repeatWeekly(7),
        publish: { when: 'now' },
      })
    }
  }
  await addFixedEvents(db, now, courts, createGame)
  await addCoHostLink(db, now)
  await fillSeats(db, now)
}

type CreateGame = (id: string, hostId: string, input: Omit<CreateEvent, 'idempotencyKey'>) => Promise<unknown>

/** Finds the next date on this weekday that is at least two days from now. */
export function findNextDate(now: number, weekday: ReturnType<typeof weekdayOf>): string {
  const first = Math.floor(now / day) + 2
  return dateText([0, 1, 2, 3, 4, 5, 6].map((days) => first + days).find((number) => weekdayOf(number) === weekday) ?? first)
}

/** Adds the games with fixed ids, one of each kind. */
async function addFixedEvents(db: Database, now: number, courts: Place, createGame: CreateGame): Promise<void> {
  const saturday = findNextDate(now, 'saturday')
  const later = dateText((dayNumberOf(saturday) ?? 0) + 3)
  const at = (date: string, from: string, to: string) => ({ starts: `${date}T${from}`, ends: `${date}T${to}` })
  const base = { ...demoGameDefaults, activity: 'pickleball' as const, where: toWhere(courts), teamId: 'sunset-smashers' }
  const openPlay = {
    ...base,
    ...at(saturday, '07:00', '09:00'),
    title: 'Saturday sunrise open play',
    description:
      'Round robin on two courts, new partner every fifteen minutes. Bring a paddle if you have one, we keep four spares. Coffee after at the corner.',
    capacity: 12,
    levelMin: 3,
    levelMax: 3.5,
  }
  const publishNow = { when: 'now' as const }
  await createGame('demo-open-play', 'demo-host', { form: openPlay, repeat: null, publish: publishNow })
  await createGame('demo-full-house', 'demo-host', {
    form: {
      ...base,
      ...at(later, '18:00', '20:00'),
      title: 'Tuesday night full house',
      capacity: 8,
      description: 'The one everybody wants. Join the waitlist: seats come free most weeks.',
    },
    repeat: null,
    publish: publishNow,
  })
  await createGame('demo-approval', 'demo-organizer', {
    form: {
      ...demoGameDefaults,
      ...at(later, '19:00', '21:00'),
      activity: 'soccer',
      title: 'Rookies try-out',
      where: toWhere(courts),
      capacity: 14,
      needsApproval: true,
      teamId: 'riverside-rookies',
      questions: [{ id: 'played', text: 'Have you played before?', isRequired: true }],
      slots: [
        { id: 'keepers', name: 'Goalkeeper', capacity: 2 },
        { id: 'field', name: 'Field', capacity: 12 },
      ],
    },
    repeat: null,
    publish: publishNow,
  })
  await createGame('demo-team-practice', 'demo-host', {
    form: {
      ...base,
      ...at(later, '07:00', '08:30'),
      title: 'Smashers practice',
      visibility: 'team',
      capacity: 8,
      coHosts: ['demo-player'],
    },
    repeat: null,
    publish: publishNow,
  })
  await createGame('demo-draft', 'demo-host', {
    form: { ...base, ...at(later, '12:00', '13:00'), title: 'Lunch ladder', capacity: 6 },
    repeat: null,
    publish: { when: 'never' },
  })
  await createGame('demo-called-off', 'demo-host', {
    form: { ...base, ...at(later, '09:00', '10:00'), title: 'Windy morning doubles', capacity: 4 },
    repeat: null,
    publish: publishNow,
  })
  await cancelEvent(db, { now, newId: () => 'demo-cancel' }, 'demo-host', 'demo-called-off', {
    reason: 'Storms are coming in. See you next week.',
    scope: 'this',
  }).catch((error: unknown) => {
    // If the demo world is built a second time, this game is cancelled already.
    if (!(error instanceof AppError && error.code === 'NothingToCancel')) throw error
  })
}

type JoinerEntry = { id: string; eventId: string; userId: string; state: 'going' | 'waiting'; seats: number; at: number; code: string }

/** Adds players to the games. It takes a few statements, because thousands of single joins would take a minute. */
async function fillSeats(db: Database, now: number): Promise<void> {
  const [found] = await runStatements<{ id: string; capacity: number; startsAt: number }>(db, [
    sql`SELECT id, capacity, starts_at AS startsAt FROM events WHERE state = 'published' AND visibility = 'public' AND slots = '[]' AND starts_at > ${now} ORDER BY starts_at, id`,
  ])
  const random = makeRandom(12)
  const entries: JoinerEntry[] = []
  for (const { id, capacity } of found?.results ?? []) {
    const fixedCount = { 'demo-open-play': 10, 'demo-full-house': 11 }[id]
    const playerCount = fixedCount ?? Math.floor(random() ** 0.7 * (capacity + 1))
    const start = Math.floor(random() * crowdIds.length)
    const userIds = Array.from(
      { length: Math.min(playerCount, capacity + 3) },
      (_, index) => crowdIds[(start + index * 7) % crowdIds.length] as string,
    )
    if (id === 'demo-open-play') userIds[3] = 'demo-player'
    for (const [index, userId] of [...new Set(userIds)].entries()) {
      entries.push({
        id: `${id}-${index}`,
        eventId: id,
        userId,
        state: index < capacity ? 'going' : 'waiting',
        seats: 1,
        at: now - (60 - index) * 60_000,
        code: makeTicketCode([Math.floor(index / 30), index, 7, 11, 13, 17]),
      })
    }
  }
  for (let from = 0; from < entries.length; from += 1000) {
    await runStatements(db, [
      sql`INSERT OR IGNORE INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at, ticket_code)
        SELECT j.value->>'id', e.id, j.value->>'userId', j.value->>'state', j.value->>'seats', '[]', '{}', 0, j.value->>'at', 0, 0, e.starts_at, j.value->>'at', j.value->>'code'
        FROM json_each(${JSON.stringify(entries.slice(from, from + 1000))}) j JOIN events e ON e.id = j.value->>'eventId'`,
    ])
  }
  await runStatements(db, [
    recountSeats(sql`SELECT id FROM events WHERE starts_at > ${now}`),
    sql`DELETE FROM outbox WHERE queue = 'notices' AND id LIKE 'event-nearby:%'`,
  ])
}
