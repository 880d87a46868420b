import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeNotice, type NoticeContent } from '../../domain/notifications/contract.ts'
import type { NoticeJob } from '../../domain/notifications/facts.ts'
import { minute } from '../../domain/time/spans.ts'
import { sendOutbox, sweepOutbox } from '../../worker/jobs/commands.ts'
import type { Delivery } from '../../worker/notifications/renderer.ts'
import * as renderers from '../../worker/notifications/renderers.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { addCrowd, block, crowd, enter, markDeleted, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { consume, deliverAll, holdQueues, queueWaitingMails } from './hold-queues.ts'

const log = collectLog()
const queues = holdQueues()

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

/** The result of the renderer, by the id of the fact. */
const deliveries = new Map<string, Delivery>()

beforeEach(() => {
  vi.spyOn(renderers, 'rendererOf').mockReturnValue(async (fact) => {
    const delivery = fact.kind === 'followed' ? deliveries.get(fact.personId) : undefined
    return { deliveries: delivery ? [delivery] : [] }
  })
})

/** Makes a job for a fact that notifies people. */
function makeJob({ to = ['bo'], ...more }: Partial<NoticeContent & { to: string[] }> = {}) {
  const id = `job-${++jobs}`
  const texts = { key: 'fact:1', topic: 'directMessage', title: 'Ana wrote', text: 'See you at six.', path: '/teams/crew' } as const
  deliveries.set(id, { ...makeNotice({ ...texts, actorId: 'ana', teamId: 'crew', ...more }), to })
  return { id, body: { fact: { kind: 'followed', actorId: 'ana', personId: id } } satisfies NoticeJob }
}

const listNotified = async () => (await rowsOf('SELECT user_id FROM notices ORDER BY user_id')).map(({ user_id }) => user_id)
/** Without the emails about signing in on a new device. */
const listSent = () => queues.sent.filter(({ subject }) => !subject.startsWith('New sign-in'))
const listMailed = () => listSent().map(({ to }) => to)
const optOut = (email: string, topic: string) => env.DB.prepare('INSERT INTO mail_optouts VALUES (?, ?, 1)').bind(email, topic).run()

describe('A notification', () => {
  it('reaches a person in the app and by mail', async () => {
    await consume('notices', [makeJob()])
    await deliverAll()
    expect(await rowsOf('SELECT * FROM notices')).toEqual([
      {
        user_id: 'bo',
        key: 'fact:1',
        topic: 'directMessage',
        area: 'people',
        title: 'Ana wrote',
        text: 'See you at six.',
        path: '/teams/crew',
        actor_id: 'ana',
        team_id: 'crew',
        team_topic_id: null,
        reason: 'Someone started to follow you.',
        created_at: expect.any(Number),
        read_at: null,
      },
    ])
    const [mail] = queues.sent
    expect(mail).toMatchObject({ to: 'bo@local.test', subject: 'Ana wrote' })
    expect(mail?.text).toContain('See you at six.')
    expect(mail?.text).toContain('http://localhost:5173/teams/crew')
    expect(JSON.stringify(log)).not.toContain('bo@local')
  })

  it('arrives once, even if its job is delivered three times and another job has the same fact', async () => {
    const job = makeJob()
    await consume('notices', [job, job])
    await consume('notices', [job])
    await deliverAll()
    await env.DB.exec('DELETE FROM jobs')
    await consume('notices', [makeJob(), makeJob()])
    await deliverAll()
    expect(await listNotified()).toEqual(['bo'])
    expect(listMailed()).toEqual(['bo@local.test'])
  })

  it('reaches everyone once, even if the queue fails between the row and the mail', async () => {
    await addCrowd(crowd('many', 150))
    const job = makeJob({ urgency: 'firstComes', to: crowd('many', 150) })
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
    expect(await listNotified()).toHaveLength(150)
    expect(listMailed()).toHaveLength(150)
    expect(new Set(listMailed()).size).toBe(150)
  })

  it('reaches five hundred people at once, each by a separate mail', async () => {
    await addCrowd(crowd('many', 500))
    await consume('notices', [makeJob({ urgency: 'firstComes', to: crowd('many', 500), title: 'é'.repeat(300), text: 'ü'.repeat(300) })])
    expect(await listNotified()).toHaveLength(500)
    await vi.waitFor(() => expect(new Set(queues.mail.map(({ id }) => id)).size).toBe(500))
    queues.mail.length = 0
  })

  it('that cannot be read becomes a dead letter, and other jobs still run', async () => {
    await consume('notices', [{ id: 'bad', body: { key: 'x' } }, makeJob()])
    await deliverAll()
    expect(await rowsOf("SELECT state FROM jobs WHERE id = 'bad'")).toEqual([{ state: 'dead' }])
    expect(await listNotified()).toEqual(['bo'])
  })
})

describe('A notification is not sent', () => {
  const notifyBoth = async (more: Partial<NoticeContent & { to: string[] }> = {}) => {
    await consume('notices', [makeJob({ actorId: 'cy', to: ['ana', 'bo'], ...more })])
    await deliverAll()
  }
  beforeAll(async () => void (await enter('cy')))

  it('to the person who did it', async () => {
    await notifyBoth({ actorId: 'ana' })
    expect([await listNotified(), listMailed()]).toEqual([['bo'], ['bo@local.test']])
  })

  it('to people who blocked the person who did it, or whom that person blocked', async () => {
    await block('ana', 'cy')
    await block('cy', 'bo')
    await notifyBoth()
    expect([await listNotified(), listMailed()]).toEqual([[], []])
  })

  it('to a person who muted the community', async () => {
    await env.DB.exec("INSERT INTO team_mutes VALUES ('ana', 'crew', 1)")
    await notifyBoth()
    expect([await listNotified(), listMailed()]).toEqual([['bo'], ['bo@local.test']])
  })

  it('by mail to a person who turned off the topic', async () => {
    await optOut('ana@local.test', 'directMessage')
    await optOut('bo@local.test', 'news')
    await notifyBoth()
    expect([await listNotified(), listMailed()]).toEqual([['ana', 'bo'], ['bo@local.test']])
  })

  it('by mail to an address that is not verified', async () => {
    await enter('unsure', { emailVerified: false })
    await notifyBoth({ to: ['unsure'] })
    expect(await listNotified()).toEqual(['unsure'])
    expect(listMailed()).not.toContain('unsure@local.test')
  })

  it('to a deleted account, or about one', async () => {
    await addCrowd(['deleted'])
    await markDeleted('deleted')
    await notifyBoth({ to: ['deleted', 'nobody-at-all'] })
    await notifyBoth({ key: 'fact:2', actorId: 'deleted' })
    expect([await listNotified(), listMailed()]).toEqual([[], []])
  })
})

describe('A mail that waits in the queue', () => {
  it.each([
    ['was deleted because of a block', () => env.DB.exec("DELETE FROM notices WHERE user_id = 'bo'")],
    ['belongs to a topic that was just turned off', () => optOut('bo@local.test', 'directMessage')],
  ])('is dropped if its notification %s', async (_, change) => {
    await consume('notices', [makeJob()])
    await queueWaitingMails()
    expect(queues.mail).toHaveLength(1)
    await change()
    await deliverAll()
    expect(queues.sent).toEqual([])
  })

  it('is not sent after a block during the delivery of the notification', async () => {
    const batch = env.DB.batch.bind(env.DB)
    // The block is written after the recipients were read, and before their notices are written.
    const { deliverNotice } = await import('../../worker/notifications/jobs.ts')
    const db = openPrimary(env.DB)
    const send = db.$client.batch.bind(db.$client)
    let calls = 0
    db.$client.batch = (async (statements: D1PreparedStatement[]) => {
      calls += 1
      if (calls === 2) await batch([env.DB.prepare("INSERT INTO blocks VALUES ('b', 'bo', 'ana', NULL, NULL, 1)")])
      return send(statements)
    }) as typeof db.$client.batch
    await deliverNotice('late-block', makeJob().body, { db, now: 1, markDone: sql`SELECT 1` })
    await sendOutbox(env, db.outboxIds)
    await deliverAll()
    expect(calls).toBeGreaterThan(1)
    expect([await listNotified(), listMailed()]).toEqual([[], []])
  })

  it('is written together with the mark that its job is done, so a failure right after does not repeat it', async () => {
    vi.mocked(env.MAIL_QUEUE.sendBatch).mockRejectedValueOnce(new Error('queue is down'))
    const job = makeJob({ urgency: 'firstComes' })
    await consume('notices', [job])
    expect(await rowsOf(`SELECT state FROM jobs WHERE id = '${job.id}'`)).toEqual([{ state: 'done' }])
    await sweepOutbox(openPrimary(env.DB), env, Date.now() + minute)
    expect(queues.mail).toHaveLength(1)
  })

  it('has an unsubscribe link for its topic, and the settings show the topic as off until it is turned on again', async () => {
    const bo = await enter('bo')
    const settingOf = async () =>
      (await (await bo.ask('/api/notifications/settings')).json<{ notificationSettings: Record<string, object> }>()).notificationSettings
    await consume('notices', [makeJob()])
    await deliverAll()
    const mail = listSent().find(({ to }) => to === 'bo@local.test')
    const headers = mail?.headers ?? {}
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain('Unsubscribe from Direct Message')
    const link = new URL(/<(.+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect((await ask(link.pathname, { method: 'POST' })).status).toBe(200)

    expect(await settingOf()).toMatchObject({ directMessage: { email: false, push: true }, news: { email: true, push: true } })
    await consume('notices', [makeJob({ key: 'fact:2' })])
    await deliverAll()
    expect(listMailed()).toHaveLength(1)

    await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'directMessage', channel: 'email', isOn: true } })
    expect(await settingOf()).toMatchObject({ directMessage: { email: true, push: true } })
    await consume('notices', [makeJob({ key: 'fact:3' })])
    await deliverAll()
    expect(listMailed()).toHaveLength(2)
  })
})
