import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hour, minute } from '../../domain/time/spans.ts'
import { remindOfEvents } from '../../worker/events/reminders.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon } from '../setup/make-game-form.ts'
import { cancel, change, getEvent, join, leave, passMinutes, publishGame } from './games.ts'

const log = collectLog()
const queues = holdQueues()

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

/** Runs the cron at this time and delivers all its notices. */
async function runAt(at: number) {
  vi.setSystemTime(at)
  await passMinutes(0)
  expect(log.filter(({ event }) => event === 'chore-failed')).toEqual([])
  await consume('work', queues.work.splice(0))
  await deliverAll()
}

const noticeTitlesTo = async (userId: string) =>
  (await rowsOf('SELECT title FROM notices WHERE user_id = ? ORDER BY created_at, key', userId)).map(({ title }) => title)

describe('A player', () => {
  it('is reminded once a day before and once two hours before, and asked for feedback after the game', async () => {
    const id = await publishGame(host)
    const { startsAt, endsAt } = await getEvent(host, id)
    await join(ana, id)
    await runAt(startsAt - 24 * hour - minute)
    expect(await noticeTitlesTo('ana')).toEqual([])
    for (const minutes of [0, 1, 2, 50]) await runAt(startsAt - 24 * hour + minutes * minute)
    expect(await noticeTitlesTo('ana')).toEqual(['Tomorrow: Open play'])
    for (const minutes of [0, 1, 2]) await runAt(startsAt - 2 * hour + minutes * minute)
    expect(await noticeTitlesTo('ana')).toEqual(['Tomorrow: Open play', 'Starting soon: Open play'])
    await runAt(endsAt - minute)
    for (const minutes of [0, 1, 30]) await runAt(endsAt + minutes * minute)
    expect(await noticeTitlesTo('ana')).toEqual(['Tomorrow: Open play', 'Starting soon: Open play', 'How was Open play?'])
    expect(await noticeTitlesTo('bo')).toEqual([])
    const [last] = await rowsOf("SELECT path FROM notices WHERE key LIKE 'event:feedback:%'")
    expect(last?.path).toBe(`/evt/${id}?after=1`)
  })

  it('of a game that lasts several days is asked for feedback once, within 15 minutes after the end', async () => {
    const id = await publishGame(host, { ends: inDays(9, '14:00') })
    const { endsAt } = await getEvent(host, id)
    await join(ana, id)
    for (const minutes of [-1, 1, 15, 16, 30, 45]) await runAt(endsAt + minutes * minute)
    expect(await noticeTitlesTo('ana')).toEqual(['How was Open play?'])
  })

  it('is notified only if they have a seat and are no no-show when the reminder is delivered', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const { startsAt, endsAt } = await getEvent(host, id)
    await join(ana, id)
    await join(bo, id, { orWait: true })
    vi.setSystemTime(startsAt - 24 * hour)
    await passMinutes(0)
    // Ana leaves while the reminder is in the queue. Bo is offered the seat and does not answer yet.
    await leave(ana, id)
    await vi.waitFor(async () => expect(await rowsOf("SELECT 1 FROM joiners WHERE state = 'offered'")).toHaveLength(1))
    await deliverAll()
    expect([await noticeTitlesTo('ana'), await noticeTitlesTo('bo')]).toEqual([[], ['A seat is free for you: Open play']])
    expect((await bo.ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(200)
    vi.setSystemTime(startsAt)
    await host.ask(`/api/events/${id}/check-ins`, {
      method: 'PUT',
      json: { checkIns: [{ joinerId: await joinerOf(id, 'bo'), arrived: 0, at: Date.now(), isNoShow: true }] },
    })
    await runAt(endsAt)
    expect(await noticeTitlesTo('bo')).toHaveLength(1)
  })

  it('gets no reminders of a cancelled game', async () => {
    const id = await publishGame(host)
    const { startsAt, endsAt } = await getEvent(host, id)
    await join(ana, id)
    vi.setSystemTime(startsAt - 24 * hour)
    await passMinutes(0)
    await cancel(host, id)
    await runAt(startsAt - 23.5 * hour)
    await runAt(startsAt - 2 * hour)
    await runAt(endsAt)
    expect(await noticeTitlesTo('ana')).toEqual(['Open play was cancelled'])
  })

  it('is reminded again of a game that moved, but not at its old time', async () => {
    const id = await publishGame(host)
    const { startsAt } = await getEvent(host, id)
    await join(ana, id)
    await runAt(startsAt - 24 * hour)
    vi.setSystemTime(startsAt - 2 * hour)
    await passMinutes(0)
    // The game is moved by two days while its two-hour reminder is in the queue.
    expect((await change(host, id, { starts: inDays(2), ends: inDays(2, '14:00') })).status).toBe(204)
    await vi.waitFor(() => expect(queues.notices.length).toBeGreaterThan(1))
    await deliverAll()
    const moved = (await getEvent(host, id)).startsAt
    expect(moved).toBe(startsAt + 48 * hour)
    await runAt(moved - 24 * hour)
    await runAt(moved - 2 * hour)
    expect(await noticeTitlesTo('ana')).toEqual([
      'Tomorrow: Open play',
      'Open play has changed',
      'Tomorrow: Open play',
      'Starting soon: Open play',
    ])
  })

  it('is reminded up to an hour late if the cron was down, but not later', async () => {
    const [soon, late] = [await publishGame(host), await publishGame(host, { title: 'Late play' })]
    const { startsAt } = await getEvent(host, soon)
    await Promise.all([join(ana, soon), join(ana, late)])
    await env.DB.prepare('UPDATE events SET starts_at = starts_at - 600000 WHERE id = ?').bind(late).run()
    await runAt(startsAt - 23 * hour - 5 * minute)
    expect(await noticeTitlesTo('ana')).toEqual(['Tomorrow: Open play'])
  })
})

describe('A Saturday morning with many games', () => {
  afterEach(async () => {
    await env.DB.exec("DELETE FROM joiners WHERE event_id LIKE 'many-%'")
    await env.DB.exec("DELETE FROM events WHERE id LIKE 'many-%'")
  })

  /** Makes many copies of a game at the same time, each with one player. */
  async function publishManyGames(count: number): Promise<number> {
    const id = await publishGame(host)
    await join(ana, id)
    const numbers = `(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count - 1}) SELECT value FROM n) n`
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO events SELECT 'many-' || id || '-' || n.value, NULL, NULL, NULL, activity, title, '', NULL, NULL, place_name, address, lat, lng, time_zone,
           starts_at, ends_at, NULL, NULL, 4, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 1, 0, 0, 1, created_at, updated_at, NULL, NULL, 0, NULL, 0
         FROM events, ${numbers} WHERE id = ?`,
      ).bind(id),
      env.DB.prepare(
        `INSERT INTO joiners SELECT 'in-' || e.id, e.id, 'bo', NULL, NULL, 'going', 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0, NULL, NULL, NULL, 0, NULL, '[]'
         FROM events e WHERE e.id LIKE 'many-' || ? || '%'`,
      ).bind(id),
    ])
    return (await getEvent(host, id)).startsAt
  }

  async function remindAt(at: number) {
    vi.setSystemTime(at)
    const db = openPrimary(env.DB)
    await remindOfEvents(db, at)
    await sendOutbox(env, db.outboxIds)
  }

  const listReminders = () =>
    queues.notices.flatMap(({ body: { fact } }) =>
      fact.kind === 'event-reminder' ? fact.events.map(({ eventId }) => `${fact.what} ${eventId}`) : [],
    )
  const listMissed = () => log.flatMap(({ event, what, events }) => (event === 'reminders-missed' ? [`${what} ${events}`] : []))

  it('sends reminders of five thousand games within three minutes, each once', { timeout: 120_000 }, async () => {
    const startsAt = await publishManyGames(5000)
    const rows = { read: 0, written: 0 }
    const stop = countReads((read, written) => {
      rows.read += read
      rows.written += written
    })
    for (let minutes = 0; minutes < 3; minutes++) await remindAt(startsAt - 24 * hour + minutes * minute)
    const cron = { ...rows }
    expect([listReminders().length, new Set(listReminders()).size]).toEqual([5000, 5000])
    for (let minutes = 10; minutes < 80; minutes += 10) await remindAt(startsAt - 24 * hour + minutes * minute)
    expect([listReminders().length, listMissed()]).toEqual([5000, []])
    const jobs = queues.notices.splice(0).filter(({ body }) => body.fact.kind === 'event-reminder')
    Object.assign(rows, { read: 0, written: 0 })
    await consume('notices', jobs)
    stop()
    const reminders = await rowsOf("SELECT user_id AS id, title FROM notices WHERE key LIKE 'event:dayBefore:%'")
    expect(reminders).toHaveLength(5000)
    expect(reminders.filter(({ id }) => id === 'ana')).toEqual([{ id: 'ana', title: 'Tomorrow: Open play' }])
    expect(jobs).toHaveLength(50)
    expect(cron.read).toBeLessThan(10 * 5000)
    expect(cron.written).toBeLessThan(1.1 * 5000)
    // The rows are games, players and their settings, and the notices and emails, which are read again to be sent.
    expect(rows.read).toBeLessThan(22 * 5000)
    expect(rows.written).toBeLessThan(12 * 5000)
  })

  it('logs the missed reminders once, if the cron was down for more than an hour', async () => {
    const startsAt = await publishManyGames(30)
    const [late] = [await publishGame(host, { title: 'Joined late' })]
    vi.setSystemTime(startsAt - 24 * hour + 5 * minute)
    await join(bo, late)
    for (const minutes of [61, 62, 63]) await remindAt(startsAt - 24 * hour + minutes * minute)
    expect([listReminders(), listMissed()]).toEqual([[], ['dayBefore 30']])
    await remindAt(startsAt - 2 * hour)
    expect([listReminders().length, listMissed()]).toEqual([31, ['dayBefore 30']])
    queues.notices.splice(0)
  })
})

const joinerOf = async (id: string, userId: string) =>
  String((await rowsOf('SELECT id FROM joiners WHERE event_id = ? AND user_id = ?', id, userId))[0]?.id)

describe('The jobs of each minute', () => {
  it('publish a scheduled draft at its time, once', async () => {
    const id = await publishGame(host, {}, { publish: { when: 'later', at: noon + 10 * minute } })
    await runAt(noon + 9 * minute)
    expect((await getEvent(ana, id)).live.state).toBe('draft')
    await runAt(noon + 10 * minute)
    expect((await getEvent(ana, id)).live.state).toBe('published')
    expect(await rowsOf('SELECT DISTINCT start FROM event_cells WHERE id = ?', id)).toHaveLength(1)
  })

  it('remove games from the upcoming ones once they have started, or were cancelled with a deleted account', async () => {
    const [past, ahead, cancelled] = [
      await publishGame(host),
      await publishGame(host, { starts: inDays(9), ends: inDays(9, '14:00') }),
      await publishGame(host),
    ]
    const { startsAt } = await getEvent(host, past)
    const listUpcoming = async () =>
      (await rowsOf('SELECT DISTINCT id FROM event_cells WHERE start > 0 AND id IN (?, ?, ?)', past, ahead, cancelled)).map(({ id }) => id)
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE id = ?").bind(cancelled).run()
    await runAt(noon)
    expect((await listUpcoming()).toSorted()).toEqual([past, ahead].toSorted())
    await runAt(startsAt - minute)
    expect(await listUpcoming()).toHaveLength(2)
    await runAt(startsAt)
    expect(await listUpcoming()).toEqual([ahead])
    await runAt(startsAt + 25 * hour)
  })

  it('read only a few rows, no matter how many games are over', async () => {
    await publishGame(host)
    await env.DB.exec(
      `INSERT INTO events SELECT 'old-' || n.value, NULL, NULL, NULL, activity, title, '', NULL, NULL, place_name, address, lat, lng, time_zone, n.value * 1000, n.value * 1000 + 1, NULL, NULL, 4, '[]', 0, 'public', 0, '[]', 0, 'order', 'published', NULL, '', 4, 3, 0, 1, 1, 1, NULL, NULL, 0, NULL, 0 FROM events, (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000) SELECT value FROM n) n WHERE state = 'published'`,
    )
    let read = 0
    const stop = countReads((rows) => {
      read += rows
    })
    await runAt(noon)
    stop()
    expect(read).toBeLessThan(350)
    await env.DB.exec("DELETE FROM events WHERE id LIKE 'old-%'")
  })
})

/** Counts the rows that the database reads and writes. Call the returned function to stop. */
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
