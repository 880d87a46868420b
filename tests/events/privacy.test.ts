import { beforeAll, describe, expect, it } from 'vitest'
import type { EventDetail, EventLive, EventPage } from '../../domain/events/contract.ts'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import type { ProfileGames } from '../../domain/profiles/public-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, befriend, block, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { change, getEvent, getLive, join, publishGame } from './games.ts'

collectLog()
holdQueues()

/**
 * One game of `host` with a co-host. Its players are `open`, who shares their games with everyone, and `shy` and `fellow`, who do
 * not. `open` has blocked `foe`, `wary` has blocked `open`, the host has blocked `outcast`, and `hostile` has blocked the co-host.
 */
let people: Record<string, Person> = {}
let id: string
const personOf = (name: string) => people[name] as Person

const setSharesGames = (userId: string, isOn: boolean) =>
  rowsOf(
    `INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
      VALUES (?, 1, 1, 1, ?, 1)`,
    userId,
    isOn ? 1 : 0,
  )

beforeAll(async () => {
  const names = ['host', 'cohost', 'open', 'shy', 'foe', 'wary', 'outcast', 'hostile', 'stranger', 'friend', 'fellow']
  people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await enter(name)] as const)))
  await befriend('host', 'cohost')
  await befriend('shy', 'friend')
  id = await publishGame(personOf('host'), { capacity: 9, coHosts: ['cohost'] })
  for (const name of ['open', 'shy', 'fellow']) expect((await join(personOf(name), id)).status).toBe(200)
  await Promise.all([setSharesGames('open', true), setSharesGames('shy', false), setSharesGames('fellow', false)])
  await Promise.all([block('open', 'foe'), block('wary', 'open'), block('host', 'outcast'), block('hostile', 'cohost')])
})

const namesIn = (joiners: EventLive['joiners']) => joiners.map(({ userId }) => userId).toSorted()

describe('The players are shown', () => {
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
  ])('to %s as %j, on the page and in live updates, with all seats counted', async (viewer, shown) => {
    const page = await getEvent(personOf(viewer), id)
    expect(namesIn(page.live.joiners)).toEqual(shown)
    const live = await getLive(personOf(viewer), id)
    expect(namesIn(live.joiners)).toEqual(shown)
    expect(live).toMatchObject({ taken: 3, capacity: 9 })
  })

  it('to nobody without signing in', async () => {
    const page = (await (await ask(`/api/events/${id}`)).json()) as EventDetail
    expect(page.live).toMatchObject({ taken: 3, joiners: [], mine: null })
  })

  it('in the order of the waitlist while they wait, by the same rules', async () => {
    const host = await enter('waitlist-host')
    const full = await publishGame(host, { capacity: 1 })
    for (const name of ['fellow', 'shy', 'open']) expect((await join(personOf(name), full, { orWait: true })).status).toBe(200)
    const waitlistFor = async (viewer: Person) => (await getLive(viewer, full)).waitlist.map((face) => face.id)
    expect(await waitlistFor(personOf('fellow'))).toEqual(['shy', 'open'])
    expect(await waitlistFor(host)).toEqual(['shy', 'open'])
    expect(await waitlistFor(personOf('stranger'))).toEqual(['open'])
    expect(await waitlistFor(personOf('foe'))).toEqual([])
    const page = (await (await ask(`/api/events/${full}`)).json()) as EventDetail
    expect(page.live).toMatchObject({ waiting: 2, waitlist: [] })
    for (const name of ['fellow', 'shy', 'open']) await personOf(name).ask(`/api/events/${full}/me`, { method: 'DELETE' })
  })

  it('before joining as a warning if the viewer has blocked one, but never if one has blocked the viewer', async () => {
    expect((await getEvent(personOf('wary'), id)).blockedPeople.map(({ id }) => id)).toEqual(['open'])
    expect((await getEvent(personOf('foe'), id)).blockedPeople).toEqual([])
    // Both can still play, but neither sees the other in the list.
    expect((await join(personOf('foe'), id)).status).toBe(200)
    expect(namesIn((await getLive(personOf('foe'), id)).joiners)).toEqual(['fellow', 'foe', 'shy'])
    expect(namesIn((await getLive(personOf('open'), id)).joiners)).toEqual(['fellow', 'open', 'shy'])
    await personOf('foe').ask(`/api/events/${id}/me`, { method: 'DELETE' })
  })
})

it('A warning about blocked players does not reveal whose email the viewer has blocked', async () => {
  const post = async (path: string, json: object) => (await personOf('stranger').ask(path, { method: 'POST', json })).json()
  const { uid } = (await post('/api/user-lists', { name: 'Noisy' })) as { uid: string }
  await post(`/api/user-lists/${uid}/items`, { email: 'fellow@local.test' })
  const [item] = await rowsOf('SELECT id FROM user_list_items WHERE list_id = ?', uid)
  expect(await post('/api/privacy/blocks', { listItemIds: [item?.id] })).toEqual({ blocked: 1 })
  expect((await getEvent(personOf('stranger'), id)).blockedPeople).toEqual([])
})

describe('A host', () => {
  it('is shown to a stranger', async () => {
    const page = await getEvent(personOf('stranger'), id)
    expect(page.hosts.map(({ id }) => id)).toEqual(['host', 'cohost'])
    expect(page.creatorId).toBe('host')
  })

  it.each([
    ['planner-a', ['planner-b'], null],
    ['planner-b', ['planner-a'], 'planner-a'],
  ])('who is blocked by a player is not shown to that player, who keeps their seat (%s)', async (blocked, hosts, creatorId) => {
    const planner = await enter('planner-a')
    await enter('planner-b')
    await rowsOf("DELETE FROM connections WHERE user_id LIKE 'planner-_'")
    await befriend('planner-a', 'planner-b')
    const game = await publishGame(planner, { coHosts: ['planner-b'] })
    const player = await enter(`player-and-${blocked}`)
    expect((await join(player, game)).status).toBe(200)
    await block(player.id, blocked)
    const page = await getEvent(player, game)
    expect(page.hosts.map(({ id }) => id)).toEqual(hosts)
    expect(page).toMatchObject({ creatorId, live: { mine: { state: 'going' } } })
  })

  it.each(['outcast', 'hostile'])(
    'and a person with a block between them: for %s the game does not exist, and is in no list',
    async (viewer) => {
      const refused = await join(personOf(viewer), id, { orWait: true })
      expect(refused.status).toBe(404)
      expect((await readProblem(refused)).code).toBe('EventNotFound')
      expect((await personOf(viewer).ask(`/api/events/${id}`)).status).toBe(404)
      const list = (await (await personOf(viewer).ask('/api/events?hostId=host')).json()) as EventPage
      expect(list.events).toEqual([])
      const seen = (await (await personOf('stranger').ask('/api/events?hostId=host')).json()) as EventPage
      expect(seen.events.map((event) => event.id)).toEqual([id])
    },
  )

  it('prevents that a player gives their seat to a person they have a block with', async () => {
    for (const to of ['foe', 'wary', 'nobody']) {
      expect((await personOf('open').ask(`/api/events/${id}/me/transfer`, { method: 'POST', json: { to } })).status, to).toBe(404)
    }
    // The player does not learn that the host has blocked this person: they only see that this person cannot take the seat.
    expect((await personOf('open').ask(`/api/events/${id}/me/transfer`, { method: 'POST', json: { to: 'outcast' } })).status).toBe(409)
  })

  it('sees all players by name, except people who blocked the host or deleted their account', async () => {
    await addCrowd(['late-foe'])
    for (const userId of ['late-foe', 'deleted']) {
      await rowsOf(
        `INSERT INTO joiners SELECT ?1, id, nullif(?1, 'deleted'), NULL, NULL, 'going', 1, '[]', '{}', 0, 9, NULL, NULL, 0, NULL, 0, starts_at, 1, 0, NULL, NULL, NULL, 0, NULL, '[]' FROM events WHERE id = ?2`,
        userId,
        id,
      )
    }
    await block('late-foe', 'host')
    const read = async (name: string) => (await (await personOf(name).ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
    const entries = async (name: string) =>
      Object.fromEntries(
        (await read(name)).joiners.filter(({ state }) => state === 'going').map(({ id, userId, name }) => [id, `${userId} ${name}`]),
      )
    expect(await entries('host')).toMatchObject({ 'late-foe': 'null Someone who left', deleted: 'null Someone who left' })
    expect(await entries('cohost')).toMatchObject({ 'late-foe': 'late-foe Crowd', deleted: 'null Someone who left' })
    expect(namesIn((await read('host')).event.live.joiners)).toEqual(['fellow', null, 'open', 'shy'])
  })
})

describe('A game that only people with the link can find', () => {
  it('is not on the profile of a player', async () => {
    const byLink = await publishGame(personOf('host'), { visibility: 'link' })
    expect((await join(personOf('open'), byLink)).status).toBe(200)
    const profile = await personOf('stranger').ask('/api/profiles/open/games')
    const { events } = (await profile.json()) as ProfileGames
    expect(events.map((event) => event.id)).toEqual([id])
  })

  it('is not among the other dates of its series', async () => {
    const planner = await enter('planner')
    const first = await publishGame(planner, {}, { repeat: repeatWeekly(3) })
    const others = async () => (await getEvent(personOf('stranger'), first)).series?.others.map((other) => other.id)
    const [second = '', third = ''] = (await others()) ?? []
    expect((await change(planner, second, { visibility: 'link' })).status).toBe(204)
    expect(await others()).toEqual([third])
  })
})

describe('A game of a community', () => {
  it('that is for members only is hidden from everyone else; a game by link is in no list', async () => {
    await putInTeams(['a-team'], ['host', 'friend'])
    await rowsOf("UPDATE team_members SET role = 'organizer' WHERE team_id = 'a-team' AND user_id = 'host'")
    const forTeam = await publishGame(personOf('host'), { visibility: 'team', teamId: 'a-team' })
    const byLink = await publishGame(personOf('host'), { visibility: 'link', teamId: 'a-team' })
    for (const path of ['', '/live']) {
      expect((await ask(`/api/events/${forTeam}${path}`)).status).toBe(404)
      expect((await personOf('stranger').ask(`/api/events/${forTeam}${path}`)).status).toBe(404)
      expect((await personOf('friend').ask(`/api/events/${forTeam}${path}`)).status).toBe(200)
    }
    expect((await join(personOf('stranger'), forTeam)).status).toBe(404)
    const listIds = async (viewer: string, query: string) =>
      ((await (await personOf(viewer).ask(`/api/events?${query}`)).json()) as EventPage).events.map((event) => event.id)
    expect(await listIds('stranger', 'teamId=a-team')).toEqual([])
    expect(await listIds('friend', 'teamId=a-team')).toEqual([forTeam])
    expect((await personOf('stranger').ask(`/api/events/${byLink}`)).status).toBe(200)
    expect(await listIds('stranger', 'hostId=host')).toEqual([id])
    expect(await rowsOf('SELECT DISTINCT id FROM event_cells WHERE id IN (?, ?)', forTeam, byLink)).toEqual([])
  })
})
