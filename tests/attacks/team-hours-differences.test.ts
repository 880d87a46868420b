import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import type { TeamHours } from '../../domain/team-hours/contract.ts'
import { makeGrid } from '../../domain/team-hours/make-grid.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { everyDay, schedule } from '../availability/schedules.ts'
import { join, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enterAndSetUp, markDeleted, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { addTeam, look, setHours, share } from '../team-hours/people.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

/** A Monday, 9 AM in Austin. */
const start = Date.UTC(2027, 0, 4, 15)
const later = start + 3 * day
/** The next midnight in Austin, and almost: 6 PM there is already midnight in UTC. */
const midnight = Date.UTC(2027, 0, 8, 6)

beforeAll(() => buildWorld(env.DB, ['cities:some']))
afterEach(() => vi.useRealTimers())

/** Only the date moves. Timers stay real, because the database needs them. */
const goTo = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] })

const evenings = everyDay('America/Chicago', ['18:00-21:00'])
const mornings = schedule('America/Chicago', { tuesday: ['06:00-09:00'], saturday: ['06:00-12:00'] })
/** No free hour in the four weeks: none at all, or only on a date long after them. */
const empty = schedule('America/Chicago')
const tooLate = schedule('America/Chicago', {}, { '2027-03-20': ['08:00-20:00'] })

type Community = { id: string; owner: Person; spy: Person; victim: Person }

/** A community with an owner who does not share, a spy, a victim with hours of her own, and others. All of them share, on one day. */
async function openCommunity(id: string, others: readonly Availability[], { spyHours = evenings, spyShares = false } = {}) {
  goTo(start)
  const [owner, spy, victim, ...rest] = await Promise.all(
    ['owner', 'spy', 'victim', ...others.keys()].map((name) => enterAndSetUp(`${id}-${name}`)),
  )
  if (!owner || !spy || !victim) throw new Error('The people are there')
  await addTeam(id, { [owner.id]: 'owner', ...Object.fromEntries([spy, victim, ...rest].map((person) => [person.id, 'member'])) })
  const hours = [[victim, mornings] as const, ...rest.map((person, index) => [person, others[index] ?? empty] as const)]
  for (const [person, week] of spyShares ? [[spy, spyHours] as const, ...hours] : hours) {
    await setHours(person, week)
    expect(await share(person, id)).toBe(204)
  }
  goTo(later)
  return { id, owner, spy, victim }
}

/** What a member learns of the others. The clock and the own hours are left out. */
const learn = ({ sharing, counts, best, people, groups }: TeamHours) => ({ sharing, counts, best, people, groups })

async function joinGame({ owner, victim }: Community) {
  // Saturday, January 9 in Austin.
  const id = await publishGame(owner, { starts: '2027-01-09T06:00', ends: '2027-01-09T12:00' })
  const answer = await join(victim, id)
  if (!answer.ok) throw new Error(await answer.text())
}

/** The request must work, because a change that was refused would show no difference either. */
async function send(person: Person, method: 'DELETE', path: string) {
  const answer = await person.ask(path, { method })
  if (!answer.ok) throw new Error(await answer.text())
}

const changes: Record<string, (community: Community) => Promise<unknown>> = {
  'stops sharing': ({ id, victim }) => share(victim, id, false),
  'leaves the community': ({ id, victim }) => send(victim, 'DELETE', `/api/teams/${id}/members/me`),
  'is removed by the owner': ({ id, owner, victim }) => send(owner, 'DELETE', `/api/teams/${id}/members/${victim.id}`),
  'deletes the account': ({ victim }) => markDeleted(victim.id),
  'has other hours on one date': ({ victim }) =>
    setHours(victim, { ...mornings, dateSpecificAvailability: [{ date: '2027-01-09', timeRanges: [] }] }),
  'moves to another time zone': ({ victim }) => setHours(victim, { ...mornings, timeZone: 'Asia/Tokyo' }),
  'joins a game': joinGame,
}

describe('A member who asks before and after another one', () => {
  it.each(Object.entries(changes))('%s sees no difference before midnight', async (name, change) => {
    const community = await openCommunity(`diff-${Object.keys(changes).indexOf(name)}`, Array(5).fill(evenings))
    const { id, owner, spy } = community
    const before = learn(await look(spy, id))
    expect(before).toMatchObject({ sharing: 6, people: null })
    await change(community)
    expect(learn(await look(spy, id))).toEqual(before)
    // The change is real: who sees names sees it at once.
    expect((await look(owner, id)).counts).not.toEqual(before.counts)
    for (const time of [later + 9 * hour, midnight - minute]) {
      goTo(time)
      // The map starts on the same day, so all counts are of the same half hours.
      expect(learn(await look(spy, id)).counts).toEqual(before.counts)
    }
    goTo(midnight)
    expect((await look(spy, id)).counts).toEqual((await look(owner, id)).counts)
  })

  it('stops sharing sees no difference by asking in another time zone', async () => {
    const { id, spy, victim } = await openCommunity('zones', Array(5).fill(evenings))
    await env.DB.prepare('UPDATE teams SET city_id = NULL WHERE id = ?').bind(id).run()
    const countsByInstant = async (zone: string) => {
      const { counts, firstDay, periods } = await look(spy, id, `?zone=${zone}`)
      return new Map(makeGrid(firstDay, periods).halfHours.map(({ start: from }, index) => [from, counts?.[index]]))
    }
    const before = await countsByInstant('UTC')
    expect(Math.max(...[...before.values()].map((count) => count ?? 0))).toBe(5)
    const quarterBefore = await countsByInstant('Asia/Kathmandu')
    await share(victim, id, false)
    expect(await countsByInstant('Asia/Kathmandu')).toEqual(quarterBefore)
    for (const zone of ['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const after = await countsByInstant(zone)
      const both = [...after].filter(([instant]) => before.has(instant))
      expect(both.length).toBeGreaterThan(1000)
      for (const [instant, count] of both) expect(count, `${zone} ${new Date(instant).toISOString()}`).toBe(before.get(instant))
    }
    // A city that is chosen now does not start a new day.
    await env.DB.prepare('UPDATE teams SET city_id = 4671654 WHERE id = ?').bind(id).run()
    const after = await countsByInstant('UTC')
    for (const [instant, count] of after) if (before.has(instant)) expect(count).toBe(before.get(instant))
  })

  it('is blocked, or blocks, sees no difference', async () => {
    const { id, spy, victim } = await openCommunity('walls', Array(5).fill(evenings))
    const before = learn(await look(spy, id))
    await block(spy.id, victim.id)
    expect(learn(await look(spy, id))).toEqual(before)
    await block(victim.id, spy.id)
    expect(learn(await look(spy, id))).toEqual(before)
    goTo(midnight)
    expect((await look(spy, id)).sharing).toBe(6)
  })

  it('stops sharing sees only one answer, however many ask at the same time', async () => {
    const { id, spy, victim } = await openCommunity('race', Array(5).fill(evenings))
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => look(spy, id)),
      share(victim, id, false).then(() => look(spy, id)),
      ...Array.from({ length: 6 }, () => look(spy, id)),
    ])
    expect(new Set([...answers, await look(spy, id)].map((answer) => JSON.stringify(learn(answer)))).size).toBe(1)
  })

  it('left who asks again gets nothing, and the stored counts name nobody', async () => {
    const { id, spy, victim } = await openCommunity('stored', Array(5).fill(evenings))
    await look(spy, id)
    const row = await env.DB.prepare('SELECT * FROM team_hour_counts WHERE team_id = ?').bind(id).first()
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['counts', 'team_id', 'valid_until'])
    expect(JSON.stringify(row)).not.toContain(victim.id)
    await send(spy, 'DELETE', `/api/teams/${id}/members/me`)
    expect((await spy.ask(`/api/teams/${id}/hours`)).status).toBe(404)
  })
})

describe('The minimum of three others', () => {
  const nothing = { sharing: null, counts: null, best: [], people: null, groups: [] }

  it('cannot be reached with own accounts that are never free', async () => {
    const { id, owner, spy } = await openCommunity('puppets', [empty, tooLate, empty, empty], { spyShares: true })
    expect((await look(owner, id)).sharing).toBe(6)
    expect(learn(await look(spy, id))).toEqual(nothing)
  })

  it('cannot be reached by counting the viewer, who stops sharing after the day began', async () => {
    const { id, spy } = await openCommunity('stopper', [evenings, evenings], { spyShares: true })
    // Four share. Then the spy sees the counts of three others and the own hours.
    expect((await look(spy, id)).sharing).toBe(4)
    const small = await openCommunity('few-stopper', [evenings], { spyShares: true })
    expect(learn(await look(small.spy, small.id))).toEqual(nothing)
    await share(small.spy, small.id, false)
    expect(learn(await look(small.spy, small.id))).toEqual(nothing)
  })

  it('does not show the week of somebody who is the last to be free', async () => {
    const { id, spy, victim } = await openCommunity('last', [evenings, evenings, evenings])
    expect((await look(spy, id)).sharing).toBe(4)
    await share(victim, id, false)
    goTo(midnight)
    expect(learn(await look(spy, id))).toEqual(nothing)
  })
})
