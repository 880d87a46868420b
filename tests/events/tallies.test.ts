import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import { addCities } from '../world/build-world.ts'
import { someCities } from '../world/some-cities.ts'
import { getEvent, join, passMinutes, publishGame } from './games.ts'

collectLog()
const queues = holdQueues()

let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  await addCities(env.DB, someCities)
  host = await enterAndSetUp('host', { displayName: 'Host' })
  ana = await enterAndSetUp('ana', { displayName: 'Ana' })
  bo = await enterAndSetUp('bo', { displayName: 'Bo' })
})

beforeEach(async () => {
  for (const table of ['event_hosts', 'joiners', 'event_feedback', 'events']) await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec('UPDATE profiles SET games_played = 0, games_hosted = 0, games_kept = 0')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

type PastGames = {
  hostId?: string | null
  coHostId?: string
  state?: string
  joined?: string
  isNoShow?: boolean
  endedAgo?: number
  guest?: string
}
let gameCount = 0

/** Adds past games, one for each day, with this person in each. */
async function addPast(
  count: number,
  who: string | null,
  { hostId = null, coHostId, state = 'published', joined = 'going', isNoShow = false, endedAgo = day, guest }: PastGames = {},
): Promise<void> {
  const games = JSON.stringify(Array.from({ length: count }, () => `past-${++gameCount}`))
  const run = (statement: string, ...values: unknown[]) => env.DB.prepare(statement).bind(...values)
  await env.DB.batch([
    run(
      `INSERT INTO events (id, creator_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity, slots,
        max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
      SELECT value, ?, 'tennis', 'Past', '', 'Courts', '', 0, 0, 'UTC', ? - key * ${day}, ? - key * ${day}, 4, '[]', 0, 'public', 0, '[]', 0, 'order', ?, '', 1, 0, 0, 1, 1, 1
      FROM json_each(?)`,
      hostId,
      noon - endedAgo - 2 * hour,
      noon - endedAgo,
      state,
      games,
    ),
    run(
      `INSERT INTO joiners (id, event_id, user_id, guest_name, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at)
      SELECT 'in-' || e.id, e.id, ?, ?, ?, 1, '[]', '{}', 0, 1, 0, ?, e.starts_at, 1 FROM json_each(?) g JOIN events e ON e.id = g.value`,
      who,
      guest ?? null,
      joined,
      isNoShow ? 1 : 0,
      games,
    ),
    ...(coHostId
      ? [run('INSERT INTO event_hosts SELECT e.id, ?, e.starts_at, 1 FROM json_each(?) g JOIN events e ON e.id = g.value', coHostId, games)]
      : []),
  ])
}

async function endGame(id: string): Promise<void> {
  vi.setSystemTime((await getEvent(host, id)).endsAt)
  await passMinutes(0)
  await consume('work', queues.work.splice(0))
  await deliverAll()
}

/** Makes a game with these players that has just ended. */
async function playOut(...people: Person[]): Promise<string> {
  const id = await publishGame(host, { capacity: 8 })
  for (const person of people) expect((await join(person, id)).status).toBe(200)
  await endGame(id)
  return id
}

async function checkIn(id: string, who: Person, isNoShow: boolean): Promise<Response> {
  const { joiners } = (await (await host.ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
  const joinerId = joiners.find(({ userId }) => userId === who.id)?.id
  vi.setSystemTime(Date.now() + 1)
  const json = { checkIns: [{ joinerId, arrived: isNoShow ? 0 : 1, at: Date.now(), isNoShow }] }
  const answer = await host.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json })
  expect(answer.status).toBe(200)
  return answer
}

const badgesOf = async (person: Person) =>
  ((await (await bo.ask(`/api/profiles/${person.id}`)).json()) as PublicProfile).badges
    ?.map(({ id }) => id)
    .filter((id) => id !== 'founding-member')
const readTallies = async (person: Person) =>
  Object.values((await rowsOf('SELECT games_played, games_hosted, games_kept FROM profiles WHERE user_id = ?', person.id))[0] ?? {})

describe('A game that is over', () => {
  it('gives the badges for 25 played and 10 hosted games, as soon as it is over', async () => {
    await addPast(24, 'ana')
    await addPast(9, 'bo', { hostId: 'host' })
    const id = await publishGame(host)
    await join(ana, id)
    vi.setSystemTime((await getEvent(host, id)).endsAt - 1)
    await passMinutes(0)
    await consume('work', queues.work.splice(0))
    expect([await badgesOf(ana), await badgesOf(host)]).toEqual([[], []])
    await endGame(id)
    expect([await badgesOf(ana), await badgesOf(host)]).toEqual([['regular', 'always-there'], ['host']])
    expect([await readTallies(ana), await readTallies(host), await readTallies(bo)]).toEqual([
      [25, 0, 20],
      [0, 10, 0],
      [0, 0, 0],
    ])
  })

  it('is not counted beyond the numbers that badges need', async () => {
    await addPast(60, 'ana', { hostId: 'host', endedAgo: 5 * day })
    await playOut(ana)
    expect([await readTallies(ana), await readTallies(host)]).toEqual([
      [25, 0, 20],
      [0, 10, 0],
    ])
  })

  it('does not count if it was cancelled, never published or left, and a no-show ends the streak of attended games', async () => {
    await addPast(30, 'ana', { state: 'cancelled' })
    await addPast(30, 'ana', { state: 'draft' })
    await addPast(30, 'ana', { joined: 'left' })
    await addPast(30, 'ana', { joined: 'waiting' })
    await addPast(3, 'ana', { endedAgo: 40 * day })
    await addPast(1, 'ana', { endedAgo: 30 * day, isNoShow: true })
    await addPast(4, 'ana', { endedAgo: 2 * day })
    await playOut(ana)
    expect(await readTallies(ana)).toEqual([8, 0, 5])
  })

  it('counts as hosted for all its hosts, if another person with an account was there', async () => {
    await addPast(2, 'ana', { hostId: 'host', coHostId: 'bo' })
    await addPast(2, 'ana', { hostId: 'host', coHostId: 'host' })
    await addPast(1, null, { hostId: 'host' })
    await addPast(2, 'host', { hostId: 'host' })
    await addPast(2, null, { hostId: 'host', guest: 'Added by a host' })
    await addPast(2, 'ana', { hostId: 'host', isNoShow: true })
    await addPast(2, 'ana', { hostId: 'host', state: 'cancelled' })
    await playOut(bo)
    expect(await readTallies(host)).toEqual([2, 6, 2])
    expect(await readTallies(bo)).toEqual([1, 2, 1])
  })
})

describe('A player who is marked as a no-show later', () => {
  it('loses the badge, and so does the host; both get it back if the mark is removed', async () => {
    await addPast(24, 'ana')
    await addPast(9, 'bo', { hostId: 'host' })
    const id = await playOut(ana)
    await checkIn(id, ana, true)
    expect([await badgesOf(ana), await badgesOf(host)]).toEqual([[], []])
    expect(await readTallies(ana)).toEqual([24, 0, 0])
    await checkIn(id, ana, false)
    expect([await badgesOf(ana), await badgesOf(host)]).toEqual([['regular', 'always-there'], ['host']])
  })

  it('is counted with few rows read, no matter how many people there are', async () => {
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO users (id, email, email_key, created_at, updated_at) SELECT 'c' || value, 'c' || value, 'c' || value, 0, 0 FROM json_each(?)",
      ).bind(JSON.stringify(Array.from({ length: 600 }, (_, n) => n))),
      env.DB.prepare(
        `INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at)
        SELECT id, '', '', 1, '', '', 0, 0, 'UTC', 'None', '[]', 1, 0, 0 FROM users WHERE id GLOB 'c[0-9]*'`,
      ),
    ])
    await addPast(60, 'ana')
    const id = await playOut(ana)
    expect(rowsRead(await checkIn(id, ana, true))).toBeLessThan(450)
  })
})
