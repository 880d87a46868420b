import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hour, minute } from '../../domain/time/spans.ts'
import { remindOfEvents } from '../../worker/events/reminders.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume, deliverAll, holdQueues } from '../notifications/post-office.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { inDays } from '../setup/a-game.ts'
import { collectLog } from '../setup/log.ts'
import { cancel, change, join, leave, lookAt, passMinutes, putUp } from './games.ts'

const log = collectLog()
const office = holdQueues()

const noon = Date.UTC(2026, 10, 25, 18)
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

  it('of what took days is asked how it was within a quarter of an hour after, once', async () => {
    const id = await putUp(host, { ends: inDays(9, '14:00') })
    const { endsAt } = await lookAt(host, id)
    await join(ana, id)
    for (const minutes of [-1, 1, 15, 16, 30, 45]) await runAt(endsAt + minutes * minute)
    expect(await toldTo('ana')).toEqual(['How was Open play?'])
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
    await deliverAll()
    expect([await toldTo('ana'), await toldTo('bo')]).toEqual([[], ['It is your turn at Open play']])
    expect((await bo.ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(200)
    await host.ask(`/api/events/${id}/check-ins`, {
      method: 'PUT',
      json: { checkIns: [{ joinerId: await joinerOf(id, 'bo'), arrived: 0, at: Date.now(), isNoShow: true }] },
    })
    await runAt(endsAt)
    expect(await toldTo('bo')).toHaveLength(1)
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
    await vi.waitFor(() => expect(office.notices.length).toBeGreaterThan(1))
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

describe('A Saturday morning', () => {
  afterEach(async () => {
    await env.DB.exec("DELETE FROM joiners WHERE event_id LIKE 'many-%'")
    await env.DB.exec("DELETE FROM events WHERE id LIKE 'many-%'")
  })

  /** Games like one, at the same time, with a player each. */
  async function putUpMany(many: number): Promise<number> {
    const id = await putUp(host)
    await join(ana, id)
    const numbers = `(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${many - 1}) SELECT value FROM n) n`
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO events SELECT 'many-' || id || '-' || n.value, NULL, NULL, NULL, activity, title, '', NULL, NULL, place_name, address, lat, lng, time_zone,
           starts_at, ends_at, NULL, NULL, 4, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 1, 0, 0, 1, created_at, updated_at
         FROM events, ${numbers} WHERE id = ?`,
      ).bind(id),
      env.DB.prepare(
        `INSERT INTO joiners SELECT 'in-' || e.id, e.id, 'bo', NULL, NULL, 'going', 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0
         FROM events e WHERE e.id LIKE 'many-' || ? || '%'`,
      ).bind(id),
    ])
    return (await lookAt(host, id)).startsAt
  }

  async function remindAt(at: number) {
    vi.setSystemTime(at)
    const db = openPrimary(env.DB)
    await remindOfEvents(db, at)
    await sendOutbox(env, db.outboxIds)
  }

  const toldOf = () =>
    office.notices.flatMap(({ body: { fact } }) =>
      fact.kind === 'event-reminder' ? fact.events.map(({ eventId }) => `${fact.what} ${eventId}`) : [],
    )
  const missed = () => log.flatMap(({ event, what, events }) => (event === 'reminders-missed' ? [`${what} ${events}`] : []))

  it('of five thousand games at the same time: all are told of within three minutes, each once', { timeout: 120_000 }, async () => {
    const startsAt = await putUpMany(5000)
    const rows = { read: 0, written: 0 }
    const stop = countReads((read, written) => {
      rows.read += read
      rows.written += written
    })
    for (let minutes = 0; minutes < 3; minutes++) await remindAt(startsAt - 24 * hour + minutes * minute)
    const cron = { ...rows }
    expect([toldOf().length, new Set(toldOf()).size]).toEqual([5000, 5000])
    for (let minutes = 10; minutes < 80; minutes += 10) await remindAt(startsAt - 24 * hour + minutes * minute)
    expect([toldOf().length, missed()]).toEqual([5000, []])
    const jobs = office.notices.splice(0).filter(({ body }) => body.fact.kind === 'event-reminder')
    Object.assign(rows, { read: 0, written: 0 })
    await consume('notices', jobs)
    stop()
    const reminders = await rowsOf("SELECT user_id AS id, title FROM notices WHERE key LIKE 'event-news:dayBefore:%'")
    expect(reminders).toHaveLength(5000)
    expect(reminders.filter(({ id }) => id === 'ana')).toEqual([{ id: 'ana', title: 'Tomorrow: Open play' }])
    expect(jobs).toHaveLength(50)
    expect(cron.read).toBeLessThan(10 * 5000)
    expect(cron.written).toBeLessThan(1.1 * 5000)
    // Reading games and players, what each wants, and writing their notice and their mail, which is read again to be sent.
    expect(rows.read).toBeLessThan(22 * 5000)
    expect(rows.written).toBeLessThan(12 * 5000)
  })

  it('is told of in the log, once, where the cron stood still for more than the hour in which it makes sense', async () => {
    const startsAt = await putUpMany(30)
    const [late] = [await putUp(host, { title: 'Joined late' })]
    vi.setSystemTime(startsAt - 24 * hour + 5 * minute)
    await join(bo, late)
    for (const minutes of [61, 62, 63]) await remindAt(startsAt - 24 * hour + minutes * minute)
    expect([toldOf(), missed()]).toEqual([[], ['dayBefore 30']])
    await remindAt(startsAt - 2 * hour)
    expect([toldOf().length, missed()]).toEqual([31, ['dayBefore 30']])
    office.notices.splice(0)
  })
})

const joinerOf = async (id: string, userId: string) =>
  String((await rowsOf('SELECT id FROM joiners WHERE event_id = ? AND user_id = ?', id, userId))[0]?.id)

describe('The minute’s chores', () => {
  it('put up a draft when its time has come, once', async () => {
    const id = await putUp(host, {}, { publish: { when: 'later', at: noon + 10 * minute } })
    await runAt(noon + 9 * minute)
    expect((await lookAt(ana, id)).live.state).toBe('draft')
    await runAt(noon + 10 * minute)
    expect((await lookAt(ana, id)).live.state).toBe('published')
    expect(await rowsOf('SELECT DISTINCT start FROM event_cells WHERE id = ?', id)).toHaveLength(1)
  })

  it('take games from what is to come once they have begun, and those called off by a deleted account', async () => {
    const [past, ahead, off] = [await putUp(host), await putUp(host, { starts: inDays(9), ends: inDays(9, '14:00') }), await putUp(host)]
    const { startsAt } = await lookAt(host, past)
    const left = async () =>
      (await rowsOf('SELECT DISTINCT id FROM event_cells WHERE start > 0 AND id IN (?, ?, ?)', past, ahead, off)).map(({ id }) => id)
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE id = ?").bind(off).run()
    await runAt(noon)
    expect((await left()).toSorted()).toEqual([past, ahead].toSorted())
    await runAt(startsAt - minute)
    expect(await left()).toHaveLength(2)
    await runAt(startsAt)
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
function countReads(count: (read: number, written: number) => void): () => void {
  const withSession = env.DB.withSession.bind(env.DB)
  const spy = vi.spyOn(env.DB, 'withSession').mockImplementation((...args) => {
    const session = withSession(...args)
    const send = session.batch.bind(session)
    vi.spyOn(session, 'batch').mockImplementation(async (statements) => {
      const results = await send(statements)
      for (const { meta } of results) count(meta.rows_read, meta.rows_written)
      return results as never
    })
    return session
  })
  return () => spy.mockRestore()
}
