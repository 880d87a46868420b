import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { optOutOfMail } from '../../worker/mail/commands.ts'
import { deliverMail } from '../../worker/mail/jobs.ts'
import type { OutgoingMail } from '../../worker/mail/providers.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'

const settings = getSettings(env)
const db = openPrimary(env.DB)
const deliver = (request: unknown, jobId = 'job-1') =>
  deliverMail(request, jobId, { env: { ASSETS: env.ASSETS }, settings, db, now: Date.now() })

const welcome: MailRequest = { to: 'Maya@Example.com', template: { name: 'welcome', data: { username: 'Maya' } } }
const news: MailRequest = {
  to: 'Maya@Example.com',
  template: { name: 'announcement', data: { username: 'Maya', heading: 'Lights are on', body: 'Until 10 PM.' } },
}

let sent: Omit<OutgoingMail, 'idempotencyKey'>[]
let keys: (string | null)[]
let status: number
let logged: string[]

beforeEach(async () => {
  sent = []
  keys = []
  logged = []
  status = 201
  await env.DB.exec('DELETE FROM mail_optouts')
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (status >= 400) return Response.json({ name: 'made_to_fail' }, { status })
    sent.push(JSON.parse(String(init.body)))
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return Response.json({ id: 'x' }, { status })
  })
  vi.spyOn(console, 'info').mockImplementation((line: string) => void logged.push(line))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('essential mail', () => {
  test('is sent complete, with the id of its job and without an unsubscribe link', async () => {
    await deliver(welcome, 'job-7')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      to: 'Maya@Example.com',
      from: settings.mail.from,
      subject: 'Welcome to Gather, Maya',
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    expect(sent[0]?.headers).not.toHaveProperty('List-Unsubscribe')
    expect(sent[0]?.html).toContain(`${settings.productUrl}/discover/city-search`)
    expect(sent[0]?.text).toContain('Welcome, Maya')
    expect(keys).toEqual(['job-7'])
  })

  test('is sent to a person who unsubscribed', async () => {
    await optOutOfMail(db, welcome.to, 'news', 1)
    await deliver(welcome)
    expect(sent).toHaveLength(1)
  })

  test('uses the subject of the request and the name of the platform', async () => {
    await deliver({
      to: 'maya@example.com',
      platform: 'meh',
      message: { subject: 'Your games near Austin' },
      template: {
        name: 'activity-subscription-confirmation',
        data: { firstName: 'Maya', activitiesList: ['Chess'], city: 'Austin, TX', radius: 5 },
      },
    })
    expect(sent[0]).toMatchObject({ subject: 'Your games near Austin', from: 'Mehfil <hello@gather.test>' })
  })
})

describe('topic mail', () => {
  test('has RFC 8058 headers whose address unsubscribes with one POST', async () => {
    await deliver(news)
    const headers = sent[0]?.headers ?? {}
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const url = /^<([^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(url).toMatch(new RegExp(`^${settings.productUrl}/mail/unsubscribe/`))
    expect(sent[0]?.html).toContain(url)
    expect(sent[0]?.text).toContain(url)

    const answer = await exports.default.fetch(
      new Request(url, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') }),
    )
    expect(answer.status).toBe(200)
    await deliver({ ...news, to: 'MAYA@example.com' }, 'job-2')
    expect(sent).toHaveLength(1)
    expect(logged.some((line) => line.includes('mail.skipped') && line.includes('job-2'))).toBe(true)
    expect(logged.filter((line) => line.includes('mail.')).join()).not.toMatch(/maya@/i)
  })

  test('is sent if another topic or another person was unsubscribed', async () => {
    await optOutOfMail(db, news.to, 'offers', 1)
    await optOutOfMail(db, 'someone@example.com', 'news', 1)
    await deliver(news)
    expect(sent).toHaveLength(1)
  })
})

describe('a mail that fails', () => {
  test('throws, so that the queue retries it, and the retry can succeed', async () => {
    status = 503
    await expect(deliver(welcome)).rejects.toMatchObject({ name: 'JobError', permanent: false })
    status = 422
    await expect(deliver(welcome)).rejects.toMatchObject({ name: 'JobError', permanent: true })
    status = 201
    await deliver(welcome)
    expect(sent).toHaveLength(1)
  })

  test('fails permanently and only names the field if the request is invalid', async () => {
    await expect(deliver({ to: 'maya@example.com', template: { name: 'no-such-template', data: {} } })).rejects.toMatchObject({
      permanent: true,
      message: 'not a mail request: template.name',
    })
    await expect(deliver({ ...welcome, to: 'x@example.com\r\nBcc: y@example.com' })).rejects.toMatchObject({
      permanent: true,
      message: 'not a mail request: to',
    })
    expect(sent).toEqual([])
  })
})

describe('the preview', () => {
  const get = (path: string) => exports.default.fetch(new Request(`${settings.productUrl}/mail/preview${path}`))

  test('lists the templates and shows each as HTML and as text', async () => {
    const list = await (await get('')).text()
    for (const name of ['welcome', 'activity-subscription-confirmation', 'announcement']) {
      expect(list).toContain(`/mail/preview/${name}`)
      const shown = await get(`/${name}`)
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await shown.text()).toContain('Gather')
      const text = await get(`/${name}?text`)
      expect(text.headers.get('content-type')).toContain('text/plain')
      expect(await text.text()).toMatch(/^Subject: /)
    }
    expect((await get('/toString')).status).toBe(404)
  })

  test('does not exist in production', async () => {
    const { Hono } = await import('hono')
    const { mailRoutes } = await import('../../worker/mail/routes.ts')
    const production = new Hono()
      .use(async (c, next) => {
        c.set('settings' as never, { ...settings, environment: 'production' } as never)
        await next()
      })
      .route('/mail', mailRoutes)
      .onError((error, c) => c.text(error.message, 404))
    for (const path of ['/mail/preview', '/mail/preview/welcome']) expect((await production.request(path)).status).toBe(404)
  })
})
