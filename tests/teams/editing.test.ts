import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeTeam, TeamCardPage, TeamForm } from '../../domain/teams/contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { db, nextClock } from './people.ts'

collectLog()
holdQueues()

const austin = 4671654
const team = 'edited-team'
const path = `/api/teams/${team}`
let owner: Person
let member: Person

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  owner = await enterAndSetUp('owner', { displayName: 'Olga' })
  member = await enter('member')
  await createTeam(db(), { ...nextClock(), newId: () => team }, 'owner', { name: 'Quokka Quick', description: '', cityId: austin })
  await addMember(db(), nextClock(), asPerson('owner'), team, 'member')
})

const read = async (): Promise<TeamForm> => (await owner.ask(`${path}/form`)).json()
const toRequest = ({ city, photoUrl: _, ...form }: TeamForm): ChangeTeam => ({ ...form, cityId: city?.id ?? null })
const save = async (changes: Partial<ChangeTeam>, who = owner) =>
  who.ask(path, { method: 'PUT', json: { ...toRequest(await read()), ...changes } })
const countCells = () => rowsOf('SELECT count(*) AS n FROM team_cells WHERE id = ?', team)
const wordsOf = async () =>
  (await rowsOf("SELECT word FROM search_words WHERE kind = 'team' AND id = ? ORDER BY word", team)).map(({ word }) => word)
const trailOf = async () =>
  (await rowsOf('SELECT fields FROM team_changes WHERE team_id = ? AND kind = ? ORDER BY created_at, id', team, 'edited')).map(
    ({ fields }) => JSON.parse(String(fields)),
  )

describe('A community', () => {
  it('is edited, and found by its new name, city and activity', async () => {
    expect(await wordsOf()).toEqual(['austin', 'quick', 'quokka'])
    const answer = await save({
      name: 'Wombat Works',
      description: 'We dig.',
      activity: 'tennis',
      joinMode: 'open',
      mainColor: 'green',
      secondColor: 'white',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      name: 'Wombat Works',
      activity: 'tennis',
      joinMode: 'open',
      version: 2,
      city: { id: austin },
    })
    expect(await wordsOf()).toEqual(['austin', 'tennis', 'wombat', 'works'])
    // Once for any activity and once for its own, in five grids.
    expect(await countCells()).toEqual([{ n: 10 }])
    expect(await trailOf()).toEqual([['name', 'description', 'activity', 'joinMode', 'mainColor', 'secondColor']])
  })

  it('is on no map without a city', async () => {
    expect((await save({ cityId: null })).status).toBe(200)
    expect(await countCells()).toEqual([{ n: 0 }])
    expect(await rowsOf('SELECT city_id, city_name, lat FROM teams WHERE id = ?', team)).toEqual([
      { city_id: null, city_name: null, lat: null },
    ])
    const bounds = '/api/teams?south=-89&north=89&west=-179&east=179'
    expect(((await (await owner.ask(bounds)).json()) as TeamCardPage).teams.map(({ id }) => id)).not.toContain(team)
    expect((await save({ cityId: austin })).status).toBe(200)
    expect(await countCells()).toEqual([{ n: 10 }])
  })

  it('keeps what somebody else saved meanwhile, and changes nothing for the same values', async () => {
    const old = toRequest(await read())
    expect((await save({ description: 'Dig deeper.' })).status).toBe(200)
    const trail = (await trailOf()).length
    const refused = await owner.ask(path, { method: 'PUT', json: { ...old, name: 'Late' } })
    expect(refused.status).toBe(409)
    expect((await readProblem(refused)).code).toBe('TeamVersionConflict')
    expect((await save({})).status).toBe(200)
    expect(await read()).toMatchObject({ name: 'Wombat Works', description: 'Dig deeper.', version: old.version + 1 })
    expect(await trailOf()).toHaveLength(trail)
    const together = await Promise.all(['A one', 'A two', 'A three'].map((name) => save({ name })))
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await trailOf()).toHaveLength(trail + 1)
    await save({ name: 'Wombat Works' })
    expect(await wordsOf()).toEqual(['austin', 'tennis', 'wombat', 'works'])
  })

  it('names the field of a bad value', async () => {
    const bad: [string, object][] = [
      ['name', { name: 'x' }],
      ['description', { description: 'x'.repeat(2001) }],
      ['activity', { activity: 'flying' }],
      ['joinMode', { joinMode: 'closed' }],
      ['mainColor', { mainColor: 'beige' }],
      ['cityId', { cityId: 1 }],
      ['version', { version: 0 }],
    ]
    for (const [field, change] of bad) {
      const answer = await save(change as Partial<ChangeTeam>)
      expect(answer.status, field).toBe(400)
      expect(
        (await readProblem(answer)).issues?.map((issue: { path: string }) => issue.path),
        field,
      ).toContain(field)
    }
    expect(await read()).toMatchObject({ name: 'Wombat Works' })
  })

  it('is not edited by a member', async () => {
    const answer = await save({ name: 'Mine now' }, member)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([403, 'NotAllowed'])
    expect((await member.ask(`${path}/photo`, { method: 'DELETE' })).status).toBe(403)
  })

  it('has one photo; the old one is deleted', async () => {
    await env.DB.prepare("UPDATE teams SET photo_key = 'old' WHERE id = ?").bind(team).run()
    await env.FILES.put('photos/old/480', 'x')
    expect((await owner.ask(`${path}/photo`, { method: 'DELETE' })).status).toBe(204)
    expect((await read()).photoUrl).toBeNull()
    await expect.poll(async () => await env.FILES.head('photos/old/480')).toBeNull()
    expect((await trailOf()).at(-1)).toEqual(['photo'])
    const answer = await owner.ask(`${path}/photo`, { method: 'PUT', body: 'no picture', headers: { 'content-type': 'image/png' } })
    expect(answer.status).toBe(400)
    expect((await read()).photoUrl).toBeNull()
  })
})
