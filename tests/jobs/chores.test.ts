import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

collectLog()
const queues = holdQueues()

const now = noon
let person: Person

beforeAll(async () => {
  person = await enter('chore-person')
  await rowsOf("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('chore-team', 'T', '', 'ROOKIE', 1, 1)")
  await rowsOf(
    `INSERT INTO forms (id, team_id, title, draft, created_at, updated_at)
     SELECT value, 'chore-team', 'F', '{}', 1, 1 FROM json_each('["kept", "deleted"]')`,
  )
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

/**
 * Rows that are deleted after some time: how to insert one, a time at which it stays and one at which it is deleted, and how to read
 * them.
 */
const expiringRows: [what: string, insert: string, at: { kept: number; deleted: number }, read: string][] = [
  [
    'a job that was done more than a week ago',
    "INSERT INTO jobs (id, queue, state, attempts, updated_at) VALUES (?1, 'mail', 'done', 1, ?2)",
    { kept: now - 6 * day, deleted: now - 8 * day },
    'SELECT id FROM jobs',
  ],
  [
    'a notice that is older than 90 days',
    "INSERT INTO notices (user_id, key, topic, title, text, path, created_at) VALUES ('chore-person', ?1, 'news', 'x', '', '/', ?2)",
    { kept: now - 89 * day, deleted: now - 91 * day },
    'SELECT key AS id FROM notices',
  ],
  [
    'what was begun with a form and not changed for 90 days',
    "INSERT INTO form_drafts (form_id, user_id, answers, saved_at) VALUES (?1, 'chore-person', '{}', ?2)",
    { kept: now - 89 * day, deleted: now - 91 * day },
    'SELECT form_id AS id FROM form_drafts',
  ],
  [
    'an export that expired',
    "INSERT INTO data_exports (id, user_id, state, done, total, created_at, expires_at) VALUES (?1, 'chore-person', 'ready', 1, 1, 1, ?2)",
    { kept: now + 1, deleted: now },
    'SELECT id FROM data_exports',
  ],
  [
    'a session that expired',
    "INSERT INTO auth_sessions (id, user_id, user_agent, created_at, last_seen_at, expires_at) VALUES (?1, 'chore-person', '', 1, 1, ?2)",
    { kept: now + 1, deleted: now - 1 },
    "SELECT id FROM auth_sessions WHERE id IN ('kept', 'deleted')",
  ],
  [
    'a link that expired',
    "INSERT INTO auth_tokens (hash, user_id, purpose, expires_at) VALUES (?1, 'chore-person', 'reset', ?2)",
    { kept: now + 1, deleted: now - 1 },
    'SELECT hash AS id FROM auth_tokens',
  ],
  [
    'sign-in tries that are more than a day old',
    'INSERT INTO sign_in_tries (pair, wrong, locked_until, last_at) VALUES (?1, 1, 0, ?2)',
    { kept: now - day + 1, deleted: now - day - 1 },
    'SELECT pair AS id FROM sign_in_tries',
  ],
  [
    'counts of requests that are over',
    'INSERT INTO request_counts (key, count, ends_at) VALUES (?1, 1, ?2)',
    { kept: now + 1, deleted: now - 1 },
    'SELECT key AS id FROM request_counts',
  ],
]

describe('The chores of each minute', () => {
  it.each(expiringRows)('delete %s, but not one that is newer', async (_, insert, { kept, deleted }, read) => {
    await rowsOf(insert, 'kept', kept)
    await rowsOf(insert, 'deleted', deleted)
    await runChores(env, now)
    expect(await rowsOf(read)).toEqual([{ id: 'kept' }])
  })

  it('send messages that a request left in the outbox', async () => {
    const body = JSON.stringify({ to: 'x@example.com', template: { name: 'welcome', data: { username: 'x' } } })
    await rowsOf("INSERT INTO outbox (id, queue, body, created_at) VALUES ('left', 'mail', ?, ?)", body, now - minute)
    await runChores(env, now)
    expect(queues.mail.map(({ id }) => id)).toEqual(['left'])
    expect(await rowsOf('SELECT id FROM outbox')).toEqual([])
  })

  it('move a game that has started to the past games', async () => {
    const id = await publishGame(person)
    const [{ startsAt } = {}] = await rowsOf('SELECT starts_at AS startsAt FROM events WHERE id = ?', id)
    const cells = async () => new Set((await rowsOf('SELECT start FROM event_cells WHERE id = ?', id)).map(({ start }) => start))
    expect(await cells()).toEqual(new Set([startsAt]))
    await runChores(env, Number(startsAt) + minute)
    expect(await cells()).toEqual(new Set([-Number(startsAt)]))
  })

  it('continue after one of them failed', async () => {
    await rowsOf("INSERT INTO jobs (id, queue, state, attempts, updated_at) VALUES ('old-job', 'mail', 'done', 1, 1)")
    vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('down'))
    await rowsOf("INSERT INTO outbox (id, queue, body, created_at) VALUES ('stuck', 'mail', '{}', ?)", now - minute)
    await runChores(env, now)
    expect(await rowsOf("SELECT id FROM jobs WHERE id = 'old-job'")).toEqual([])
    expect(await rowsOf('SELECT id FROM outbox')).toEqual([{ id: 'stuck' }])
    await rowsOf("DELETE FROM outbox WHERE id = 'stuck'")
  })
})
