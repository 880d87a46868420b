import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type NoticeWords, noticeOf } from '../../domain/notifications/contract.ts'
import type { NoticeJob } from '../../domain/notifications/facts.ts'
import { minute } from '../../domain/time/spans.ts'
import { sendOutbox, sweepOutbox } from '../../worker/jobs/commands.ts'
import type { Delivery } from '../../worker/notifications/renderer.ts'
import * as renderers from '../../worker/notifications/renderers.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { addCrowd, block, crowd, enter, putAccountAway, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { consume, deliverAll, holdQueues } from './post-office.ts'

const log = collectLog()
const office = holdQueues()

beforeAll(async () => {
  await enter('ana')
  await enter('bo')
  await putInTeams(['crew'], ['ana', 'bo'])
})

beforeEach(async () => {
  await env.DB.batch(
    ['notices', 'jobs', 'blocks', 'team_mutes', 'mail_optouts', 'push_optouts'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
})

let jobs = 0

/** What the renderer of a fact answers here. */
const deliveries = new Map<string, Delivery>()

beforeEach(() => {
  vi.spyOn(renderers, 'rendererOf').mockReturnValue(async (fact) => {
    const delivery = fact.kind === 'followed' ? deliveries.get(fact.personId) : undefined
    return { deliveries: delivery ? [delivery] : [] }
  })
})

/** Something that happened, on its way to be told. */
function news({ to = ['bo'], ...more }: Partial<NoticeWords & { to: string[] }> = {}) {
  const id = `job-${++jobs}`
  const words = { key: 'fact:1', topic: 'teamMessage', title: 'Ana wrote', text: 'See you at six.', path: '/teams/crew' } as const
  deliveries.set(id, { ...noticeOf({ ...words, actorId: 'ana', teamId: 'crew', ...more }), to })
  return { id, body: { fact: { kind: 'followed', actorId: 'ana', personId: id } } satisfies NoticeJob }
}

const told = async () => (await rowsOf('SELECT user_id FROM notices ORDER BY user_id')).map(({ user_id }) => user_id)
const mailed = () => office.sent.map(({ to }) => to)
const optOut = (email: string, topic: string) => env.DB.prepare('INSERT INTO mail_optouts VALUES (?, ?, 1)').bind(email, topic).run()

describe('News', () => {
  it('reaches a person here and by mail', async () => {
    await consume('notices', [news()])
    await deliverAll()
    expect(await rowsOf('SELECT * FROM notices')).toEqual([
      {
        user_id: 'bo',
        key: 'fact:1',
        topic: 'teamMessage',
        title: 'Ana wrote',
        text: 'See you at six.',
        path: '/teams/crew',
        actor_id: 'ana',
        team_id: 'crew',
        created_at: expect.any(Number),
        read_at: null,
      },
    ])
    const [mail] = office.sent
    expect(mail).toMatchObject({ to: 'bo@local.test', subject: 'Ana wrote' })
    expect(mail?.text).toContain('See you at six.')
    expect(mail?.text).toContain('http://localhost:5173/teams/crew')
    expect(JSON.stringify(log)).not.toContain('bo@local')
  })

  it('arrives once, though its job is delivered three times and the same fact is told by another job', async () => {
    const job = news()
    await consume('notices', [job, job])
    await consume('notices', [job])
    await deliverAll()
    await env.DB.exec('DELETE FROM jobs')
    await consume('notices', [news(), news()])
    await deliverAll()
    expect(await told()).toEqual(['bo'])
    expect(mailed()).toEqual(['bo@local.test'])
  })

  it('arrives once, and in full, though the queue fails between the row and the mail', async () => {
    await addCrowd(crowd('many', 150))
    const job = news({ to: crowd('many', 150) })
    const sendBatch = vi.mocked(env.MAIL_QUEUE.sendBatch)
    const deliver = sendBatch.getMockImplementation()
    let sends = 0
    sendBatch.mockImplementation(async (messages) => {
      sends += 1
      if (sends > 1) throw new Error('queue is down')
      return deliver?.(messages) as never
    })
    expect((await consume('notices', [job])).retryMessages).toHaveLength(0)
    if (deliver) sendBatch.mockImplementation(deliver)
    await consume('notices', [job])
    await sweepOutbox(openPrimary(env.DB), env, Date.now() + minute)
    await deliverAll()
    expect(await told()).toHaveLength(150)
    expect(mailed()).toHaveLength(150)
    expect(new Set(mailed()).size).toBe(150)
  })

  it('reaches five hundred at once, each by a mail of their own', async () => {
    await addCrowd(crowd('many', 500))
    await consume('notices', [news({ to: crowd('many', 500), title: 'é'.repeat(300), text: 'ü'.repeat(300) })])
    expect(await told()).toHaveLength(500)
    await vi.waitFor(() => expect(new Set(office.mail.map(({ id }) => id)).size).toBe(500))
    office.mail.length = 0
  })

  it('that cannot be read is buried, and does not take its neighbor along', async () => {
    await consume('notices', [{ id: 'bad', body: { key: 'x' } }, news()])
    await deliverAll()
    expect(await rowsOf("SELECT state FROM jobs WHERE id = 'bad'")).toEqual([{ state: 'dead' }])
    expect(await told()).toEqual(['bo'])
  })
})

describe('Nobody hears', () => {
  const tellBoth = async (more: Partial<NoticeWords & { to: string[] }> = {}) => {
    await consume('notices', [news({ actorId: 'cy', to: ['ana', 'bo'], ...more })])
    await deliverAll()
  }
  beforeAll(async () => void (await enter('cy')))

  it('of their own doing', async () => {
    await tellBoth({ actorId: 'ana' })
    expect([await told(), mailed()]).toEqual([['bo'], ['bo@local.test']])
  })

  it('of whom they blocked, nor of who blocked them', async () => {
    await block('ana', 'cy')
    await block('cy', 'bo')
    await tellBoth()
    expect([await told(), mailed()]).toEqual([[], []])
  })

  it('of a community they muted, and others of it still do', async () => {
    await env.DB.exec("INSERT INTO team_mutes VALUES ('ana', 'crew', 1)")
    await tellBoth()
    expect([await told(), mailed()]).toEqual([['bo'], ['bo@local.test']])
  })

  it('by mail of a topic they want none of; they see it here', async () => {
    await optOut('ana@local.test', 'teamMessage')
    await optOut('bo@local.test', 'news')
    await tellBoth()
    expect([await told(), mailed()]).toEqual([['ana', 'bo'], ['bo@local.test']])
  })

  it('by mail at an address they have not verified; they see it here', async () => {
    await enter('unsure', { emailVerified: false })
    await tellBoth({ to: ['unsure'] })
    expect([await told(), mailed()]).toEqual([['unsure'], []])
  })

  it('who left, nor of someone who left', async () => {
    await addCrowd(['gone'])
    await putAccountAway('gone')
    await tellBoth({ to: ['gone', 'nobody-at-all'] })
    await tellBoth({ key: 'fact:2', actorId: 'gone' })
    expect([await told(), mailed()]).toEqual([[], []])
  })
})

describe('A mail on its way', () => {
  it.each([
    ['was taken back by a block', () => env.DB.exec("DELETE FROM notices WHERE user_id = 'bo'")],
    ['is of a topic that was just switched off', () => optOut('bo@local.test', 'teamMessage')],
  ])('is dropped where its news %s', async (_, change) => {
    await consume('notices', [news()])
    await change()
    await deliverAll()
    expect(office.sent).toEqual([])
  })

  it('is not sent after a block that came while the news was delivered', async () => {
    const batch = env.DB.batch.bind(env.DB)
    // The block lands between looking up who listens and writing what they hear.
    const { deliverNotice } = await import('../../worker/notifications/jobs.ts')
    const db = openPrimary(env.DB)
    const send = db.$client.batch.bind(db.$client)
    let calls = 0
    db.$client.batch = (async (statements: D1PreparedStatement[]) => {
      calls += 1
      if (calls === 2) await batch([env.DB.prepare("INSERT INTO blocks VALUES ('b', 'bo', 'ana', NULL, NULL, 1)")])
      return send(statements)
    }) as typeof db.$client.batch
    await deliverNotice('late-block', news().body, { db, now: 1, markDone: sql`SELECT 1` })
    await sendOutbox(env, db.outboxIds)
    await deliverAll()
    expect(calls).toBeGreaterThan(1)
    expect([await told(), mailed()]).toEqual([[], []])
  })

  it('is marked as done with its rows: what fails right after does not bring it again', async () => {
    vi.mocked(env.MAIL_QUEUE.sendBatch).mockRejectedValueOnce(new Error('queue is down'))
    const job = news()
    await consume('notices', [job])
    expect(await rowsOf(`SELECT state FROM jobs WHERE id = '${job.id}'`)).toEqual([{ state: 'done' }])
    await sweepOutbox(openPrimary(env.DB), env, Date.now() + minute)
    expect(office.mail).toHaveLength(1)
  })

  it('carries a way out of its own topic, which shows as off in the settings until it is switched on again', async () => {
    const bo = await enter('bo')
    const settingOf = async () =>
      (await (await bo.ask('/api/notifications/settings')).json<{ notificationSettings: Record<string, object> }>()).notificationSettings
    await consume('notices', [news()])
    await deliverAll()
    const headers = office.sent[0]?.headers ?? {}
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(office.sent[0]?.text).toContain('Unsubscribe from Team Message Received')
    const link = new URL(/<(.+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect((await ask(link.pathname, { method: 'POST' })).status).toBe(200)

    expect(await settingOf()).toMatchObject({ teamMessage: { email: false, push: true }, news: { email: true, push: true } })
    await consume('notices', [news({ key: 'fact:2' })])
    await deliverAll()
    expect(mailed()).toHaveLength(1)

    await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'teamMessage', channel: 'email', isOn: true } })
    expect(await settingOf()).toMatchObject({ teamMessage: { email: true, push: true } })
    await consume('notices', [news({ key: 'fact:3' })])
    await deliverAll()
    expect(mailed()).toHaveLength(2)
  })
})
