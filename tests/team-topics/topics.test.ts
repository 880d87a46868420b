import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxTopics, type TeamTopic, type TeamTopics } from '../../domain/team-topics/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { ask, readProblem } from '../setup/client.ts'
import { addCrowd, crew, db, mia, nextClock, olga, omar, resetTeam, zoe } from '../teams/people.ts'

beforeEach(resetTeam)

const as = (id: string): { viewer: Viewer } => ({ viewer: { id, name: id, emailVerified: true, profileComplete: true } })
const path = `/api/teams/${crew}/topics`

const add = (json: unknown, who: string = olga) => ask(path, { method: 'POST', json, ...as(who) })
async function addTopic(name: string, description = ''): Promise<TeamTopic> {
  const answer = await add({ name, description })
  expect(answer.status, name).toBe(201)
  return answer.json()
}
const order = (ids: readonly string[], who: string = olga) =>
  ask(`/api/teams/${crew}/topic-order`, { method: 'PUT', json: { ids }, ...as(who) })
const listNames = async (who: { viewer?: Viewer } = {}) => (await (await ask(path, who)).json<TeamTopics>()).topics.map(({ name }) => name)

// Lists of communities read a copy of the topics. It equals the list itself after each test.
afterEach(async () => {
  const { topics } = await (await ask(`/api/teams/${crew}/detail`)).json<TeamDetail>()
  expect(topics).toEqual((await (await ask(path)).json<TeamTopics>()).topics)
})

describe('Topics of a community', () => {
  it('are listed in their order for visitors and members', async () => {
    await addTopic('Games', 'New dates and changes.')
    await addTopic('Carpools')
    expect(await listNames()).toEqual(['Games', 'Carpools'])
    expect(await listNames(as(mia))).toEqual(['Games', 'Carpools'])
    expect(await (await ask(path)).json()).toMatchObject({
      topics: [{ id: expect.any(String), name: 'Games', description: 'New dates and changes.' }, {}],
    })
  })

  it('can be added, changed, sorted and deleted by organizers and the owner only', async () => {
    const topic = await addTopic('Games')
    const second = await addTopic('Carpools')
    const at = `${path}/${topic.id}`
    for (const [who, status] of [
      [mia, 403],
      [zoe, 404],
    ] as const) {
      expect((await add({ name: 'Mine' }, who)).status, who).toBe(status)
      expect((await ask(at, { method: 'PUT', json: { name: 'Mine' }, ...as(who) })).status, who).toBe(status)
      expect((await ask(at, { method: 'DELETE', ...as(who) })).status, who).toBe(status)
      expect((await order([second.id, topic.id], who)).status, who).toBe(status)
    }
    await addCrowd(crew, ['captain-1'], 'captain')
    expect((await add({ name: 'Mine' }, 'captain-1')).status).toBe(403)
    expect(await listNames()).toEqual(['Games', 'Carpools'])
    expect((await ask(at, { method: 'PUT', json: { name: 'Match days', description: 'All dates.' }, ...as(omar) })).status).toBe(200)
    expect((await order([second.id, topic.id], omar)).status).toBe(200)
    expect(await listNames()).toEqual(['Carpools', 'Match days'])
    expect((await ask(at, { method: 'DELETE', ...as(omar) })).status).toBe(204)
    expect(await listNames()).toEqual(['Carpools'])
  })

  it('have different names, also in upper and lower case', async () => {
    const games = await addTopic('Games')
    const carpools = await addTopic('Carpools')
    const again = await add({ name: ' games ' })
    expect(again.status).toBe(409)
    expect(await readProblem(again)).toMatchObject({ code: 'TopicNameTaken', issues: [{ path: 'name' }] })
    const renamed = await ask(`${path}/${carpools.id}`, { method: 'PUT', json: { name: 'GAMES' }, ...as(olga) })
    expect((await readProblem(renamed)).code).toBe('TopicNameTaken')
    expect((await ask(`${path}/${games.id}`, { method: 'PUT', json: { name: 'GAMES' }, ...as(olga) })).status).toBe(200)
    expect(await listNames()).toEqual(['GAMES', 'Carpools'])
  })

  it('are added once by a repeated request, and never more than fit', async () => {
    const json = { name: 'Games', idempotencyKey: 'the-same-key' }
    const answers = await Promise.all([add(json), add(json), add(json)])
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json<TeamTopic>()).id))
    expect(new Set(ids).size).toBe(1)
    await Promise.all(Array.from({ length: maxTopics + 3 }, (_, i) => add({ name: `Topic ${i}` })))
    expect(await listNames()).toHaveLength(maxTopics)
    expect((await readProblem(await add({ name: 'One more' }))).code).toBe('TopicsFull')
  })

  it('tell a person who sorts them that another organizer changed the list', async () => {
    const games = await addTopic('Games')
    const carpools = await addTopic('Carpools')
    await addTopic('Snacks')
    for (const ids of [
      [carpools.id, games.id],
      [carpools.id, games.id, games.id],
      [carpools.id, games.id, 'gone'],
    ]) {
      const answer = await order(ids)
      expect((await readProblem(answer)).code).toBe('TopicsChanged')
    }
    expect(await listNames()).toEqual(['Games', 'Carpools', 'Snacks'])
  })

  it('of another community cannot be changed or deleted', async () => {
    const { id } = await addTopic('Games')
    for (const at of ['/api/teams/not-there/topics', `/api/teams/not-there/topics/${id}`]) {
      const answer = await ask(at, { method: at.endsWith(id) ? 'PUT' : 'POST', json: { name: 'Mine' }, ...as(olga) })
      expect(answer.status).toBe(404)
    }
    expect((await ask(`${path}/gone`, { method: 'DELETE', ...as(olga) })).status).toBe(404)
  })

  it('answer with the field that is wrong', async () => {
    for (const [json, field] of [
      [{ name: 'a' }, 'name'],
      [{ name: 'x'.repeat(41) }, 'name'],
      [{ name: 'Games', description: 'x'.repeat(5000) }, 'description'],
    ] as const) {
      const answer = await add(json)
      expect(answer.status).toBe(400)
      expect((await readProblem(answer)).issues).toMatchObject([{ path: field, message: expect.stringMatching(/^[A-Z].*\.$/) }])
    }
  })

  it('go when the community is deleted', async () => {
    await addTopic('Games')
    await deleteTeam(db(), nextClock(), asPerson(olga), crew)
    expect((await ask(path)).status).toBe(404)
  })
})
