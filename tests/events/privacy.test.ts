import { beforeAll, describe, expect, it } from 'vitest'
import type { EventDetail, EventLive, EventPage } from '../../domain/events/contract.ts'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { addCrowd, befriend, block, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { join, liveOf, lookAt, putUp } from './games.ts'

collectLog()
holdQueues()

/**
 * One game of `host` with a co-host. In it: `open`, who lets everyone see their games, and `shy`, who does not. `foe` was
 * blocked by `open`, `wary` has blocked `open`; `outcast` was blocked by the host, `hostile` has blocked the co-host.
 */
let people: Record<string, Person> = {}
let id: string
const who = (name: string) => people[name] as Person

const showGames = (userId: string, isOn: boolean) => rowsOf('INSERT INTO privacy_settings VALUES (?, 1, 1, 1, ?, 1)', userId, isOn ? 1 : 0)

beforeAll(async () => {
  const names = ['host', 'cohost', 'open', 'shy', 'foe', 'wary', 'outcast', 'hostile', 'stranger', 'friend', 'fellow']
  people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await enter(name)] as const)))
  await befriend('host', 'cohost')
  await befriend('shy', 'friend')
  id = await putUp(who('host'), { capacity: 9, coHosts: ['cohost'] })
  for (const name of ['open', 'shy', 'fellow']) expect((await join(who(name), id)).status).toBe(200)
  await Promise.all([showGames('open', true), showGames('shy', false), showGames('fellow', false)])
  await Promise.all([block('open', 'foe'), block('wary', 'open'), block('host', 'outcast'), block('hostile', 'cohost')])
})

const namesIn = (joiners: EventLive['joiners']) => joiners.map(({ userId }) => userId).toSorted()

describe('Who comes is shown', () => {
  const all = ['fellow', 'open', 'shy']
  it.each([
    ['stranger', ['open']],
    ['friend', ['open', 'shy']],
    ['fellow', all],
    ['host', all],
    ['cohost', all],
    // Neither side of a block sees the other.
    ['foe', []],
    ['wary', []],
  ])('to %s: %j, on the page and live, with all seats counted', async (viewer, shown) => {
    const page = await lookAt(who(viewer), id)
    expect(namesIn(page.live.joiners)).toEqual(shown)
    const live = await liveOf(who(viewer), id)
    expect(namesIn(live.joiners)).toEqual(shown)
    expect(live).toMatchObject({ taken: 3, capacity: 9 })
  })

  it('to nobody who is not signed in', async () => {
    const page = (await (await ask(`/api/events/${id}`)).json()) as EventDetail
    expect(page.live).toMatchObject({ taken: 3, joiners: [], mine: null })
  })

  it('before joining: that someone comes whom one has blocked, and never that one was blocked', async () => {
    expect((await lookAt(who('wary'), id)).blockedPeople.map(({ id }) => id)).toEqual(['open'])
    expect((await lookAt(who('foe'), id)).blockedPeople).toEqual([])
    // They may both come all the same, and meet in no list.
    expect((await join(who('foe'), id)).status).toBe(200)
    expect(namesIn((await liveOf(who('foe'), id)).joiners)).toEqual(['fellow', 'foe', 'shy'])
    expect(namesIn((await liveOf(who('open'), id)).joiners)).toEqual(['fellow', 'open', 'shy'])
    await who('foe').ask(`/api/events/${id}/me`, { method: 'DELETE' })
  })
})

describe('A host', () => {
  it.each([
    ['stranger', ['host', 'cohost'], 'host'],
    ['outcast', ['cohost'], null],
    ['hostile', ['host'], 'host'],
  ])('is named to %s as %j', async (viewer, hosts, creatorId) => {
    const page = await lookAt(who(viewer), id)
    expect(page.hosts.map(({ id }) => id)).toEqual(hosts)
    expect(page.creatorId).toBe(creatorId)
  })

  it.each(['outcast', 'hostile'])('takes nobody a block stands between: %s meets a full game, and finds it in no list', async (viewer) => {
    const refused = await join(who(viewer), id, { orWait: true })
    expect(refused.status).toBe(409)
    expect((await readProblem(refused)).title).toBe('This game is full.')
    const list = (await (await who(viewer).ask('/api/events?hostId=host')).json()) as EventPage
    expect(list.events).toEqual([])
    const seen = (await (await who('stranger').ask('/api/events?hostId=host')).json()) as EventPage
    expect(seen.events.map((event) => event.id)).toEqual([id])
  })

  it('cannot be given the seat of someone, nor give one, across a block', async () => {
    for (const to of ['foe', 'wary', 'nobody']) {
      expect((await who('open').ask(`/api/events/${id}/me/transfer`, { method: 'POST', json: { to } })).status, to).toBe(404)
    }
    // Of the host's block their guest learns as little as anybody: they cannot take it.
    expect((await who('open').ask(`/api/events/${id}/me/transfer`, { method: 'POST', json: { to: 'outcast' } })).status).toBe(409)
  })

  it('sees all who come by name, but who blocked them or is gone only as an entry', async () => {
    await addCrowd(['late-foe'])
    for (const userId of ['late-foe', 'gone']) {
      await rowsOf(
        `INSERT INTO joiners SELECT ?1, id, nullif(?1, 'gone'), NULL, NULL, 'going', 1, '[]', '{}', 0, 9, NULL, NULL, 0, NULL, 0, starts_at, 1, 0 FROM events WHERE id = ?2`,
        userId,
        id,
      )
    }
    await block('late-foe', 'host')
    const read = async (name: string) => (await (await who(name).ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
    const entries = async (name: string) =>
      Object.fromEntries(
        (await read(name)).joiners.filter(({ state }) => state === 'going').map(({ id, userId, name }) => [id, `${userId} ${name}`]),
      )
    expect(await entries('host')).toMatchObject({ 'late-foe': 'null Someone who left', gone: 'null Someone who left' })
    expect(await entries('cohost')).toMatchObject({ 'late-foe': 'late-foe Crowd', gone: 'null Someone who left' })
    expect(namesIn((await read('host')).event.live.joiners)).toEqual(['fellow', null, 'open', 'shy'])
  })
})

describe('A game for a community', () => {
  it('is not there for anyone else, in no list and under no address; by link it is in no list', async () => {
    await putInTeams(['a-team'], ['host', 'friend'])
    await rowsOf("UPDATE team_members SET role = 'organizer' WHERE team_id = 'a-team' AND user_id = 'host'")
    const inside = await putUp(who('host'), { visibility: 'team', teamId: 'a-team' })
    const byLink = await putUp(who('host'), { visibility: 'link', teamId: 'a-team' })
    for (const path of ['', '/live']) {
      expect((await ask(`/api/events/${inside}${path}`)).status).toBe(404)
      expect((await who('stranger').ask(`/api/events/${inside}${path}`)).status).toBe(404)
      expect((await who('friend').ask(`/api/events/${inside}${path}`)).status).toBe(200)
    }
    expect((await join(who('stranger'), inside)).status).toBe(404)
    const listed = async (viewer: string, of: string) =>
      ((await (await who(viewer).ask(`/api/events?${of}`)).json()) as EventPage).events.map((event) => event.id)
    expect(await listed('stranger', 'teamId=a-team')).toEqual([])
    expect(await listed('friend', 'teamId=a-team')).toEqual([inside])
    expect((await who('stranger').ask(`/api/events/${byLink}`)).status).toBe(200)
    expect(await listed('stranger', 'hostId=host')).toEqual([id])
    expect(await rowsOf('SELECT DISTINCT id FROM event_cells WHERE id IN (?, ?)', inside, byLink)).toEqual([])
  })
})
