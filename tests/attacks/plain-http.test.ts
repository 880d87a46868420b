import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import worker from '../../worker/index.ts'
import { personA, productOrigin, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { productionEnv } from '../setup/production-env.ts'

collectLog()

/** Sends a request to the Worker with the settings of production. */
async function askProduction(address: string, init: RequestInit = {}): Promise<Response> {
  const context = createExecutionContext()
  const answer = await worker.fetch(new Request(address, { redirect: 'manual', ...init }), productionEnv, context)
  await waitOnExecutionContext(context)
  return answer
}

describe('Someone who reads or changes plain http traffic', () => {
  it.each(['/', '/api/session', '/api/auth/csrf', '/files/avatars/x/96', '/mail/unsubscribe/token', '/index.html', '//evil.example/'])(
    'gets only a redirect to https for %s',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await askProduction(`http://play.example.com${path}?q=a%20b`, { method })
        expect(answer.status).toBe(308)
        expect(answer.headers.get('location')).toBe(`https://play.example.com${path}?q=a%20b`)
        expect(answer.headers.getSetCookie()).toEqual([])
        expect(await answer.text()).toBe('')
      }
    },
  )

  it('is not redirected to a port of plain http', async () => {
    const answer = await askProduction('http://play.example.com:8080/')
    expect(answer.headers.get('location')).toBe('https://play.example.com/')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('gets no %s through', async (method) => {
    const answer = await askProduction('http://play.example.com/api/accounts/lookup', {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'OPTIONS' ? {} : { body: '{"email":"maya@example.com"}' }),
    })
    expect(await readProblem(answer)).toMatchObject({ status: 403, code: 'HttpsRequired' })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('cannot use a cookie that was stolen or set without https', async () => {
    const cookie = await signIn(personA)
    const answer = await askProduction('https://play.example.com/api/session', { headers: { cookie } })
    expect(await answer.json()).toMatchObject({ viewer: null })
  })
})

describe('On https', () => {
  it('browsers are told to use only https', async () => {
    const { headers, status } = await askProduction('https://play.example.com/api/health')
    expect(status).toBe(200)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  it('every cookie is Secure', async () => {
    const csrf = await askProduction('https://play.example.com/api/auth/csrf')
    expect(csrf.headers.getSetCookie().length).toBeGreaterThan(0)
    for (const line of csrf.headers.getSetCookie()) expect(line).toMatch(/^__(Host|Secure)-.*; Secure/)
  })
})

describe('A local product', () => {
  it('stays on plain http', async () => {
    const context = createExecutionContext()
    const answer = await worker.fetch(new Request(`${productOrigin}/api/health`), env, context)
    await waitOnExecutionContext(context)
    expect(answer.status).toBe(200)
  })
})
