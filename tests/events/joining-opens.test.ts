import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { noon, repeatWeekly } from '../setup/make-game-form.ts'
import { change, getEvent, join, leave, makeKey, publishGame, statesOf } from './games.ts'

holdQueues()

/** Friday, 6 PM in Austin. The game is on Saturday. */
const opens = Date.UTC(2026, 10, 28, 0)
const later: Partial<EventForm> = { starts: '2026-11-28T09:00', ends: '2026-11-28T11:00', joinFrom: '2026-11-27T18:00' }
const minute = 60_000

let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  ;[host, ana, bo] = (await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person]
  await befriend('host', 'bo')
  await rowsOf(
    `INSERT INTO plan_subscriptions (id, owner_key, owner_kind, owner_id, platform, payer_id, plan_uid, item_id, price_id, status,
       period_start, period_end, ends_at_period_end, created_at, read_at)
     VALUES ('sub', 'user:bo:gth', 'user', 'bo', 'gth', 'bo', 'gth-users-member-plus', 'i', 'p', 'active', 1, 2, 0, 1, 1)`,
  )
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const outcomeOf = async (answer: Promise<Response>) => {
  const response = await answer
  if (response.status < 300) return 'joined'
  const { code, title } = await readProblem(response)
  return `${code}: ${title}`
}
const tooEarly = 'JoiningNotOpen: Joining opens on Fri, Nov 27 at 6:00 PM CST.'

describe('A game for which joining opens later', () => {
  it('can be joined from that moment on, to the millisecond', async () => {
    const id = await publishGame(host, later)
    expect(await getEvent(ana, id)).toMatchObject({ joinsAt: opens, plusJoinsEarly: false })
    vi.setSystemTime(opens - 2)
    expect(await outcomeOf(join(ana, id))).toBe(tooEarly)
    expect(await statesOf(id)).toEqual([])
    expect(await outcomeOf(join(ana, id))).toBe('joined')
  })

  it('can be joined by its hosts at any time, and they can add people', async () => {
    const id = await publishGame(host, { ...later, needsApproval: true })
    expect(await outcomeOf(join(host, id))).toBe('joined')
    // Who may only ask waits too.
    expect(await outcomeOf(join(ana, id))).toBe(tooEarly)
    const answer = await host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name: 'Gil', idempotencyKey: makeKey() } })
    expect(answer.status).toBeLessThan(300)
    expect((await statesOf(id)).toSorted()).toEqual(['Gil going', 'host going'])
  })

  it.each([
    ['where the hosts allow it', true, opens - 30 * minute],
    ['not where they do not', false, opens],
  ])('opens earlier with Member Plus: %s', async (_, plusJoinsEarly, joinsAt) => {
    const id = await publishGame(host, { ...later, plusJoinsEarly })
    expect(await getEvent(bo, id)).toMatchObject({ joinsAt, plusJoinsEarly: false })
    expect(await getEvent(ana, id)).toMatchObject({ joinsAt: opens, plusJoinsEarly })
    vi.setSystemTime(joinsAt - 2)
    expect(await outcomeOf(join(bo, id))).toContain('JoiningNotOpen')
    expect(await outcomeOf(join(bo, id))).toBe('joined')
    expect(await outcomeOf(join(ana, id))).toBe(plusJoinsEarly ? tooEarly : 'joined')
  })

  it('does not hold up who is in the game already', async () => {
    const id = await publishGame(host, { ...later, joinFrom: null })
    await join(ana, id)
    await change(host, id, { joinFrom: '2026-11-27T18:00' })
    const more = await ana.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { slotId: null, guests: ['Hal'] } })
    expect(more.status).toBeLessThan(300)
    await leave(ana, id)
    expect(await outcomeOf(join(ana, id))).toBe(tooEarly)
  })

  it.each([
    ['after the start', { joinFrom: '2026-11-28T09:00' }, 'form.joinFrom'],
    ['long before it', { joinFrom: '2026-09-29T08:59' }, 'form.joinFrom'],
    ['earlier with Member Plus, but never', { joinFrom: null, plusJoinsEarly: true }, 'form.plusJoinsEarly'],
  ])('is refused if that is %s', async (_, fields, path) => {
    const id = await publishGame(host, later)
    const { code, issues } = await readProblem(await change(host, id, fields))
    expect([code, issues?.[0]?.path]).toEqual(['InvalidInput', path])
  })
})

describe('A series for which joining opens later', () => {
  const opensOf = async (id: string) =>
    (await rowsOf('SELECT joins_at FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at', id)).map(
      (row) => row.joins_at && new Date(Number(row.joins_at)).toISOString().slice(0, 16),
    )

  it('opens at the same time of day before each date, also when the clocks change, and moves with the start', async () => {
    const form = { starts: '2027-03-06T09:00', ends: '2027-03-06T11:00', joinFrom: '2027-03-05T18:00' }
    const id = await publishGame(host, form, { repeat: repeatWeekly(3) })
    expect(await opensOf(id)).toEqual(['2027-03-06T00:00', '2027-03-13T00:00', '2027-03-19T23:00'])
    await change(host, id, { starts: '2027-03-07T10:00', ends: '2027-03-07T12:00', joinFrom: '2027-03-06T19:00' }, { scope: 'all' })
    expect(await opensOf(id)).toEqual(['2027-03-07T01:00', '2027-03-14T01:00', '2027-03-21T00:00'])
    await change(host, id, { joinFrom: null }, { scope: 'all' })
    expect(await opensOf(id)).toEqual([null, null, null])
  })
})
