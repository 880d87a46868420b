import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { cancel, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon } from '../setup/make-game-form.ts'
import { findTitles, searchEvents } from './search-events.ts'

collectLog()
holdQueues()

const db = () => openPrimary(env.DB)
const makePlace = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const honolulu = { where: makePlace('Waikiki Sand', 21.28, -157.83), activity: 'sand-volleyball' as const }

let host: Person
let member: Person
let other: Person

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

beforeAll(async () => {
  ;[host, member, other] = await Promise.all([enter('host'), enter('member'), enter('other')])
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  for (const [id, name] of Object.entries({ quokkas: 'Quokkas', numbats: 'Numbats' }))
    await createTeam(db(), { now: noon, newId: () => id }, 'host', { name, description: '' })
  await addMember(db(), { now: noon, newId: () => '' }, asPerson('host'), 'quokkas', 'member')
  const ownGame = { teamId: 'quokkas' }
  await publishGame(host, { ...ownGame, title: 'In Austin', starts: inDays(1), ends: inDays(1, '14:00') })
  await publishGame(host, { ...ownGame, ...honolulu, title: 'In Honolulu', starts: inDays(2), ends: inDays(2, '14:00') })
  await publishGame(host, { ...ownGame, title: 'Among us', visibility: 'team', starts: inDays(3), ends: inDays(3, '14:00') })
  await publishGame(host, { ...ownGame, title: 'By link', visibility: 'link' })
  await publishGame(host, { ...ownGame, title: 'A draft' }, { publish: { when: 'never' } })
  await publishGame(host, { title: 'Of numbats', teamId: 'numbats' })
  await publishGame(host, { title: 'Of nobody' })
  vi.useRealTimers()
})

describe('The games of a community', () => {
  it('are found everywhere', async () => {
    expect(await findTitles('team=quokkas&order=date')).toEqual(['In Austin', 'In Honolulu'])
    expect((await findTitles('team=quokkas')).toSorted()).toEqual(['In Austin', 'In Honolulu'])
    expect(await findTitles('team=numbats')).toEqual(['Of numbats'])
  })

  it.each([
    ['lat=30.2672&lng=-97.7431&radius=15', ['In Austin']],
    ['south=18&north=23&west=-160&east=-154', ['In Honolulu']],
    ['activity=sand-volleyball', ['In Honolulu']],
    ['from=2026-11-27', ['In Honolulu']],
    ['to=2026-11-26', ['In Austin']],
    ['activity=chess', []],
  ])('are filtered by %s', async (query, titles) => expect(await findTitles(`team=quokkas&order=date&${query}`)).toEqual(titles))

  it('name both sides of a match of a season, only for members', async () => {
    const id = await publishGame(host, { title: 'Round 7', teamId: 'numbats' })
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('fall', 'numbats', 'Fall', '2026-09-01', '2026-12-31', 1)",
      ),
      ...['Aces', 'Gains'].map((name) =>
        env.DB.prepare("INSERT INTO season_groups (id, season_id, name, name_key, lot) VALUES (?1, 'fall', ?1, ?1, 1)").bind(name),
      ),
      env.DB.prepare(
        "INSERT INTO team_sessions (event_id, season_id, home_group_id, away_group_id) VALUES (?, 'fall', 'Aces', 'Gains')",
      ).bind(id),
    ])
    const sidesFor = async (person: Person) =>
      (await searchEvents('team=numbats', person)).page.events.map(({ title, sides }) => [title, sides ?? null])
    expect(await sidesFor(host)).toContainEqual(['Round 7', { home: 'Aces', away: 'Gains' }])
    expect(await sidesFor(host)).toContainEqual(['Of numbats', null])
    expect(await sidesFor(other)).toContainEqual(['Round 7', null])
    for (const table of ['team_sessions', 'season_groups', 'seasons']) await env.DB.exec(`DELETE FROM ${table}`)
    expect((await cancel(host, id)).ok).toBe(true)
  })

  it('include members-only games for members, and are hidden after a block', async () => {
    expect(await findTitles('team=quokkas&order=date', member)).toEqual(['In Austin', 'In Honolulu', 'Among us'])
    expect(await findTitles('team=quokkas&order=date', other)).toEqual(['In Austin', 'In Honolulu'])
    await block('other', 'host')
    expect(await findTitles('team=quokkas', other)).toEqual([])
  })

  it('are those that are over in a list of past games, the latest first', async () => {
    vi.setSystemTime(noon + 2.5 * 24 * 60 * 60 * 1000)
    expect(await findTitles('team=quokkas&past=1')).toEqual(['In Honolulu', 'In Austin'])
    expect(await findTitles('team=quokkas&past=1&to=2026-11-26')).toEqual(['In Austin'])
    expect(await findTitles('team=quokkas')).toEqual([])
  })

  it('are listed page by page, each once, and cost few rows more than they return', async () => {
    await createTeam(db(), { now: noon, newId: () => 'bilbies' }, 'host', { name: 'Bilbies', description: '' })
    for (let index = 0; index < 45; index += 1)
      await publishGame(host, {
        teamId: 'bilbies',
        title: `Dig ${index}`,
        starts: inDays(2 + (index % 9)),
        ends: inDays(2 + (index % 9), '13:00'),
      })
    const listTitles = async (query: string) => {
      const all: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const { page, answer } = await searchEvents(`team=bilbies&${query}${next && `&cursor=${next}`}`)
        expect(rowsRead(answer)).toBeLessThan(120)
        expect(answer.headers.get('server-timing')).toContain('round trips 1')
        all.push(...page.events.map(({ title }) => title))
        next = page.next
      }
      return all
    }
    const upcoming = await listTitles('order=date')
    expect(upcoming).toHaveLength(45)
    expect(new Set(upcoming).size).toBe(45)
    vi.setSystemTime(noon + 20 * 24 * 60 * 60 * 1000)
    const past = await listTitles('past=1')
    expect(past).toHaveLength(45)
    expect(new Set(past)).toEqual(new Set(upcoming))
  })

  it('are empty if the community does not exist or was deleted', async () => {
    expect(await findTitles('team=no-such-team')).toEqual([])
    await createTeam(db(), { now: noon, newId: () => 'dingoes' }, 'host', { name: 'Dingoes', description: '' })
    await publishGame(host, { teamId: 'dingoes', title: 'Left behind' })
    expect(await findTitles('team=dingoes')).toEqual(['Left behind'])
    await deleteTeam(db(), { now: noon, newId: () => 'deleted-dingoes' }, asPerson('host'), 'dingoes')
    await env.DB.exec('DELETE FROM outbox')
    expect(await findTitles('team=dingoes')).toEqual([])
  })
})
