import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Browser } from '../accounts/people.ts'
import { collectLog } from '../setup/log.ts'

// Someone sends parameters to the sign-in endpoints that no browser of ours sends. None of them may be an error of the server.

const log = collectLog()
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const addresses = [
  'javascript:alert(1)',
  'data:text/html,x',
  'foo',
  '//',
  'http://',
  'https://evil.example/',
  '/%',
  '\\\\evil',
  'a'.repeat(2000),
]
const actions = ['session', 'csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'callback/google', 'callback/password']
const more = [
  '',
  'nope',
  'callback',
  'callback/nope',
  'signin/nope',
  'signin/__proto__',
  'webauthn-options',
  'webauthn-options/google',
  'a/b/c',
]

async function expectNoServerError(path: string, answer: Response): Promise<void> {
  const body = await answer.text()
  expect(`${path}: ${answer.status} ${answer.status >= 500 ? body : ''}`).toMatch(/: [234]\d\d $/)
  const location = answer.headers.get('location')
  if (location) expect(new URL(location, 'http://localhost:5173').host, path).toMatch(/^localhost/)
}

describe('The sign-in endpoints', () => {
  it('refuse or ignore an address to open next that is not ours', async () => {
    for (const action of actions) {
      for (const address of addresses) {
        const path = `/api/auth/${action}?callbackUrl=${encodeURIComponent(address)}`
        await expectNoServerError(path, await new Browser().ask(path))
        // The last one of several counts.
        await expectNoServerError(path, await new Browser().ask(path.replace('?', '?callbackUrl=/&')))
      }
    }
    expect((await new Browser().ask('/api/auth/session?callbackUrl=javascript:alert(1)')).status).toBe(400)
  })

  it('ignore such an address in a cookie', async () => {
    for (const action of actions) {
      for (const address of addresses) {
        const browser = new Browser()
        for (const name of ['authjs.callback-url', '__Secure-authjs.callback-url', '__Host-authjs.csrf-token', 'authjs.csrf-token']) {
          browser.setCookie(name, encodeURIComponent(address))
        }
        await expectNoServerError(`${action} with the cookie ${address}`, await browser.ask(`/api/auth/${action}`))
      }
    }
    const browser = new Browser()
    browser.setCookie('authjs.callback-url', 'javascript:alert(1)')
    expect((await browser.ask('/api/auth/session')).status).toBe(200)
  })

  it('do not fail for actions and providers that do not exist', async () => {
    for (const action of more) {
      for (const method of ['GET', 'POST']) {
        await expectNoServerError(`${method} ${action}`, await new Browser().ask(`/api/auth/${action}`, { method }))
      }
    }
  })

  it('do not fail for bodies of the wrong shape', async () => {
    const bodies = [
      null,
      [],
      'x',
      1,
      { callbackUrl: {} },
      { callbackUrl: 'javascript:alert(1)' },
      { csrfToken: {} },
      { csrfToken: ['a'], data: 1 },
    ]
    for (const action of ['session', 'signin/google', 'signout', 'callback/password', 'callback/link', 'callback/google']) {
      for (const json of bodies) {
        const answer = await new Browser().ask(`/api/auth/${action}`, { method: 'POST', json })
        await expectNoServerError(`${action} ${JSON.stringify(json)}`, answer)
      }
      const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":' }
      await expectNoServerError(`${action} with broken JSON`, await new Browser().ask(`/api/auth/${action}`, broken))
      const browser = new Browser()
      const url = await browser
        .auth(action, { email: '\u0000', password: '', token: 'x', callbackUrl: 'javascript:alert(1)' })
        .catch(() => null)
      if (url) expect(url.host, action).toMatch(/^localhost/)
    }
    expect(log.filter((line) => line.level === 'error')).toEqual([])
  })
})
