import type { CitySource } from '../../domain/cities/contract.ts'
import { planCityIndex } from '../../domain/cities/rules.ts'
import { splitCityIndex } from '../../domain/cities/split-index.ts'
import { loadCities } from '../../worker/cities/commands.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'
import { addActivitySubscriptions } from './activity-subscriptions.ts'
import { addAvailability } from './availability.ts'
import { addCrowd } from './crowd.ts'
import { addEvents } from './events.ts'
import { addPastEvents } from './past-events.ts'
import { addPeople } from './people.ts'
import { addPlaces } from './places.ts'
import { addSeasons } from './seasons.ts'
import { someCities } from './some-cities.ts'
import { addCommunities, addTeams } from './teams.ts'
import { addUserLists } from './user-lists.ts'

/** When everything here was made. */
const worldStart = Date.UTC(2026, 0, 1)

/** One corner of the demo world. It may meet what an interrupted run left behind: fixed ids, and no harm done twice. */
type WorldPart = (db: D1Database, now: number, files: R2Bucket | undefined) => Promise<void>

/** The world by parts, so that a Worker test builds only what it names. A later part may stand on an earlier one. */
const parts = {
  /** All US cities. Needs Node: the package they come from reads a file. */
  cities: async (db) => {
    const { readCities } = await import('../../scripts/read-cities.ts')
    await addCities(db, readCities())
  },
  'cities:some': (db) => addCities(db, someCities),
  people: (db) => addPeople(wrapDatabase(db), worldStart),
  places: (db) => addPlaces(wrapDatabase(db), worldStart),
  /** Files in R2. Needs Node, which draws them. */
  photos: async (db, _, files) => {
    if (!files) throw new Error('The photos of the demo world need a place for files.')
    const { addPhotos } = await import('./photos.ts')
    await addPhotos(wrapDatabase(db), worldStart, files)
  },
  crowd: (db) => addCrowd(wrapDatabase(db), worldStart),
  /** What is on in the coming weeks, seen from the day the world is built. */
  events: (db, now) => addEvents(wrapDatabase(db), now),
  /** What was on in the past weeks, who came, and what they said. */
  pastEvents: (db, now) => addPastEvents(wrapDatabase(db), now),
  userLists: (db) => addUserLists(wrapDatabase(db), worldStart),
  teams: (db) => addTeams(wrapDatabase(db), worldStart),
  /** Around the day the world is built. */
  seasons: (db, now) => addSeasons(wrapDatabase(db), now),
  communities: (db) => addCommunities(wrapDatabase(db), worldStart),
  availability: (db) => addAvailability(wrapDatabase(db), worldStart),
  activitySubscriptions: (db) => addActivitySubscriptions(wrapDatabase(db), worldStart),
  /** A community's own domain. Every <name>.localhost reaches this machine. */
  hostnames: async (db) => void (await claimHostname(wrapDatabase(db), 'sunset-smashers.localhost', 'sunset-smashers', worldStart)),
} satisfies Record<string, WorldPart>

export type WorldPartName = keyof typeof parts

/** Everything that `npm start` shows; a part that exists in two sizes stands here in its full one. */
const wholeWorld: readonly WorldPartName[] = [
  'cities',
  'people',
  'places',
  'photos',
  'teams',
  'seasons',
  'userLists',
  'availability',
  'activitySubscriptions',
  'crowd',
  'communities',
  'events',
  'pastEvents',
  'hostnames',
]

/** Builds the demo world, the same each time: start, Worker tests and browser tests speak of the same things. */
export async function buildWorld(
  db: D1Database,
  names: readonly WorldPartName[] = wholeWorld,
  now = Date.now(),
  files?: R2Bucket,
): Promise<void> {
  for (const name of names) await parts[name](db, now, files)
}

export async function addCities(db: D1Database, cities: readonly CitySource[]): Promise<void> {
  const database = wrapDatabase(db)
  for (const part of splitCityIndex(planCityIndex(cities), 1_500)) await loadCities(database, part)
}
