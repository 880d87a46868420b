import { sql } from 'drizzle-orm'
import type { ActivityId } from '../../domain/activities.ts'
import { eachWeekday } from '../../domain/availability/clock.ts'
import { saveAvailability } from '../../worker/availability/commands.ts'
import { findAvailability } from '../../worker/availability/queries.ts'
import { findCity } from '../../worker/cities/queries.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { setUpProfile } from '../../worker/profiles/commands.ts'
import { randomBy } from '../setup/random-by.ts'

const firstNames =
  'Priya James Kofi Lena Marcus Sofia Tara Yuki Andre Beth Carlos Diego Elif Farid Grace Hana Ivan Jada Kian Leila Mateo Nora Omari Paula Quinn Rosa Samir Tessa Uma Victor Wendy Ximena Yusuf Zoe Abel Bianca Cole Dina Eli Freya'.split(
    ' ',
  )
const lastNames =
  'Vance Okafor Lindgren Moretti Chen Park Reyes Singh Torres Nguyen Walsh Haddad Kim Brooks Costa Dunn Evans Fischer Garza Hughes Ito Jensen Kaur Lopez Mensah Novak Ortiz Patel Rossi Silva'.split(
    ' ',
  )

/** Austin, where most of them live, and other large cities. */
const cityIds = [4671654, 5128581, 5368361, 4887398, 4699066, 5308655, 4560349, 4726206, 5391811, 4684888]

const sports: ActivityId[] = [
  'pickleball',
  'tennis',
  'soccer',
  'basketball',
  'volleyball',
  'sand-volleyball',
  'futsal',
  'badminton',
  'running',
  'yoga',
  'table-tennis',
  'ultimate-frisbee',
  'board-games',
  'hiking',
  'softball',
]
const levels = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, null]

const crowdSize = 295
export const crowdIds = Array.from({ length: crowdSize }, (_, index) => `demo-person-${String(index + 1).padStart(3, '0')}`)

/** Three hundred people, with those who have fixed handles. Nobody signs in as one of these. Needs the cities. */
export async function addCrowd(db: Database, now: number): Promise<void> {
  const random = randomBy(300)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const people = crowdIds.map((id, index) => ({
    id,
    name: `${firstNames[index % firstNames.length]} ${lastNames[(index * 7 + Math.floor(index / firstNames.length)) % lastNames.length]}`,
    cityId: index % 5 < 2 ? (cityIds[0] as number) : pick(cityIds),
    activities: [...new Set([pick(sports), pick(sports), pick(sports)])].map((activity) => ({ activity, level: pick(levels), isOn: true })),
    isPublic: random() < 0.85,
    evenings: random() < 0.7,
  }))
  await runBatch(db, [
    sql`INSERT OR IGNORE INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
      SELECT value->>'id', value->>'id' || '@demo.test', value->>'id' || '@demo.test', value->>'name', ${now}, ${now}, ${now}, ${now}
      FROM json_each(${JSON.stringify(people)})`,
  ])
  const cities = new Map(await Promise.all(cityIds.map(async (id) => [id, await findCity(db, id)] as const)))
  for (const { id, name, cityId, activities, isPublic, evenings } of people) {
    const city = cities.get(cityId)
    if (!city) continue
    const privacy = { messagesFromAnyone: isPublic, publicBadges: isPublic, publicOnlineStatus: isPublic, publicUpcomingGames: isPublic }
    const form = { displayName: name, fullName: name, cityId, gender: null, pronoun: 'Unspecified' as const, joinReason: null, bio: '' }
    const isNew = await setUpProfile(db, now, { id, email: `${id}@demo.test` }, { ...form, activities, privacy }, city, null)
    if (!isNew || !evenings || (await findAvailability(db, id)).availability) continue
    const timeRanges = [{ startTime: '17:00', endTime: '21:00' }]
    await saveAvailability(db, now, id, {
      timeZone: city.timeZone,
      weeklyAvailability: eachWeekday((weekday) =>
        weekday === 'friday' ? { isAvailable: false, timeRanges: [] } : { isAvailable: true, timeRanges },
      ),
      dateSpecificAvailability: [],
      version: 0,
    })
  }
}
