import { activityIds } from '../../domain/activities.ts'
import { toSearchCell } from '../../domain/search/near-cells.ts'
import type { TeamList } from '../../domain/teams/directory-contract.ts'
import { listFiltersOf, nameTeamList } from '../../domain/teams/team-lists.ts'
import { day } from '../../domain/time/spans.ts'
import { makeRows } from '../../worker/geo/tables.ts'
import { nameWordList } from '../../worker/search/schema.ts'
import { makeRandom } from '../setup/make-random.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { readAs } from './setup/read-as.ts'

const size = 100_000
const gamesOfTeam = 2
const topicsOfTeam = 4
const newYork = 5128581
const austin = 4671654
/** Only a few teams play it. */
const rareActivity = 'fencing'

type CityRow = { id: number; name: string; lat: number; lng: number }

/** A fifth of the teams are in New York, and most play one of the first activities. */
function makeTeams(cities: readonly CityRow[]) {
  const random = makeRandom(24)
  const dense = cities.find(({ id }) => id === newYork)
  return Array.from({ length: size }, (_, index) => {
    const city = random() < 0.2 ? dense : cities[Math.floor(random() * cities.length)]
    const isRare = index % (size / 50) === 0
    const activity = isRare ? rareActivity : (activityIds.filter((id) => id !== rareActivity)[Math.floor(random() ** 3 * 50)] ?? null)
    const joinMode = (['open', 'ask', 'invite'] as const)[Math.floor(random() * 3)] ?? 'invite'
    if (!city) throw new Error('The city is missing.')
    return { id: `team-${index}`, city, activity, joinMode, members: 1 + Math.floor(random() ** 4 * 400) }
  })
}

async function addTeams(db: D1Database): Promise<void> {
  const { results: cities } = await db.prepare('SELECT id, name, lat, lng FROM cities').all<CityRow>()
  const teams = makeTeams(cities)
  const insert = async (statement: string, rows: readonly unknown[]) => {
    const atOnce = 10_000
    for (let from = 0; from < rows.length; from += atOnce)
      await db
        .prepare(statement)
        .bind(JSON.stringify(rows.slice(from, from + atOnce)))
        .run()
  }
  await db
    .prepare("INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES ('reader', 'r@example.com', 'r@example.com', 0, 0)")
    .run()
  await insert(
    `INSERT INTO teams (id, name, description, plan, created_at, updated_at, city_id, city_name, city_state, lat, lng, members, activity, join_mode)
     SELECT value->>0, 'Club ' || (value->>0), '', 'ROOKIE', 1, 1, value->>1, 'City', 'TX', value->>2, value->>3, value->>4, value->>5, value->>6 FROM json_each(?)`,
    teams.map(({ id, city, members, activity, joinMode }) => [id, city.id, city.lat, city.lng, members, activity, joinMode]),
  )
  await insert(
    `INSERT INTO team_topics (id, team_id, name, name_key, description, position, created_at)
     SELECT team.value || '-topic-' || topic.value, team.value, 'Topic ' || topic.value, 'topic ' || topic.value, '', topic.value, 1
     FROM json_each(?) team, json_each('${JSON.stringify(Array.from({ length: topicsOfTeam }, (_, index) => index))}') topic`,
    teams.map(({ id }) => id),
  )
  await db
    .prepare(
      `UPDATE teams SET topics = (SELECT json_group_array(json_object('id', id, 'name', name, 'description', description)) FROM team_topics WHERE team_id = teams.id)`,
    )
    .run()
  const lists = new Map<CityRow, Set<string>>()
  for (const team of teams) {
    const ofCity = lists.get(team.city) ?? new Set()
    for (const filters of listFiltersOf(team)) ofCity.add(nameTeamList(filters))
    lists.set(team.city, ofCity)
  }
  const items = [...lists].map(([{ id, lat, lng }, names]) => ({ id: String(id), lat, lng, activities: [...names] }))
  await insert(
    `INSERT INTO team_city_cells (cell, activity, id, lat, lng)
     SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?)`,
    makeRows('team_city_cells', items),
  )
  const words = teams.flatMap((team) =>
    listFiltersOf(team).flatMap((filters) =>
      ['club', team.activity ?? 'other'].map((word) => [
        nameWordList('team', nameTeamList(filters)),
        word,
        team.id,
        toSearchCell(team.city),
      ]),
    ),
  )
  await insert('INSERT INTO search_words (kind, word, rank, id) SELECT value->>0, value->>1, 0, value->>2 FROM json_each(?)', words)
  await insert(
    'INSERT INTO search_word_cells (kind, word, cell, rank, id) SELECT value->>0, value->>1, value->>3, 0, value->>2 FROM json_each(?)',
    words,
  )
  await insert(
    `INSERT INTO events (id, team_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity, slots,
      max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
     SELECT team.value || '-' || game.value, team.value, 'tennis', 'Game', '', 'Courts', '', 0, 0, 'UTC', ${Date.now() + day} + game.value, ${Date.now() + 2 * day}, 4, '[]',
      0, 'public', 0, '[]', 0, 'order', 'published', '', 0, 0, 0, 1, 1, 1 FROM json_each(?) team, json_each('${JSON.stringify(Array.from({ length: gamesOfTeam }, (_, index) => index))}') game`,
    teams.map(({ id }) => id),
  )
}

const searches = [
  '',
  'activity=badminton',
  'joinMode=open',
  `activity=${rareActivity}&joinMode=ask`,
  `cityId=${newYork}`,
  `cityId=${austin}`,
  `cityId=${austin}&activity=baseball`,
  `cityId=${newYork}&joinMode=open`,
  `cityId=${newYork}&activity=${rareActivity}&joinMode=open`,
  'q=club',
  `q=club&cityId=${newYork}`,
  `q=${rareActivity}`,
  'q=club&joinMode=open',
  `q=club&activity=${rareActivity}`,
  `q=club&cityId=${newYork}&activity=badminton&joinMode=open`,
]

type Page = { what: string; shown: number; rowsRead: number }

async function readPages(): Promise<Page[]> {
  const { url, stop } = await serveOverhead({ environment: 'local', fill: addTeams })
  const reader = { id: 'reader', name: 'Reader', emailVerified: true, profileComplete: true }
  const pages: Page[] = []
  const read = async (what: string, query: string) => {
    const { answer, rowsRead } = await readAs(url, reader, `/api/teams/directory?${query}`)
    const { teams, next } = answer as TeamList
    if (teams.length === 0 || teams.some((team) => team.next === null || team.topics.length !== topicsOfTeam))
      throw new Error(`${what}: a team, its game or a topic is missing.`)
    pages.push({ what, shown: teams.length, rowsRead })
    return next
  }
  for (const query of searches) {
    let next = await read(query || 'all', query)
    for (let page = 2; page <= 3 && next !== null; page++) next = await read(`${query || 'all'}, page ${page}`, `${query}&cursor=${next}`)
  }
  await stop()
  return pages
}

export const figures: Figure[] = [
  {
    name: 'team-directory-rows-read',
    unit: 'rows read for each team',
    goal: { atMost: 20 },
    gating: true,
    measure: async () => {
      const perTeam = ({ rowsRead, shown }: Page) => rowsRead / shown
      const worst = (await readPages()).toSorted((a, b) => perTeam(b) - perTeam(a))
      const notes = worst.slice(0, 6).map((page) => `${perTeam(page).toFixed(1)} for each of ${page.shown}: ${page.what}`)
      return { value: worst[0] ? perTeam(worst[0]) : Number.NaN, notes }
    },
  },
]
