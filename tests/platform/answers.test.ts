import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { errorFields } from '../../worker/platform/log.ts'
import { asAdmin, ask, personA, productOrigin, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

describe('Every answer', () => {
  const log = collectLog()

  it('carries the security headers, on the API and on pages', async () => {
    for (const path of ['/api/health', '/', '/nowhere', '/api/nowhere']) {
      const { headers } = await ask(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    }
    const api = await ask('/api/health')
    expect(api.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await ask('/')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  it('is not kept by caches if it comes from the API, unless its handler says for how long', async () => {
    for (const path of ['/api/health', '/api/session', '/api/nowhere', '/api/cities?q=nothing-by-this-name']) {
      expect((await ask(path)).headers.get('cache-control'), path).toBe('no-store')
    }
    await env.DB.prepare("INSERT INTO cities VALUES (2, 'Keepville', 'TX', 1, 2, 'America/Chicago', 5)").run()
    expect((await ask('/api/cities/2')).headers.get('cache-control')).toContain('max-age')
  })

  it('leaves one line in the log, without what was typed', async () => {
    log.length = 0
    await ask('/api/cities?q=secret-place')
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ level: 'info', event: 'request', method: 'GET', status: 200, rowsRead: expect.any(Number) })
    expect(JSON.stringify(log)).not.toContain('secret-place')
  })

  it('keeps tokens and ids out of the log', async () => {
    log.length = 0
    await ask('/mail/unsubscribe/a-token-nobody-should-see')
    expect(log[0]).toMatchObject({ event: 'request', route: '/mail/unsubscribe/:token' })
    expect(JSON.stringify(log)).not.toContain('a-token-nobody-should-see')
  })

  it('tells the rows read in development', async () => {
    await env.DB.prepare("INSERT INTO cities VALUES (1, 'Testville', 'TX', 1, 2, 'America/Chicago', 5)").run()
    const answer = await ask('/api/cities/1')
    expect(answer.headers.get('server-timing')).toContain('rows read 1, round trips 1')
  })

  it('sends a bookmark home after a write, so that the next read sees it', async () => {
    const write = await ask('/api/admin/config/notice', { method: 'PUT', headers: asAdmin, json: { value: 'Courts are closed today.' } })
    expect(write.status).toBe(204)
    const cookie = write.headers.getSetCookie().find((line) => line.startsWith('bookmark='))
    expect(cookie).toContain('HttpOnly')
    const read = await ask('/api/admin/config', { headers: { ...asAdmin, cookie: cookie?.split(';')[0] ?? '' } })
    expect(await read.json()).toMatchObject({
      config: expect.arrayContaining([{ key: 'notice', value: 'Courts are closed today.', isDefault: false }]),
    })
  })

  it.each(['not-a-bookmark', '%00', '00000000-00000000-00000000-zz'])(
    'survives the bookmark %s that somebody made up',
    async (bookmark) => {
      expect((await ask('/api/cities/1', { headers: { cookie: `bookmark=${bookmark}` } })).status).toBe(200)
    },
  )

  it('slows down who asks too much, and only them', async () => {
    const greedy = { headers: { 'cf-connecting-ip': '203.0.113.7' } }
    let refused: Response | undefined
    for (let i = 0; i < 1300 && !refused; i++) {
      const answer = await ask('/api/_local/session', { method: 'PUT', json: { viewer: null }, ...greedy })
      if (answer.status === 429) refused = answer
    }
    expect(refused && (await readProblem(refused))).toMatchObject({ code: 'TooManyRequests' })
    expect((await ask('/api/health')).status).toBe(200)
  })

  it('takes a whole IPv6 network for one client', async () => {
    const limit = vi.spyOn(env.READ_LIMIT, 'limit')
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', '2001:db8:1:3::1'])
      await ask('/api/health', { headers: { 'cf-connecting-ip': address } })
    expect(limit.mock.calls.map(([{ key }]) => key)).toEqual(['2001:db8:1:2', '2001:db8:1:2', '2001:db8:1:3'])
  })

  it('gives whoever is signed in a limit of their own, wherever they are, and strangers that of their address', async () => {
    const court = { 'cf-connecting-ip': '203.0.113.9' }
    const session = await ask('/api/_local/session', { method: 'PUT', json: { viewer: personA } })
    const cookie = session.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const limit = vi.spyOn(env.READ_LIMIT, 'limit').mockClear()
    await ask('/api/health', { headers: { ...court, cookie } })
    await ask('/api/health', { headers: { 'cf-connecting-ip': '203.0.113.10', cookie } })
    await ask('/api/health', { headers: court })
    await ask('/api/health', { headers: { ...court, cookie: 'authjs.session-token=made-up' } })
    const keys = limit.mock.calls.map(([{ key }]) => key)
    expect(keys).toEqual([`person ${personA.id}`, `person ${personA.id}`, '203.0.113.9', '203.0.113.9'])
  })

  it('never logs the values of a query that failed', () => {
    const error = Object.assign(new Error('Failed query: x params: maya@example.com'), {
      query: 'SELECT 1',
      params: ['maya@example.com'],
      cause: new Error('no such table'),
    })
    expect(JSON.stringify(errorFields(error))).not.toContain('maya')
    expect(errorFields(error)).toEqual({ error: 'Failed query: SELECT 1', cause: 'no such table' })
  })

  it('never trusts a forwarded host', async () => {
    const answer = await ask('/', { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(await answer.text()).toContain(`<link rel="canonical" href="${productOrigin}/">`)
  })
})

describe('GET /api/health', () => {
  it('tells the version and that D1 answers', async () => {
    expect(await (await ask('/api/health')).json()).toEqual({ ok: true, version: expect.any(String), database: 'ok' })
  })
})
