import { sql } from 'drizzle-orm'
import type { ActivityId } from '../../domain/activities.ts'
import { defaultPlaceFields, type PlaceForm } from '../../domain/places/contract.ts'
import type { Amenity, Surface } from '../../domain/places/kinds.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import type { StateCode } from '../../domain/us-states.ts'
import { checkInToPlace, followPlace } from '../../worker/places/check-in-commands.ts'
import { changePlace, createPlace } from '../../worker/places/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'

const makeDailyHours = (startTime: string, endTime: string) =>
  eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime, endTime }] }))
const parkHours = makeDailyHours('05:00', '22:00')
const hallHours = {
  ...makeDailyHours('06:00', '23:00'),
  saturday: { isAvailable: true, timeRanges: [{ startTime: '08:00', endTime: '20:00' }] },
  sunday: { isAvailable: true, timeRanges: [{ startTime: '08:00', endTime: '20:00' }] },
}

type PlaceSketch = Partial<PlaceForm> & { name: string; at: [lat: number, lng: number]; activities: ActivityId[] }
type DemoPlace = { id: string; form: PlaceForm }

const makePlace = (cityName: string, cityState: StateCode, id: string, { at: [lat, lng], ...sketch }: PlaceSketch): DemoPlace => ({
  id,
  form: {
    ...defaultPlaceFields,
    ...{ isIndoor: false, hasLights: false, fee: '' },
    ...{ cityName, cityState, lat, lng },
    ...sketch,
  },
})

const makeAustinPlace = (id: string, sketch: PlaceSketch) => makePlace('Austin', 'TX', id, sketch)

const austinPlaces: DemoPlace[] = [
  makeAustinPlace('demo-courts', {
    name: 'Northside Courts',
    at: [30.3573, -97.7389],
    activities: ['pickleball', 'tennis'],
    address: '8400 Northside Drive, Austin, TX',
    description:
      'Six courts under good lights. 1 and 2 are for tennis, 3 to 6 are lined for pickleball; 3 and 4 are the ones out of the wind. Park behind the library, and bring a paddle for the rack when all are taken.',
    courts: 6,
    surface: 'hard',
    hasLights: true,
    hours: makeDailyHours('06:00', '23:00'),
    amenities: ['water', 'parking', 'seating', 'restrooms'],
  }),
  makeAustinPlace('zilker-fields', {
    name: 'Zilker Great Lawn',
    at: [30.2669, -97.7729],
    activities: ['soccer', 'ultimate-frisbee', 'volleyball'],
    surface: 'grass',
    hours: parkHours,
    amenities: ['parking', 'restrooms', 'food', 'bikes'],
  }),
  makeAustinPlace('mueller-pitch', {
    name: 'Mueller Futsal Pitch',
    at: [30.2985, -97.7047],
    activities: ['futsal', 'soccer'],
    courts: 2,
    surface: 'turf',
    hasLights: true,
    fee: '$6 a person after 6 pm',
    hours: hallHours,
    amenities: ['water', 'transit', 'seating'],
  }),
  makeAustinPlace('south-hall', {
    name: 'South Austin Recreation Hall',
    at: [30.2286, -97.7707],
    activities: ['basketball', 'badminton', 'volleyball'],
    courts: 3,
    surface: 'wood',
    isIndoor: true,
    hasLights: true,
    fee: '$4 a visit',
    hours: hallHours,
    amenities: ['water', 'parking', 'restrooms', 'showers', 'lockers', 'accessible'],
  }),
  makeAustinPlace('lake-sand', {
    name: 'Lakeside Sand Courts',
    at: [30.2936, -97.7846],
    activities: ['sand-volleyball'],
    courts: 4,
    surface: 'sand',
    amenities: ['water', 'shade'],
  }),
  makeAustinPlace('eastside-tables', {
    name: 'Eastside Table Tennis Club',
    at: [30.2621, -97.7173],
    activities: ['table-tennis'],
    courts: 10,
    surface: 'rubber',
    isIndoor: true,
    hasLights: true,
    fee: '$10 a day',
    hours: hallHours,
    amenities: ['rental', 'restrooms', 'water'],
  }),
  makeAustinPlace('river-dock', {
    name: 'Lady Bird Rowing Dock',
    at: [30.2497, -97.7262],
    activities: ['rowing'],
    surface: 'water',
    hours: makeDailyHours('05:30', '20:00'),
    amenities: ['parking', 'rental'],
  }),
  makeAustinPlace('corner-chess', {
    name: 'Corner Chess Tables',
    at: [30.2686, -97.7423],
    activities: ['chess', 'board-games'],
    amenities: ['shade', 'food'],
  }),
  makeAustinPlace('roy-disc', {
    name: 'Roy Creek Disc Golf',
    at: [30.3086, -97.8062],
    activities: ['disc-golf'],
    courts: 18,
    surface: 'dirt',
  }),
  makeAustinPlace('barton-trail', {
    name: 'Barton Creek Trailhead',
    at: [30.2459, -97.8014],
    activities: ['running', 'hiking'],
    surface: 'dirt',
    amenities: ['parking'],
  }),
  makeAustinPlace('domain-padel', {
    name: 'The Cage Padel',
    at: [30.4021, -97.7252],
    activities: ['padel', 'pickleball'],
    courts: 5,
    surface: 'turf',
    isIndoor: true,
    hasLights: true,
    fee: '$24 a court and hour',
    hours: hallHours,
    amenities: ['rental', 'food', 'parking', 'showers'],
  }),
  makeAustinPlace('oak-diamond', {
    name: 'Oak Hill Diamond',
    at: [30.2345, -97.8602],
    activities: ['softball', 'baseball', 'kickball'],
    surface: 'dirt',
    hasLights: true,
  }),
]

const cities: [name: string, state: StateCode, lat: number, lng: number][] = [
  ['New York', 'NY', 40.7128, -74.006],
  ['Brooklyn', 'NY', 40.6782, -73.9442],
  ['Boston', 'MA', 42.3601, -71.0589],
  ['Philadelphia', 'PA', 39.9526, -75.1652],
  ['Washington', 'DC', 38.9072, -77.0369],
  ['Atlanta', 'GA', 33.749, -84.388],
  ['Miami', 'FL', 25.7907, -80.21],
  ['Nashville', 'TN', 36.1627, -86.7816],
  ['Chicago', 'IL', 41.8781, -87.65],
  ['Minneapolis', 'MN', 44.9778, -93.265],
  ['Houston', 'TX', 29.7604, -95.3698],
  ['Dallas', 'TX', 32.7767, -96.797],
  ['San Antonio', 'TX', 29.4241, -98.4936],
  ['Denver', 'CO', 39.7392, -104.9903],
  ['Phoenix', 'AZ', 33.4484, -112.074],
  ['Las Vegas', 'NV', 36.1699, -115.1398],
  ['Los Angeles', 'CA', 34.0522, -118.2437],
  ['San Diego', 'CA', 32.75, -117.13],
  ['San Francisco', 'CA', 37.7649, -122.4394],
  ['Seattle', 'WA', 47.6062, -122.32],
  ['Portland', 'OR', 45.5152, -122.6584],
  ['Boise', 'ID', 43.615, -116.2023],
  ['Anchorage', 'AK', 61.19, -149.88],
  ['Honolulu', 'HI', 21.3099, -157.83],
]

type Kind = { name: string; activities: ActivityId[]; surface: Surface; courts: number | null; amenities: Amenity[]; isIndoor?: boolean }
const kinds: Kind[] = [
  { name: 'Riverside Courts', activities: ['pickleball', 'tennis'], surface: 'hard', courts: 8, amenities: ['water', 'parking'] },
  { name: 'Union Field', activities: ['soccer', 'flag-football'], surface: 'turf', courts: 2, amenities: ['seating', 'restrooms'] },
  {
    name: 'Eastgate Hall',
    activities: ['basketball', 'volleyball'],
    surface: 'wood',
    courts: 4,
    amenities: ['showers', 'lockers'],
    isIndoor: true,
  },
  {
    name: 'Memorial Park',
    activities: ['running', 'ultimate-frisbee'],
    surface: 'grass',
    courts: null,
    amenities: ['shade', 'playground'],
  },
  {
    name: 'Beacon Hill Club',
    activities: ['badminton', 'squash'],
    surface: 'wood',
    courts: 6,
    amenities: ['rental', 'food'],
    isIndoor: true,
  },
]

/** Two places in each city, near its center. */
const otherPlaces: DemoPlace[] = cities.flatMap(([city, state, lat, lng], index) =>
  [0, 1].map((second) => {
    const { name, isIndoor = false, ...kind } = kinds[(index * 2 + second) % kinds.length] as Kind
    const offset = second === 0 ? 0.012 : -0.014
    return makePlace(city, state, `${city}-${second + 1}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'), {
      ...kind,
      name: `${city} ${name}`,
      at: [lat + offset, lng - offset / 2],
      isIndoor,
      hasLights: isIndoor || index % 3 === 0,
      fee: isIndoor ? '$8 a person' : '',
      hours: isIndoor ? hallHours : parkHours,
    })
  }),
)

/** How often these people checked in at Northside Courts. */
const regulars = { 'demo-host': 9, 'demo-player': 5, 'demo-organizer': 3 }

/** Adds courts, fields and halls, and the check-ins at one of them. Needs the people. */
export async function addPlaces(db: Database, now: number): Promise<void> {
  for (const { id, form } of [...austinPlaces, ...otherPlaces]) {
    await createPlace(db, { now }, 'demo-host', { ...form, idempotencyKey: `world-${id}` }, id)
  }
  for (const userId of ['demo-player', 'demo-organizer']) await followPlace(db, now, userId, 'demo-courts')
  for (const [userId, visits] of Object.entries(regulars)) {
    for (let visit = 0; visit < visits; visit++) await checkInToPlace(db, now + visit * day, userId, 'demo-courts')
  }
}

/** A player wants to rename a place, which its host or a second person can confirm. Needs the places. */
export async function addPlaceProposal(db: Database, now: number): Promise<void> {
  const place = austinPlaces.find(({ id }) => id === 'mueller-pitch')
  if (!place) throw new Error('The place of the proposal is gone')
  const form = { ...place.form, name: 'Mueller Soccer and Futsal Pitch', version: 1 }
  // Nobody is notified, so that the notifications of the demo accounts stay as the other parts made them.
  const id = 'demo-place-proposal'
  await changePlace(db, { now: now - day, newId: () => id }, 'demo-player', place.id, form)
  await runBatch(db, { unsent: sql`DELETE FROM outbox WHERE id = ${id}` })
  db.outboxIds.length = 0
}
