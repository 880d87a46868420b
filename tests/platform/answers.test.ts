import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { app } from '../../worker/app.ts'
import { getErrorFields } from '../../worker/platform/log.ts'
import { asAdmin, ask, personA, productOrigin, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

describe('Every answer', () => {
  const log = collectLog()

  it('has the security headers, in the API and on pages', async () => {
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

  it('is not cached if it comes from the API, unless its handler allows it', async () => {
    for (const path of ['/api/health', '/api/session', '/api/nowhere', '/api/cities?q=nothing-by-this-name']) {
      expect((await ask(path)).headers.get('cache-control'), path).toBe('no-store')
    }
    await env.DB.prepare("INSERT INTO cities VALUES (2, 'Keepville', 'TX', 1, 2, 'America/Chicago', 5)").run()
    expect((await ask('/api/cities/2')).headers.get('cache-control')).toContain('max-age')
  })

  it('writes one line to the log, without what the user typed', async () => {
    log.length = 0
    await ask('/api/cities?q=secret-place')
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ level: 'info', event: 'request', method: 'GET', status: 200, rowsRead: expect.any(Number) })
    expect(JSON.stringify(log)).not.toContain('secret-place')
  })

  it('does not write tokens and ids to the log', async () => {
    log.length = 0
    await ask('/mail/unsubscribe/a-token-nobody-should-see')
    expect(log[0]).toMatchObject({ event: 'request', route: '/mail/unsubscribe/:token' })
    expect(JSON.stringify(log)).not.toContain('a-token-nobody-should-see')
  })

  it('reports the rows read in development', async () => {
    await env.DB.prepare("INSERT INTO cities VALUES (1, 'Testville', 'TX', 1, 2, 'America/Chicago', 5)").run()
    const answer = await ask('/api/cities/1')
    expect(answer.headers.get('server-timing')).toContain('rows read 1, round trips 1')
  })

  it('sets a bookmark after a write, so that the next read sees the change', async () => {
    const write = await ask('/api/admin/config/notice', { method: 'PUT', headers: asAdmin, json: { value: 'Courts are closed today.' } })
    expect(write.status).toBe(204)
    const cookie = write.headers.getSetCookie().find((line) => line.startsWith('bookmark='))
    expect(cookie).toContain('HttpOnly')
    const read = await ask('/api/admin/config', { headers: { ...asAdmin, cookie: cookie?.split(';')[0] ?? '' } })
    expect(await read.json()).toMatchObject({
      config: expect.arrayContaining([{ key: 'notice', value: 'Courts are closed today.', isDefault: false }]),
    })
  })

  it.each(['not-a-bookmark', '%00', '00000000-00000000-00000000-zz'])('ignores the invalid bookmark %s', async (bookmark) => {
    expect((await ask('/api/cities/1', { headers: { cookie: `bookmark=${bookmark}` } })).status).toBe(200)
  })

  it('is refused to a client with too many requests, and only to that client', async () => {
    const oneAddress = { headers: { 'cf-connecting-ip': '203.0.113.7' } }
    let refused: Response | undefined
    for (let i = 0; i < 1300 && !refused; i++) {
      const answer = await ask('/api/_local/session', { method: 'PUT', json: { viewer: null }, ...oneAddress })
      if (answer.status === 429) refused = answer
    }
    expect(refused && (await readProblem(refused))).toMatchObject({ code: 'TooManyRequests' })
    expect((await ask('/api/health')).status).toBe(200)
  })

  it('counts a whole IPv6 network as one client', async () => {
    const limit = vi.spyOn(env.READ_LIMIT, 'limit')
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', '2001:db8:1:3::1'])
      await ask('/api/health', { headers: { 'cf-connecting-ip': address } })
    expect(limit.mock.calls.map(([{ key }]) => key)).toEqual(['2001:db8:1:2', '2001:db8:1:2', '2001:db8:1:3'])
  })

  it('counts the requests of a signed-in person by their id, and those of other visitors by their address', async () => {
    const sharedAddress = { 'cf-connecting-ip': '203.0.113.9' }
    const session = await ask('/api/_local/session', { method: 'PUT', json: { viewer: personA } })
    const cookie = session.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const limit = vi.spyOn(env.READ_LIMIT, 'limit').mockClear()
    await ask('/api/health', { headers: { ...sharedAddress, cookie } })
    await ask('/api/health', { headers: { 'cf-connecting-ip': '203.0.113.10', cookie } })
    await ask('/api/health', { headers: sharedAddress })
    await ask('/api/health', { headers: { ...sharedAddress, cookie: 'authjs.session-token=made-up' } })
    const keys = limit.mock.calls.map(([{ key }]) => key)
    expect(keys).toEqual([`person ${personA.id}`, `person ${personA.id}`, '203.0.113.9', '203.0.113.9'])
  })

  it('does not log the values of a failed query', () => {
    const error = Object.assign(new Error('Failed query: x params: maya@example.com'), {
      query: 'SELECT 1',
      params: ['maya@example.com'],
      cause: new Error('no such table'),
    })
    expect(JSON.stringify(getErrorFields(error))).not.toContain('maya')
    expect(getErrorFields(error)).toEqual({ error: 'Failed query: SELECT 1', cause: 'no such table' })
  })

  it('shows the request id on a page only for an error that nobody expected', async () => {
    const unknownHost = await ask('/', { origin: 'https://nobody.example' })
    expect(unknownHost.status).toBe(404)
    expect(await unknownHost.text()).not.toContain(String(unknownHost.headers.get('x-request-id')))
    const broken = await app.request(productOrigin, {}, { ...env, PRODUCT_URL: 'nonsense' })
    expect(broken.status).toBe(500)
    expect(await broken.text()).toContain(String(broken.headers.get('x-request-id')))
  })

  it('ignores a forwarded host', async () => {
    const answer = await ask('/', { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(await answer.text()).toContain(`<link rel="canonical" href="${productOrigin}/">`)
  })
})

describe('GET /api/health', () => {
  it('returns the version and that D1 answers', async () => {
    expect(await (await ask('/api/health')).json()).toEqual({ ok: true, version: expect.any(String), database: 'ok' })
  })
})
