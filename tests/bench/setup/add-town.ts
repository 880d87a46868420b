import type { Viewer } from '../../../domain/access/contract.ts'
import type { SetUpProfile } from '../../../domain/profiles/contract.ts'
import { weekdays } from '../../../domain/time/clock.ts'
import { day, hour } from '../../../domain/time/spans.ts'
import { upsertPerson } from '../../../worker/accounts/upsert-person.ts'
import { findCity } from '../../../worker/cities/queries.ts'
import { indexEvents } from '../../../worker/events/index-events.ts'
import { runBatch } from '../../../worker/platform/batch.ts'
import { wrapDatabase } from '../../../worker/platform/database.ts'
import { setUpProfile } from '../../../worker/profiles/commands.ts'
import { insertRows } from './insert-rows.ts'

const austin = 4671654
/** The person plays in every game with this distance in the list. */
const ownGameStep = 12

type Town = {
  players: number
  /** With so many of them the person is connected. */
  friends: number
  games: number
  hoursBetweenGames: number
  /** Every second game is a date of one of these. */
  series: number
}

const activityOf = (index: number) => (['pickleball', 'tennis', 'soccer'] as const)[index % 3] ?? 'tennis'

const profile: Omit<SetUpProfile, 'displayName' | 'activities'> = {
  fullName: 'A Player',
  cityId: austin,
  gender: null,
  pronoun: 'They/Them',
  joinReason: null,
  bio: 'Plays most evenings.',
  privacy: {
    messagesFromAnyone: true,
    publicBadges: true,
    publicOnlineStatus: true,
    publicUpcomingGames: true,
    publicHours: true,
    publicLinkPreview: false,
  },
}

/** Gives a person a home in Austin with activities and hours, and other players and games around it. Build the cities first. */
export async function addTown(
  d1: D1Database,
  person: Viewer,
  { players: playerCount, friends, games: gameCount, hoursBetweenGames, series: seriesCount }: Town,
): Promise<void> {
  const db = wrapDatabase(d1)
  const city = await findCity(db, austin)
  if (!city) throw new Error('Build the cities first')
  const players = Array.from({ length: playerCount }, (_, index) => `player-${index}`)
  const everybody = [person.id, ...players]
  for (const [index, id] of everybody.entries()) {
    const account = { id, email: `${id}@example.com` }
    await upsertPerson(db, { ...person, ...account }, 1)
    const activities = [index, index + 1].map((place) => ({ activity: activityOf(place), level: 3, isOn: true }))
    await setUpProfile(db, 1, account, { ...profile, displayName: `Player ${index}`, activities }, city, null)
  }
  const week = Object.fromEntries(
    weekdays.map((weekday) => [weekday, { isAvailable: true, timeRanges: [{ startTime: '17:00', endTime: '22:00' }] }]),
  )
  await insertRows(
    d1,
    'availability',
    everybody.map((id) => ({ user_id: id, time_zone: city.timeZone, weekly: JSON.stringify(week), dates: '[]' })),
  )
  const pairs = players.slice(0, friends).flatMap((id) => [
    [person.id, id],
    [id, person.id],
  ])
  await insertRows(
    d1,
    'connections',
    pairs.map(([one = '', other = '']) => ({ user_id: one, other_id: other, state: 'connected', since: 1 })),
  )
  await insertRows(
    d1,
    'event_series',
    Array.from({ length: seriesCount }, (_, index) => ({ id: `series-${index}`, creator_id: `player-${index}`, rule: '{}' })),
  )
  const now = Date.now()
  // All dates of a series are at the same place.
  const placeOf = (index: number) => (index % 2 === 0 ? (index / 2) % seriesCount : index)
  const games = Array.from({ length: gameCount }, (_, index) => ({
    id: `near-${index}`,
    activity: activityOf(index),
    title: `Open play ${index}`,
    placeName: 'Northside Courts',
    address: '1 Court St, Austin, TX',
    timeZone: city.timeZone,
    startsAt: now + day + index * hoursBetweenGames * hour,
    lat: city.lat + ((placeOf(index) % 10) - 5) / 100,
    lng: city.lng + ((placeOf(index) % 7) - 3) / 100,
  }))
  const toRow = ({ id, activity, title, placeName, address, timeZone, startsAt, lat, lng }: (typeof games)[number], index: number) => ({
    ...{
      id,
      activity,
      title,
      place_name: placeName,
      address,
      time_zone: timeZone,
      starts_at: startsAt,
      ends_at: startsAt + hour,
      lat,
      lng,
    },
    ...{ creator_id: `player-${index % playerCount}`, capacity: 8, slots: '[]', questions: '[]', visibility: 'public', state: 'published' },
    waitlist_mode: 'order',
  })
  // Rows of one statement have the same columns.
  const [ofSeries, others] = [
    games.map(toRow).filter((_, index) => index % 2 === 0),
    games.map(toRow).filter((_, index) => index % 2 === 1),
  ]
  await insertRows(
    d1,
    'events',
    ofSeries.map((row, index) => ({ ...row, series_id: `series-${index % seriesCount}` })),
  )
  await insertRows(d1, 'events', others)
  await insertRows(
    d1,
    'event_hosts',
    games.map(({ id, startsAt }, index) => ({ event_id: id, user_id: `player-${(index + 1) % playerCount}`, starts_at: startsAt })),
  )
  const own = games.filter((_, index) => index % ownGameStep === 0)
  await insertRows(
    d1,
    'joiners',
    own.flatMap(({ id, startsAt }) =>
      everybody.slice(0, 8).map((player) => ({
        ...{
          id: `${id}-${player}`,
          event_id: id,
          user_id: player,
          state: 'going',
          seats: 1,
          guests: '[]',
          answers: '{}',
          starts_at: startsAt,
        },
      })),
    ),
  )
  await runBatch(db, { indexed: indexEvents(games) })
}
