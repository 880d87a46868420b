import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import type { TeamCard, TeamCardPage } from '../../domain/teams/contract.ts'
import type { TeamsMap } from '../../domain/teams/map-contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { db, forgetMessages, nextClock } from './people.ts'

collectLog()
holdQueues()

const austin = 4671654
const roundRock = 4724129
const aroundAustin = 'south=30.1&north=30.4&west=-97.9&east=-97.6'
const nation = 'south=18&north=65&west=-160&east=-66'

let host: Person
let other: Person

const createTestTeam = (name: string, cityId?: number) =>
  createTeam(db(), nextClock(), 'host', { name, description: '', ...(cityId ? { cityId } : {}) })
const find = async (query: string) => (await ask(`/api/teams?${query}`)).json<TeamCardPage>()
const namesIn = async (query: string) => (await find(query)).teams.map(({ name }) => name).toSorted()
const search = async (q: string) => (await ask(`/api/search?${new URLSearchParams({ q })}`)).json<SearchAnswer>()
const searchNames = async (q: string) => (await search(q)).teams.map(({ name }) => name)
const cardOf = async (id: string, from: Person | null = null) =>
  (await (from ? from.ask(`/api/teams/${id}`) : ask(`/api/teams/${id}`))).json<TeamCard>()
const tripsOf = (answer: Response) => Number(/round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

let quokkaTeamId: string

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  host = await enter('host')
  other = await enter('other')
  quokkaTeamId = await createTestTeam('Quokka Smashers', austin)
  await createTestTeam('Numbat Runners', roundRock)
  await createTestTeam('Wombats at Large')
})

describe('A community is found', () => {
  it('by the first letters of its name and city, and with a typo', async () => {
    expect(await searchNames('quok')).toEqual(['Quokka Smashers'])
    expect(await searchNames('smashers austin')).toEqual(['Quokka Smashers'])
    expect(await searchNames('round rock')).toEqual(['Numbat Runners'])
    expect(await searchNames('WOMBAT')).toEqual(['Wombats at Large'])
    expect(await searchNames('quokka runners')).toEqual([])
    const mistyped = await search('smahsers')
    expect(mistyped.teams.map(({ name }) => name)).toEqual(['Quokka Smashers'])
    expect(mistyped.corrections).toEqual([{ typed: 'smahsers', read: 'smashers' }])
  })

  it('on the map at the center of its city, and not without a city', async () => {
    expect(await namesIn(aroundAustin)).toEqual(['Quokka Smashers'])
    expect(await namesIn(nation)).toEqual(['Numbat Runners', 'Quokka Smashers'])
    expect(await namesIn('south=40&north=41&west=-75&east=-73')).toEqual([])
    const [card] = (await find(aroundAustin)).teams
    expect(card).toEqual({
      id: quokkaTeamId,
      name: 'Quokka Smashers',
      photo: null,
      photoURL: null,
      creator: { id: 'host', name: 'Name of host', pictureUrl: null },
      creatorId: 'host',
      subscription: 'ROOKIE',
      topics: [],
      organizerWebsite: { metaLogoURL: null },
      city: { id: austin, name: 'Austin', state: 'TX', lat: 30.26715, lng: -97.74306 },
      members: 1,
      upcoming: 0,
    })
    expect(await cardOf(quokkaTeamId)).toEqual(card)
  })

  it.each(['south=91&north=92&west=0&east=1', 'south=1', `${nation}&cursor=%7B`])('%s is refused', async (query) =>
    expect((await ask(`/api/teams?${query}`)).status).toBe(400),
  )

  it('with its number of members', async () => {
    await addCrowd(crowd('fan', 3))
    for (const id of crowd('fan', 3)) await addMember(db(), nextClock(), asPerson('host'), quokkaTeamId, id)
    await addMember(db(), nextClock(), asPerson('host'), quokkaTeamId, 'fan-0')
    expect((await cardOf(quokkaTeamId)).members).toBe(4)
    await leaveTeam(db(), nextClock(), 'fan-0', quokkaTeamId)
    await removeMember(db(), nextClock(), asPerson('host'), quokkaTeamId, 'fan-1')
    await forgetMessages()
    expect((await cardOf(quokkaTeamId)).members).toBe(2)
  })

  it('no longer after it was deleted, and all its rows are deleted', async () => {
    const id = await createTestTeam('Bilby Brigade', austin)
    expect(await searchNames('bilby')).toEqual(['Bilby Brigade'])
    expect(await rowsOf('SELECT cell FROM team_cells WHERE id = ?', id)).toHaveLength(5)
    await deleteTeam(db(), nextClock(), asPerson('host'), id)
    expect(await searchNames('bilby')).toEqual([])
    expect(await namesIn(aroundAustin)).toEqual(['Quokka Smashers'])
    expect(await rowsOf('SELECT cell FROM team_cells WHERE id = ?', id)).toEqual([])
    expect(await rowsOf('SELECT word FROM search_words WHERE id = ?', id)).toEqual([])
    expect(await readProblem(await ask(`/api/teams/${id}`))).toMatchObject({ status: 404, code: 'TeamNotFound' })
  })

  it('as before if the deletion was refused', async () => {
    await deleteTeam(db(), nextClock(), asPerson('other'), quokkaTeamId).catch(() => null)
    expect(await searchNames('quokka')).toEqual(['Quokka Smashers'])
    expect(await namesIn(aroundAustin)).toEqual(['Quokka Smashers'])
  })

  it('once if it is created twice with the same key, and not after it was deleted', async () => {
    const request = { name: 'Dingo Drop-in', description: '', cityId: austin, idempotencyKey: 'dingo-drop-in' }
    const id = await createTeam(db(), nextClock(), 'host', request)
    await createTeam(db(), nextClock(), 'host', { ...request, name: 'Dingo Dodgers' })
    expect(await searchNames('dingo')).toEqual(['Dingo Drop-in'])
    await deleteTeam(db(), nextClock(), asPerson('host'), id)
    await createTeam(db(), nextClock(), 'host', request)
    expect(await searchNames('dingo')).toEqual([])
    expect(await rowsOf('SELECT cell FROM team_cells WHERE id = ?', id)).toEqual([])
  })

  it('only if its home city exists', async () => {
    await expect(createTestTeam('Nowhere FC', 999_999_999)).rejects.toThrow('We could not find this city.')
    expect(await searchNames('nowhere')).toEqual([])
  })
})

describe('The map of communities', () => {
  const readMap = async (bounds: string) => (await ask(`/api/teams/map?${bounds}`)).json<TeamsMap>()

  it('shows few communities one by one, at the center of their city', async () => {
    expect(await readMap(aroundAustin)).toEqual({
      teams: [{ id: quokkaTeamId, name: 'Quokka Smashers', members: 2, lat: 30.26715, lng: -97.74306 }],
      clusters: [],
      bits: null,
    })
    expect((await readMap('south=0&north=1&west=0&east=1')).teams).toEqual([])
    expect((await ask('/api/teams/map?south=1&north=2&west=3')).status).toBe(400)
  })
})

describe('The upcoming games of a community', () => {
  it('are counted if the viewer may find them', async () => {
    const team = { teamId: quokkaTeamId }
    await publishGame(host, { ...team, title: 'Open smash' })
    await publishGame(host, { ...team, title: 'Second smash', starts: inDays(6), ends: inDays(6, '14:00') })
    await publishGame(host, { ...team, title: 'For us alone', visibility: 'team' })
    await publishGame(host, { ...team, title: 'By link', visibility: 'link' })
    await publishGame(host, { ...team, title: 'A draft' }, { publish: { when: 'never' } })
    expect((await cardOf(quokkaTeamId)).upcoming).toBe(2)
    expect((await cardOf(quokkaTeamId, other)).upcoming).toBe(2)
    await block('other', 'host')
    expect((await cardOf(quokkaTeamId, other)).upcoming).toBe(0)
  })

  it('are cached for a short time for signed-out visitors, and not for others', async () => {
    expect((await ask(`/api/teams?${nation}`)).headers.get('cache-control')).toBe('public, max-age=15')
    expect((await other.ask(`/api/teams?${nation}`)).headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('The cost of finding communities', () => {
  it('depends on the size of the page, in one round trip, however many communities share a city and a word', async () => {
    const ids = crowd('club', 400)
    await env.DB.prepare(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at, city_id, city_name, city_state, lat, lng, members)
       SELECT value, 'Club ' || value, '', 'ROOKIE', 1, 1, ?, 'Austin', 'TX', 30.26715, -97.74306, 1 FROM json_each(?)`,
    )
      .bind(austin, JSON.stringify(ids))
      .run()
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO team_cells SELECT c.cell, '', value, c.lat, c.lng FROM team_cells c, json_each(?) WHERE c.id = ? AND activity = ''",
      ).bind(JSON.stringify(ids), quokkaTeamId),
      env.DB.prepare("INSERT INTO search_words SELECT 'team', 'club', 0, value FROM json_each(?)").bind(JSON.stringify(ids)),
    ])
    const view = await ask(`/api/teams?${aroundAustin}`)
    const page = await view.clone().json<TeamCardPage>()
    expect(page.teams).toHaveLength(40)
    expect(page.next).not.toBeNull()
    expect(rowsRead(view)).toBeLessThan(200)
    expect(tripsOf(view)).toBe(1)
    const nextPage = await find(`${aroundAustin}&cursor=${page.next}`)
    expect(nextPage.teams.map(({ id }) => id)).not.toContain(page.teams.at(-1)?.id)
    const searchAnswer = await ask('/api/search?q=club')
    expect((await searchAnswer.clone().json<SearchAnswer>()).teams).toHaveLength(8)
    expect(rowsRead(searchAnswer)).toBeLessThan(250)
    expect(tripsOf(searchAnswer)).toBeLessThanOrEqual(5)
    const mapAnswer = await ask(`/api/teams/map?${aroundAustin}`)
    const map = await mapAnswer.clone().json<TeamsMap>()
    expect(map.teams).toEqual([])
    expect(map.clusters.map(({ count }) => count)).toEqual([401])
    expect(rowsRead(mapAnswer)).toBeLessThan(1500)
  })
})
