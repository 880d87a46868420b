import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HoursTogether, summarizeWeek } from '../../domain/availability/compare-hours.ts'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import { timeText, weekdays } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { schedule, throwDice } from '../availability/schedules.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, completeForm, enterAndSetUp, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

const start = Date.UTC(2027, 0, 4, 12)

beforeAll(() => buildWorld(env.DB, ['cities:some']))
afterEach(() => vi.useRealTimers())

/** Only the date moves. Timers stay real, because the database needs them. */
const goTo = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] })

const player = (id: string, publicHours = true) =>
  enterAndSetUp(id, {
    displayName: `Player ${id}`,
    activities: [{ activity: 'cricket', level: 3, isOn: true }],
    privacy: { ...completeForm.privacy, publicHours },
  })

async function setHours(person: Person, hours: Availability): Promise<void> {
  const { version } = await (await person.ask('/api/availability')).json<MyAvailability>()
  const answer = await person.ask('/api/availability', { method: 'PUT', json: { ...hours, version } })
  if (!answer.ok) throw new Error(await answer.text())
}

type Seen = Record<string, HoursTogether | null>

/** Everything that the answer says about other people, without their names. */
async function look(person: Person): Promise<Seen> {
  const { players } = await (await person.ask('/api/people/near')).json<NearPlayers>()
  return Object.fromEntries(players.map(({ person: { id }, hoursTogether }) => [id, hoursTogether]))
}

const evenings = schedule('America/Chicago', { monday: ['17:00-20:00'], friday: ['17:00-20:00'] })

describe('Hours of other people', () => {
  it('are compared in words, and only with hours that have stood for a day', async () => {
    goTo(start)
    const [me, other] = [await player('early'), await player('late')]
    await setHours(me, evenings)
    await setHours(other, evenings)
    expect((await look(me)).late).toBeNull()
    goTo(start + day - 1000)
    expect((await look(me)).late).toBeNull()
    goTo(start + day)
    expect((await look(me)).late).toBe('some')
    // A change counts a day later. Until then, the hours before it count, also after further changes.
    await setHours(me, schedule('America/Chicago', { sunday: ['08:00-10:00'] }))
    goTo(start + day + 20 * hour)
    expect((await look(me)).late).toBe('some')
    await setHours(me, schedule('America/Chicago', { sunday: ['09:00-10:00'] }))
    goTo(start + day + 43 * hour)
    expect((await look(me)).late).toBe('some')
    goTo(start + day + 44 * hour)
    expect((await look(me)).late).toBe('none')
    // To save the same hours again changes nothing.
    await setHours(me, schedule('America/New_York', { sunday: ['09:00-10:00'] }, { '2027-02-01': ['10:00-11:00'] }))
    expect((await look(me)).late).toBe('none')
  })

  it('are not compared with those of a person who turned this off, or with a block', async () => {
    goTo(start)
    const me = await player('asks')
    const [open, closed] = [await player('open'), await player('closed', false)]
    for (const person of [me, open, closed]) await setHours(person, evenings)
    goTo(start + 2 * day)
    expect(await look(me)).toMatchObject({ open: 'some', closed: null })
    expect((await open.ask('/api/privacy', { method: 'PATCH', json: { publicHours: false } })).status).toBe(200)
    expect(await look(me)).toMatchObject({ open: null, closed: null })
    expect((await open.ask('/api/privacy', { method: 'PATCH', json: { publicHours: true } })).status).toBe(200)
    await block('open', 'asks')
    expect(await look(me)).not.toHaveProperty('open')
  })

  /**
   * The bound: all answers about one state of a person's hours together depend on one of 729 summaries, so they reveal less than ten
   * bits. The attackers see several people with very different hours but the same summary. If anything they do showed a difference
   * between two of them, it would reveal more.
   */
  it('cannot be rebuilt by anyone who changes their own hours, with several accounts, over a month', async () => {
    const twins: [id: string, hours: Availability][] = [
      ['twin-a', schedule('America/Chicago', { monday: ['17:00-19:00'], saturday: ['08:00-10:00'] })],
      ['twin-b', schedule('America/Chicago', { thursday: ['20:30-22:30'], sunday: ['10:00-12:00'] }, { '2027-01-11': ['00:00-24:00'] })],
      [
        'twin-c',
        schedule('America/Denver', { tuesday: ['21:00-24:00'], friday: ['17:00-18:30'], sunday: ['00:00-04:30'] }, { '2027-01-12': [] }),
      ],
    ]
    expect(new Set(twins.map(([, { weeklyAvailability }]) => JSON.stringify(summarizeWeek(weeklyAvailability)))).size).toBe(1)
    goTo(start)
    for (const [id, hours] of twins) await setHours(await player(id), hours)
    const accounts = [await player('probe-0'), await player('probe-1'), await player('probe-2')]
    const dice = throwDice(7)
    const zones = ['America/Chicago', 'Pacific/Apia', 'Asia/Kathmandu', 'America/New_York']
    const transcripts = new Map<string, (HoursTogether | null | undefined)[]>(twins.map(([id]) => [id, []]))
    // Each account looks for the hours of one evening by halves, and goes on where the last answer was "yes".
    const searched = accounts.map((_, index) => ({ weekday: weekdays[index * 2] ?? 'monday', from: 0, to: 48 }))
    for (let date = 0; date < 30; date++) {
      for (const [index, account] of accounts.entries()) {
        const search = searched[index]
        if (!search) throw new Error('Each account searches')
        goTo(start + date * day + index * hour + dice.below(59) * 60_000)
        const seen = await look(account)
        for (const [id, transcript] of transcripts) transcript.push(seen[id])
        const { from, to } = search
        const isYes = seen['twin-a'] !== 'none' && seen['twin-a'] !== null
        const middle = Math.floor((from + to) / 2)
        searched[index] =
          to - from <= 1
            ? { weekday: dice.pick(weekdays), from: 0, to: 48 }
            : isYes
              ? { ...search, to: middle }
              : { ...search, from: middle }
        const next = searched[index] ?? search
        const half = timeText(next.from * 30)
        const probe = [`${half}-${timeText(Math.max(next.from + 1, Math.floor((next.from + next.to) / 2)) * 30)}`]
        const tomorrow = new Date(Date.now() + day).toISOString().slice(0, 10)
        await setHours(account, schedule(dice.pick(zones), { [next.weekday]: probe }, { [tomorrow]: probe }))
      }
    }
    const [first, ...others] = [...transcripts.values()]
    expect(new Set(first).size).toBeGreaterThan(1)
    for (const other of others) expect(other).toEqual(first)
  })
})
