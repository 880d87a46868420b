import { sql } from 'drizzle-orm'
import type { ActivityId } from '../../domain/activities.ts'
import type { City } from '../../domain/cities/contract.ts'
import { splitIntoNameWords } from '../../domain/profiles/name-words.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { findCity } from '../../worker/cities/queries.ts'
import { writeCells } from '../../worker/geo/commands.ts'
import type { Database } from '../../worker/platform/database.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'

const firstNames =
  'Priya James Kofi Lena Marcus Sofia Tara Yuki Andre Beth Carlos Diego Elif Farid Grace Hana Ivan Jada Kian Leila Mateo Nora Omari Paula Quinn Rosa Samir Tessa Uma Victor Wendy Ximena Yusuf Zoe Abel Bianca Cole Dina Eli Freya'.split(
    ' ',
  )
const lastNames =
  'Vance Okafor Lindgren Moretti Chen Park Reyes Singh Torres Nguyen Walsh Haddad Kim Brooks Costa Dunn Evans Fischer Garza Hughes Ito Jensen Kaur Lopez Mensah Novak Ortiz Patel Rossi Silva'.split(
    ' ',
  )

/** Austin, where most of these people live, and other large cities. */
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

const evenings = [{ startTime: '17:00', endTime: '21:00' }]
const week = JSON.stringify(
  eachWeekday((weekday) => (weekday === 'friday' ? { isAvailable: false, timeRanges: [] } : { isAvailable: true, timeRanges: evenings })),
)

/**
 * Adds many people, so that there are three hundred with the fixed ones. Nobody signs in as one of them. They are written in a few
 * statements, because adding them one by one takes half a minute. Needs the cities.
 */
export async function addCrowd(db: Database, now: number): Promise<void> {
  const random = makeRandom(300)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const cities = (await Promise.all(cityIds.map((id) => findCity(db, id)))).filter((city) => city !== null)
  const people = crowdIds.map((id, index) => {
    const name = `${firstNames[index % firstNames.length]} ${lastNames[(index * 7 + Math.floor(index / firstNames.length)) % lastNames.length]}`
    const city = index % 5 < 2 ? (cities[0] as City) : pick(cities)
    const activities = [...new Set([pick(sports), pick(sports), pick(sports)])]
    return {
      id,
      name,
      words: splitIntoNameWords(name),
      city,
      activities,
      played: JSON.stringify(activities.map((activity) => ({ activity, level: pick(levels), isOn: true }))),
      isPublic: random() < 0.85 ? 1 : 0,
      hasHours: random() < 0.7 ? 1 : 0,
    }
  })
  const crowd = sql`json_each(${JSON.stringify(people)}) p`
  const fieldOf = (path: string) => sql.raw(`p.value->>'$.${path}'`)
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
      SELECT ${fieldOf('id')}, ${fieldOf('id')} || '@demo.test', ${fieldOf('id')} || '@demo.test', ${fieldOf('name')}, ${now}, ${now}, ${now}, ${now} FROM ${crowd}`,
    sql`INSERT OR IGNORE INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at)
      SELECT ${fieldOf('id')}, ${fieldOf('name')}, '', ${fieldOf('city.id')}, ${fieldOf('city.name')}, ${fieldOf('city.state')}, ${fieldOf('city.lat')}, ${fieldOf('city.lng')},
        ${fieldOf('city.timeZone')}, 'Unspecified', ${fieldOf('played')}, 1, ${now}, ${now} FROM ${crowd}`,
    sql`INSERT OR IGNORE INTO profile_words (word, user_id) SELECT word.value, ${fieldOf('id')} FROM ${crowd}, json_each(p.value->'words') word`,
    sql`INSERT OR IGNORE INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
      SELECT ${fieldOf('id')}, ${fieldOf('isPublic')}, ${fieldOf('isPublic')}, ${fieldOf('isPublic')}, ${fieldOf('isPublic')}, ${now} FROM ${crowd}`,
    sql`INSERT OR IGNORE INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at)
      SELECT ${fieldOf('id')}, ${fieldOf('city.timeZone')}, ${week}, '[]', 1, ${now}, ${now} FROM ${crowd} WHERE ${fieldOf('hasHours')}`,
    writeCells(
      'person_cells',
      people.map(({ id, city: { lat, lng }, activities }) => ({ id, lat, lng, activities })),
    ),
  ])
}
