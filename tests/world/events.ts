import { sql } from 'drizzle-orm'
import { type ActivityId, findActivity } from '../../domain/activities.ts'
import type { CreateEvent } from '../../domain/events/form-contract.ts'
import { dateText, dayNumberOf, weekdayOf } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { cancelEvent } from '../../worker/events/cancel-event.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { recountSeats } from '../../worker/events/seats.ts'
import type { Database } from '../../worker/platform/database.ts'
import { aWeekly, plainGame } from '../setup/a-game.ts'
import { randomBy } from '../setup/random-by.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { communityAt } from './teams.ts'

export type Place = { id: string; name: string; address: string; lat: number; lng: number; activities: string }

/** How many play, and what such a game is called. */
const sketches: Partial<Record<ActivityId, { seats: number; titles: string[] }>> = {
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
const otherSketch = { seats: 12, titles: [] }

/** What a game of this kind is called, and for how many it is. */
export function sketchOf(activity: ActivityId, pick: <Item>(list: readonly Item[]) => Item): { seats: number; title: string } {
  const { seats, titles } = sketches[activity] ?? otherSketch
  return { seats, title: titles.length > 0 ? pick(titles) : `${findActivity(activity)?.label} together` }
}

/** A game of the demo world, unless said otherwise. */
export const usual = { ...plainGame, maxGuests: 2 }

export const whereOf = ({ id, name, address, lat, lng }: Place) => ({ placeId: id, name, address, lat, lng })

export async function readPlaces(db: Database): Promise<{ places: Place[]; courts: Place }> {
  const [found] = await runStatements<Place>(db, [
    sql`SELECT id, name, address, lat, lng, activities FROM places WHERE deleted_at IS NULL ORDER BY id`,
  ])
  const places = found?.results ?? []
  const courts = places.find(({ id }) => id === 'demo-courts')
  if (!courts) throw new Error('Build the places first')
  return { places, courts }
}

/** The coming eight weeks of games at our places, counted from the day it is made. Needs the crowd, the places, the teams and the communities. */
export async function addEvents(db: Database, now: number): Promise<void> {
  const { places, courts } = await readPlaces(db)
  const today = Math.floor(now / day)
  const random = randomBy(600)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const put = (id: string, hostId: string, made: Omit<CreateEvent, 'idempotencyKey'>) => {
    let date = 0
    // The first id is the series', if it is one; its dates are numbered.
    const newId = () => (made.repeat ? (date++ === 0 ? id : `${id}-${date - 1}`) : id)
    return createEvent(db, { now, newId }, hostId, { ...made, idempotencyKey: null })
  }
  for (const place of places) {
    const activities = (JSON.parse(place.activities) as ActivityId[]).slice(0, 2)
    for (const activity of activities) {
      const starts = dateText(today + 2 + Math.floor(random() * 7))
      const hour = pick([7, 9, 12, 17, 18, 18, 19])
      const levelMin = random() < 0.4 ? pick([1, 2, 3, 3.5]) : null
      const team = communityAt(place.id)
      const { seats, title } = sketchOf(activity, pick)
      const form = {
        ...usual,
        teamId: team?.id ?? null,
        activity,
        title,
        where: whereOf(place),
        starts: `${starts}T${String(hour).padStart(2, '0')}:00`,
        ends: `${starts}T${String(hour + 2).padStart(2, '0')}:00`,
        capacity: seats,
        levelMin,
        levelMax: levelMin === null ? null : levelMin + 1,
      }
      const someone = pick(crowdIds)
      await put(`demo-${place.id}-${activity}`, team?.ownerId ?? someone, { form, repeat: aWeekly(7), publish: { when: 'now' } })
    }
  }
  await addFixed(db, now, courts, put)
  await fillSeats(db, now)
}

type Put = (id: string, hostId: string, made: Omit<CreateEvent, 'idempotencyKey'>) => Promise<unknown>

/** The next date that falls on this weekday, two days ahead at least. */
function next(now: number, weekday: ReturnType<typeof weekdayOf>): string {
  const first = Math.floor(now / day) + 2
  return dateText([0, 1, 2, 3, 4, 5, 6].map((more) => first + more).find((number) => weekdayOf(number) === weekday) ?? first)
}

/** The events whose handles are fixed, and one of each kind. */
async function addFixed(db: Database, now: number, courts: Place, put: Put): Promise<void> {
  const saturday = next(now, 'saturday')
  const later = dateText((dayNumberOf(saturday) ?? 0) + 3)
  const at = (date: string, from: string, to: string) => ({ starts: `${date}T${from}`, ends: `${date}T${to}` })
  const base = { ...usual, activity: 'pickleball' as const, where: whereOf(courts), teamId: 'sunset-smashers' }
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
  const now1 = { when: 'now' as const }
  await put('demo-open-play', 'demo-host', { form: openPlay, repeat: null, publish: now1 })
  await put('demo-full-house', 'demo-host', {
    form: {
      ...base,
      ...at(later, '18:00', '20:00'),
      title: 'Tuesday night full house',
      capacity: 8,
      description: 'The one everybody wants. Join the waitlist: seats come free most weeks.',
    },
    repeat: null,
    publish: now1,
  })
  await put('demo-approval', 'demo-organizer', {
    form: {
      ...usual,
      ...at(later, '19:00', '21:00'),
      activity: 'soccer',
      title: 'Rookies try-out',
      where: whereOf(courts),
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
    publish: now1,
  })
  await put('demo-team-practice', 'demo-host', {
    form: { ...base, ...at(later, '07:00', '08:30'), title: 'Smashers practice', visibility: 'team', capacity: 8 },
    repeat: null,
    publish: now1,
  })
  await put('demo-draft', 'demo-host', {
    form: { ...base, ...at(later, '12:00', '13:00'), title: 'Lunch ladder', capacity: 6 },
    repeat: null,
    publish: { when: 'never' },
  })
  await put('demo-called-off', 'demo-host', {
    form: { ...base, ...at(later, '09:00', '10:00'), title: 'Windy morning doubles', capacity: 4 },
    repeat: null,
    publish: now1,
  })
  await cancelEvent(db, { now, newId: () => 'demo-cancel' }, 'demo-host', 'demo-called-off', {
    reason: 'Storms are coming in. See you next week.',
    scope: 'this',
  }).catch((error: unknown) => {
    // A second building finds it called off already.
    if (!(error instanceof Error && error.message.includes('nothing to cancel'))) throw error
  })
}

type Entry = { id: string; eventId: string; userId: string; state: 'going' | 'waiting'; seats: number; at: number }

/** Who comes to what: a few statements, since thousands of joins one by one would take a minute. */
async function fillSeats(db: Database, now: number): Promise<void> {
  const [found] = await runStatements<{ id: string; capacity: number; startsAt: number }>(db, [
    sql`SELECT id, capacity, starts_at AS startsAt FROM events WHERE state = 'published' AND visibility = 'public' AND slots = '[]' AND starts_at > ${now} ORDER BY starts_at, id`,
  ])
  const random = randomBy(12)
  const entries: Entry[] = []
  for (const { id, capacity } of found?.results ?? []) {
    const fixed = { 'demo-open-play': 10, 'demo-full-house': 11 }[id]
    const wanted = fixed ?? Math.floor(random() ** 0.7 * (capacity + 1))
    const start = Math.floor(random() * crowdIds.length)
    const who = Array.from(
      { length: Math.min(wanted, capacity + 3) },
      (_, index) => crowdIds[(start + index * 7) % crowdIds.length] as string,
    )
    if (id === 'demo-open-play') who[3] = 'demo-player'
    for (const [index, userId] of [...new Set(who)].entries()) {
      entries.push({
        id: `${id}-${index}`,
        eventId: id,
        userId,
        state: index < capacity ? 'going' : 'waiting',
        seats: 1,
        at: now - (60 - index) * 60_000,
      })
    }
  }
  for (let from = 0; from < entries.length; from += 1000) {
    await runStatements(db, [
      sql`INSERT OR IGNORE INTO joiners (id, event_id, user_id, state, seats, guests, answers, turn, joined_at, arrived, is_no_show, starts_at, updated_at)
        SELECT j.value->>'id', e.id, j.value->>'userId', j.value->>'state', j.value->>'seats', '[]', '{}', 0, j.value->>'at', 0, 0, e.starts_at, j.value->>'at'
        FROM json_each(${JSON.stringify(entries.slice(from, from + 1000))}) j JOIN events e ON e.id = j.value->>'eventId'`,
    ])
  }
  await runStatements(db, [
    recountSeats(sql`SELECT id FROM events WHERE starts_at > ${now}`),
    sql`DELETE FROM outbox WHERE queue = 'notices' AND id LIKE 'event-nearby:%'`,
  ])
}
