import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { consume, deliverAll, holdQueues } from '../notifications/post-office.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { inDays } from '../setup/a-game.ts'
import { collectLog } from '../setup/log.ts'
import { cancel, change, join, leave, lookAt, passMinutes, putUp } from './games.ts'

const log = collectLog()
const office = holdQueues()

const noon = Date.UTC(2026, 10, 25, 18)
const minute = 60_000
const hour = 60 * minute
let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))
  ;[host, ana, bo] = all as [Person, Person, Person]
})

beforeEach(async () => {
  await env.DB.exec("UPDATE events SET state = 'cancelled', reminded = 8")
  await env.DB.exec('DELETE FROM notices')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

/** The cron runs at this time, and all it has to say arrives. */
async function runAt(at: number) {
  vi.setSystemTime(at)
  await passMinutes(0)
  expect(log.filter(({ event }) => event === 'chore-failed')).toEqual([])
  await consume('work', office.work.splice(0))
  await deliverAll()
}

const toldTo = async (userId: string) =>
  (await rowsOf('SELECT title FROM notices WHERE user_id = ? ORDER BY created_at, key', userId)).map(({ title }) => title)

describe('Who comes', () => {
  it('is reminded a day and two hours before, each time once, and asked how it was after', async () => {
    const id = await putUp(host)
    const { startsAt, endsAt } = await lookAt(host, id)
    await join(ana, id)
    await runAt(startsAt - 24 * hour - minute)
    expect(await toldTo('ana')).toEqual([])
    for (const minutes of [0, 1, 2, 50]) await runAt(startsAt - 24 * hour + minutes * minute)
    expect(await toldTo('ana')).toEqual(['Tomorrow: Open play'])
    for (const minutes of [0, 1, 2]) await runAt(startsAt - 2 * hour + minutes * minute)
    expect(await toldTo('ana')).toEqual(['Tomorrow: Open play', 'Soon: Open play'])
    await runAt(endsAt - minute)
    for (const minutes of [0, 1, 30]) await runAt(endsAt + minutes * minute)
    expect(await toldTo('ana')).toEqual(['Tomorrow: Open play', 'Soon: Open play', 'How was Open play?'])
    expect(await toldTo('bo')).toEqual([])
    const [last] = await rowsOf("SELECT path FROM notices WHERE key LIKE 'event-news:howWasIt:%'")
    expect(last?.path).toBe(`/evt/${id}?after=1`)
  })

  it('is not who left, waits or did not come: that is asked when it is sent', async () => {
    const id = await putUp(host, { capacity: 1 })
    const { startsAt, endsAt } = await lookAt(host, id)
    await join(ana, id)
    await join(bo, id, { orWait: true })
    vi.setSystemTime(startsAt - 24 * hour)
    await passMinutes(0)
    // The reminder is on its way when she leaves; bo is offered the seat and does not answer.
    await leave(ana, id)
    await vi.waitFor(async () => expect(await rowsOf("SELECT 1 FROM joiners WHERE state = 'offered'")).toHaveLength(1))
    await consume('work', office.work.splice(0))
    await deliverAll()
    expect([await toldTo('ana'), await toldTo('bo')]).toEqual([[], []])
    expect((await bo.ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(200)
    await host.ask(`/api/events/${id}/check-ins`, {
      method: 'PUT',
      json: { checkIns: [{ joinerId: await joinerOf(id, 'bo'), arrived: 0, at: Date.now(), isNoShow: true }] },
    })
    await runAt(endsAt)
    expect(await toldTo('bo')).toEqual([])
  })

  it('is told nothing of a game that was called off, whenever that was', async () => {
    const id = await putUp(host)
    const { startsAt, endsAt } = await lookAt(host, id)
    await join(ana, id)
    vi.setSystemTime(startsAt - 24 * hour)
    await passMinutes(0)
    await cancel(host, id)
    await runAt(startsAt - 23.5 * hour)
    await runAt(startsAt - 2 * hour)
    await runAt(endsAt)
    expect(await toldTo('ana')).toEqual(['Open play was cancelled'])
  })

  it('is reminded anew of a game that moved, and not at the time it had', async () => {
    const id = await putUp(host)
    const { startsAt } = await lookAt(host, id)
    await join(ana, id)
    await runAt(startsAt - 24 * hour)
    vi.setSystemTime(startsAt - 2 * hour)
    await passMinutes(0)
    // Its reminder of two hours before is on its way when it is put off by two days.
    expect((await change(host, id, { starts: inDays(2), ends: inDays(2, '14:00') })).status).toBe(204)
    await vi.waitFor(() => expect(office.work.length).toBeGreaterThan(1))
    await consume('work', office.work.splice(0))
    await deliverAll()
    const moved = (await lookAt(host, id)).startsAt
    expect(moved).toBe(startsAt + 48 * hour)
    await runAt(moved - 24 * hour)
    await runAt(moved - 2 * hour)
    expect(await toldTo('ana')).toEqual(['Tomorrow: Open play', 'Open play has changed', 'Tomorrow: Open play', 'Soon: Open play'])
  })

  it('is reminded within the hour when the cron stood still, and later not at all', async () => {
    const [soon, late] = [await putUp(host), await putUp(host, { title: 'Late play' })]
    const { startsAt } = await lookAt(host, soon)
    await Promise.all([join(ana, soon), join(ana, late)])
    await env.DB.prepare('UPDATE events SET starts_at = starts_at - 600000 WHERE id = ?').bind(late).run()
    await runAt(startsAt - 23 * hour - 5 * minute)
    expect(await toldTo('ana')).toEqual(['Tomorrow: Open play'])
  })
})

const joinerOf = async (id: string, userId: string) =>
  String((await rowsOf('SELECT id FROM joiners WHERE event_id = ? AND user_id = ?', id, userId))[0]?.id)

describe('The minute’s chores', () => {
  it('put up a draft when its time has come, once', async () => {
    const id = await putUp(host, {}, { publish: { when: 'later', at: noon + 10 * minute } })
    await runAt(noon + 9 * minute)
    expect((await ana.ask(`/api/events/${id}`)).status).toBe(404)
    await runAt(noon + 10 * minute)
    expect((await ana.ask(`/api/events/${id}`)).status).toBe(200)
    expect(await rowsOf('SELECT DISTINCT start FROM event_cells WHERE id = ?', id)).toHaveLength(1)
  })

  it('take games from what is to come a day after they began, and those called off by a deleted account', async () => {
    const [past, ahead, off] = [await putUp(host), await putUp(host, { starts: inDays(9), ends: inDays(9, '14:00') }), await putUp(host)]
    const { startsAt } = await lookAt(host, past)
    const left = async () =>
      (await rowsOf('SELECT DISTINCT id FROM event_cells WHERE start > 0 AND id IN (?, ?, ?)', past, ahead, off)).map(({ id }) => id)
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE id = ?").bind(off).run()
    await runAt(noon)
    expect((await left()).toSorted()).toEqual([past, ahead].toSorted())
    await runAt(startsAt + 23 * hour)
    expect(await left()).toHaveLength(2)
    await runAt(startsAt + 24 * hour)
    expect(await left()).toEqual([ahead])
    await runAt(startsAt + 25 * hour)
  })

  it('read few rows however many games are over', async () => {
    await putUp(host)
    await env.DB.exec(
      `INSERT INTO events SELECT 'old-' || n.value, NULL, NULL, NULL, activity, title, '', NULL, NULL, place_name, address, lat, lng, time_zone, n.value * 1000, n.value * 1000 + 1, NULL, NULL, 4, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 4, 3, 0, 1, 1, 1 FROM events, (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000) SELECT value FROM n) n WHERE state = 'published'`,
    )
    let read = 0
    const stop = countReads((rows) => {
      read += rows
    })
    await runAt(noon)
    stop()
    expect(read).toBeLessThan(300)
    await env.DB.exec("DELETE FROM events WHERE id LIKE 'old-%'")
  })
})

/** Counts what the cron reads. */
function countReads(count: (rows: number) => void): () => void {
  const withSession = env.DB.withSession.bind(env.DB)
  const spy = vi.spyOn(env.DB, 'withSession').mockImplementation((...args) => {
    const session = withSession(...args)
    const send = session.batch.bind(session)
    vi.spyOn(session, 'batch').mockImplementation(async (statements) => {
      const results = await send(statements)
      for (const { meta } of results) count(meta.rows_read)
      return results as never
    })
    return session
  })
  return () => spy.mockRestore()
}
