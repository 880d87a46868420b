import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListedTeam, TeamList } from '../../domain/teams/directory-contract.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from '../../worker/teams/index-team.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { db, nextClock } from './people.ts'

collectLog()
holdQueues()

const austin = 4671654
const roundRock = 4724129
const sanAntonio = 4726206

let host: Person

type Sketch = { cityId?: number; activity?: string; joinMode?: string; size?: number }

/** Creates a team, and gives it what only an edit can set. */
async function addTeam(name: string, { cityId, activity, joinMode, size = 1 }: Sketch = {}): Promise<string> {
  const id = await createTeam(db(), nextClock(), 'host', { name, description: '', ...(cityId ? { cityId } : {}) })
  for (const person of crowd('fan', size - 1)) await addMember(db(), nextClock(), asPerson('host'), id, person)
  const before = await findIndexedTeam(db(), id)
  await rowsOf("UPDATE teams SET activity = ?2, join_mode = coalesce(?3, 'invite') WHERE id = ?1", id, activity ?? null, joinMode ?? null)
  const after = await findIndexedTeam(db(), id)
  if (!before || !after) throw new Error('The team is gone.')
  await runBatch(db(), { out: unindexTeam(before, sql`true`), in: indexTeam(after, sql`true`) })
  return id
}

const list = async (query: string, from: Person | null = null) =>
  (await (from ? from.ask(`/api/teams/directory?${query}`) : ask(`/api/teams/directory?${query}`))).json<TeamList>()
const namesOf = (teams: readonly ListedTeam[]) => teams.map(({ name }) => name)
const names = async (query: string) => namesOf((await list(query)).teams)

async function readAllPages(query: string): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: TeamList = await list(`${query}${cursor && `&cursor=${cursor}`}`)
    found.push(...namesOf(page.teams))
    cursor = page.next
  }
  return found
}

let tennisId: string

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  host = await enter('host')
  await addCrowd(crowd('fan', 6))
  tennisId = await addTeam('Bilby Tennis', { cityId: austin, activity: 'tennis', joinMode: 'open', size: 3 })
  await addTeam('Dingo Tennis', { cityId: roundRock, activity: 'tennis', joinMode: 'ask', size: 6 })
  await addTeam('Numbat Runners', { cityId: austin, activity: 'running', joinMode: 'open', size: 2 })
  await addTeam('Quokka Club', { cityId: sanAntonio, size: 4 })
  await addTeam('Wombats at Large', { size: 5 })
})

describe('The directory lists', () => {
  it('all communities, those with the most members first', async () => {
    expect(await names('')).toEqual(['Dingo Tennis', 'Wombats at Large', 'Quokka Club', 'Bilby Tennis', 'Numbat Runners'])
  })

  it('those near a city, nearest first, with their distance', async () => {
    const { teams } = await list(`cityId=${austin}`)
    expect(namesOf(teams)).toEqual(['Bilby Tennis', 'Numbat Runners', 'Dingo Tennis', 'Quokka Club'])
    expect(teams.map(({ miles }) => miles !== null && Math.round(miles))).toEqual([0, 0, 17, 74])
  })

  it.each([
    ['activity=tennis', ['Dingo Tennis', 'Bilby Tennis']],
    ['joinMode=open', ['Bilby Tennis', 'Numbat Runners']],
    ['joinMode=ask', ['Dingo Tennis']],
    ['activity=tennis&joinMode=open', ['Bilby Tennis']],
    ['activity=chess', []],
    [`cityId=${sanAntonio}&activity=tennis`, ['Bilby Tennis', 'Dingo Tennis']],
    [`cityId=${sanAntonio}&joinMode=open`, ['Bilby Tennis', 'Numbat Runners']],
    [`cityId=${sanAntonio}&activity=tennis&joinMode=ask`, ['Dingo Tennis']],
    ['q=bilby', ['Bilby Tennis']],
    ['q=tennis', ['Dingo Tennis', 'Bilby Tennis']],
    ['q=running', ['Numbat Runners']],
    ['q=tennis&joinMode=ask', ['Dingo Tennis']],
    [`q=tennis&cityId=${austin}`, ['Bilby Tennis', 'Dingo Tennis']],
    [`q=wombats&cityId=${austin}`, []],
    ['q=bilby&activity=tennis', ['Bilby Tennis']],
    ['q=bilby&activity=running', []],
    ['q=nothing', []],
    ['q=%21%21', []],
  ])('%s', async (query, expected) => expect(await names(query)).toEqual(expected))

  it.each(['', `cityId=${austin}`, 'q=tennis', `q=tennis&cityId=${austin}`, 'joinMode=open'])(
    'each community once in pages of one: %s',
    async (query) => expect(await readAllPages(`${query}&limit=1`)).toEqual(await names(query)),
  )

  it('the next public game, the number of members, and the role of the viewer', async () => {
    const gameId = await publishGame(host, { teamId: tennisId, visibility: 'public', title: 'Doubles' })
    const seenBy = async (person: Person | null) => (await list('q=bilby', person)).teams[0]
    expect(await seenBy(null)).toMatchObject({
      members: 3,
      role: null,
      joinMode: 'open',
      activity: 'tennis',
      next: { id: gameId, title: 'Doubles' },
    })
    expect(await seenBy(host)).toMatchObject({ role: 'owner', next: { id: gameId } })
  })

  it('communities whose name is misspelled, also as it is in the title of a game', async () => {
    expect(await names('q=quoka')).toEqual(['Quokka Club'])
    await publishGame(host, { visibility: 'public', title: 'Quoka cup' })
    expect(await names('q=quoka')).toEqual(['Quokka Club'])
  })

  it('a community of a rare activity among many with the same name, and many of them at once', async () => {
    const ids: string[] = []
    const look = { cityId: austin, activity: 'tennis', joinMode: 'open' }
    for (let index = 0; index < 42; index++) ids.push(await addTeam(`Emu Friends ${index}`, look))
    ids.push(await addTeam('Emu Friends of Chess', { activity: 'chess', joinMode: 'open' }))
    expect(await names('q=emu+friends&activity=chess')).toEqual(['Emu Friends of Chess'])
    expect(await names('q=emu+friends')).toHaveLength(40)
    expect(await names(`q=emu+friends&cityId=${austin}&activity=tennis&joinMode=open`)).toHaveLength(40)
    for (const id of ids) await deleteTeam(db(), nextClock(), asPerson('host'), id)
  })

  it('communities that existed before the words of each list were indexed', async () => {
    const tables = ['search_words', 'search_word_cells']
    const readRows = () =>
      Promise.all(tables.map((table) => rowsOf(`SELECT * FROM ${table} WHERE kind LIKE 'team:%' ORDER BY kind, word, id`)))
    const exact = await readRows()
    expect(exact.flat().length).toBeGreaterThan(30)
    const fills = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_words_in_team_lists.sql'))?.queries ?? []
    const removals = tables.map((table) => `DELETE FROM ${table} WHERE kind LIKE 'team:%'`)
    await env.DB.batch([...removals, ...fills].map((query) => env.DB.prepare(query)))
    expect(await readRows()).toEqual(exact)
  })

  it('no deleted community, and its city only while it has another one', async () => {
    const id = await addTeam('Emu Chess', { cityId: sanAntonio, activity: 'chess', joinMode: 'open' })
    expect(await names('activity=chess')).toEqual(['Emu Chess'])
    expect(await names(`cityId=${austin}&activity=chess&joinMode=open`)).toEqual(['Emu Chess'])
    await deleteTeam(db(), nextClock(), asPerson('host'), id)
    expect(await names('activity=chess')).toEqual([])
    expect(await names(`cityId=${austin}&activity=chess`)).toEqual([])
    expect(await names('q=emu')).toEqual([])
    const lists = await rowsOf('SELECT DISTINCT activity FROM team_city_cells WHERE id = ?', String(sanAntonio))
    expect(lists.map(({ activity }) => activity)).toEqual([''])
  })
})

describe('The directory refuses', () => {
  it.each([
    'cityId=1',
    'cityId=x',
    'activity=flying',
    'joinMode=invite',
    'limit=0',
    'limit=41',
    'limit=ten',
    'page=1',
    'cursor=%7B',
    `q=${'a'.repeat(101)}`,
  ])('%s', async (query) => expect((await ask(`/api/teams/directory?${query}`)).status).toBe(400))

  it('a page number, and says what to send instead', async () => {
    expect(await names('page=0&limit=2')).toEqual(['Dingo Tennis', 'Wombats at Large'])
    expect(JSON.stringify(await readProblem(await ask('/api/teams/directory?page=3')))).toContain('cursor')
  })
})
