import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { putUp } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const office = holdQueues()

const now = Date.UTC(2026, 10, 25, 18)
let person: Person

beforeAll(async () => {
  person = await enter('chore-person')
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

/** What has had its time, beside what has not: what is kept, what is done away with, and where both stand. */
const overdue: [what: string, insert: string, at: { kept: number; gone: number }, read: string][] = [
  [
    'a job that was done long ago',
    "INSERT INTO jobs (id, queue, state, attempts, updated_at) VALUES (?1, 'mail', 'done', 1, ?2)",
    { kept: now - 6 * day, gone: now - 8 * day },
    'SELECT id FROM jobs',
  ],
  [
    'an old notice',
    "INSERT INTO notices (user_id, key, topic, title, text, path, created_at) VALUES ('chore-person', ?1, 'news', 'x', '', '/', ?2)",
    { kept: now - 89 * day, gone: now - 91 * day },
    'SELECT key AS id FROM notices',
  ],
  [
    'an export that expired',
    "INSERT INTO data_exports (id, user_id, state, done, total, created_at, expires_at) VALUES (?1, 'chore-person', 'ready', 1, 1, 1, ?2)",
    { kept: now + 1, gone: now },
    'SELECT id FROM data_exports',
  ],
  [
    'a session that ran out',
    "INSERT INTO auth_sessions (id, user_id, user_agent, created_at, last_seen_at, expires_at) VALUES (?1, 'chore-person', '', 1, 1, ?2)",
    { kept: now + 1, gone: now - 1 },
    "SELECT id FROM auth_sessions WHERE id IN ('kept', 'gone')",
  ],
  [
    'a link that ran out',
    "INSERT INTO auth_tokens (hash, user_id, purpose, expires_at) VALUES (?1, 'chore-person', 'reset', ?2)",
    { kept: now + 1, gone: now - 1 },
    'SELECT hash AS id FROM auth_tokens',
  ],
  [
    'tries to sign in of another day',
    'INSERT INTO sign_in_tries (pair, wrong, locked_until, last_at) VALUES (?1, 1, 0, ?2)',
    { kept: now - day + 1, gone: now - day - 1 },
    'SELECT pair AS id FROM sign_in_tries',
  ],
]

describe('The minute’s chores', () => {
  it.each(overdue)('do away with %s, and with nothing sooner', async (_, insert, { kept, gone }, read) => {
    await rowsOf(insert, 'kept', kept)
    await rowsOf(insert, 'gone', gone)
    await runChores(env, now)
    expect(await rowsOf(read)).toEqual([{ id: 'kept' }])
  })

  it('send what a request left behind', async () => {
    const body = JSON.stringify({ to: 'x@example.com', template: { name: 'welcome', data: { username: 'x' } } })
    await rowsOf("INSERT INTO outbox (id, queue, body, created_at) VALUES ('left', 'mail', ?, ?)", body, now - minute)
    await runChores(env, now)
    expect(office.mail.map(({ id }) => id)).toEqual(['left'])
    expect(await rowsOf('SELECT id FROM outbox')).toEqual([])
  })

  it('put a game that has begun among those that are past', async () => {
    const id = await putUp(person)
    const [{ startsAt } = {}] = await rowsOf('SELECT starts_at AS startsAt FROM events WHERE id = ?', id)
    const cells = async () => new Set((await rowsOf('SELECT start FROM event_cells WHERE id = ?', id)).map(({ start }) => start))
    expect(await cells()).toEqual(new Set([startsAt]))
    await runChores(env, Number(startsAt) + minute)
    expect(await cells()).toEqual(new Set([-Number(startsAt)]))
  })

  it('go on after one of them failed', async () => {
    await rowsOf("INSERT INTO jobs (id, queue, state, attempts, updated_at) VALUES ('gone-too', 'mail', 'done', 1, 1)")
    vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('down'))
    await rowsOf("INSERT INTO outbox (id, queue, body, created_at) VALUES ('stuck', 'mail', '{}', ?)", now - minute)
    await runChores(env, now)
    expect(await rowsOf("SELECT id FROM jobs WHERE id = 'gone-too'")).toEqual([])
    expect(await rowsOf('SELECT id FROM outbox')).toEqual([{ id: 'stuck' }])
    await rowsOf("DELETE FROM outbox WHERE id = 'stuck'")
  })
})
