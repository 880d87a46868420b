import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { signUnsubscribeToken } from '../../worker/mail/unsubscribe-token.ts'

const secret = 'local-signing-secret-local-signing-secret'
const product = 'http://localhost:5173'

const tokenFor = (email: string, topic: 'news' | 'offers' = 'news') => signUnsubscribeToken({ email, topic }, secret)
const get = (path: string) => exports.default.fetch(new Request(`${product}/mail${path}`))
const post = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(`${product}/mail${path}`, { method: 'POST', ...init }))

const stored = async () => (await env.DB.prepare('SELECT email, topic FROM mail_optouts ORDER BY email, topic').all()).results

beforeEach(async () => {
  await env.DB.exec('DELETE FROM mail_optouts')
})

describe('a one-click unsubscribe request of a mail provider', () => {
  test('works without cookies and without an origin, and is not redirected', async () => {
    const response = await post(`/unsubscribe/${await tokenFor('maya@example.com')}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(200)
    expect(await stored()).toEqual([{ email: 'maya@example.com', topic: 'news' }])
  })

  test('works as multipart, with an empty body, and a second time', async () => {
    const token = await tokenFor('maya@example.com')
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await post(`/unsubscribe/${token}`, { body: form })).status).toBe(200)
    expect((await post(`/unsubscribe/${token}`)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  test('unsubscribes one person from one topic, in any spelling of the address', async () => {
    await post(`/unsubscribe/${await tokenFor('Maya@Example.COM', 'offers')}`)
    expect(await stored()).toEqual([{ email: 'maya@example.com', topic: 'offers' }])
  })
})

describe('the unsubscribe page', () => {
  test('changes nothing on GET and HEAD, however often a scanner opens it', async () => {
    const token = await tokenFor('maya@example.com')
    for (let i = 0; i < 3; i++) {
      const response = await get(`/unsubscribe/${token}`)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Stop News emails?')
    }
    await exports.default.fetch(new Request(`${product}/mail/unsubscribe/${token}`, { method: 'HEAD' }))
    await get(`/resubscribe/${token}`)
    expect(await stored()).toEqual([])
  })

  test('subscribes again only with its own button', async () => {
    const token = await tokenFor('maya@example.com')
    const done = await post(`/unsubscribe/${token}`, { headers: { origin: product } })
    expect(await done.text()).toContain(`action="/mail/resubscribe/${token}"`)
    expect(await (await get(`/unsubscribe/${token}`)).text()).toContain('You are unsubscribed.')
    expect(await stored()).toHaveLength(1)
    const undone = await post(`/resubscribe/${token}`, { headers: { origin: product } })
    expect(await undone.text()).toContain('News emails are on again.')
    expect(await stored()).toEqual([])
  })

  test('has no scripts, and cannot be cached, framed or indexed', async () => {
    const response = await get(`/unsubscribe/${await tokenFor('maya@example.com')}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const page = await response.text()
    expect(page).toContain('noindex')
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/)
  })

  test('escapes special characters in the address', async () => {
    const page = await (await get(`/unsubscribe/${await tokenFor("o'neil&co@example.com")}`)).text()
    expect(page).toContain('o&#39;neil&amp;co@example.com')
  })
})

describe('a token that we did not sign', () => {
  const makeBrokenTokens = async (): Promise<string[]> => {
    const token = await tokenFor('maya@example.com')
    const [payload = '', signature = ''] = token.split('.')
    const otherSignature = (await tokenFor('someone@example.com')).split('.')[1]
    const flip = (text: string) =>
      [...text].map((_, i) => text.slice(0, i) + (text[i] === 'A' ? 'B' : 'A') + text.slice(i + 1)).filter((changed) => changed !== text)
    // The last letter has unused bits, so other letters can mean the same bytes.
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter((letter) => !signature.endsWith(letter))
    return [
      ...letters.map((letter) => `${payload}.${signature.slice(0, -1)}${letter}`),
      ...flip(signature).map((changed) => `${payload}.${changed}`),
      ...flip(payload).map((changed) => `${changed}.${signature}`),
      `${payload}.${otherSignature}`,
      payload,
      `${payload}.`,
      `.${signature}`,
      `${token}.${signature}`,
      `${token}=`,
      token.toUpperCase(),
      'x',
      '..',
      await signUnsubscribeToken({ email: 'maya@example.com', topic: 'news' }, 'another-secret-another-secret-another'),
      await signUnsubscribeToken({ email: 'maya@example.com', topic: 'constructor' as 'news' }, secret),
    ]
  }

  test('is refused, whichever part was changed', async () => {
    const { readUnsubscribeToken } = await import('../../worker/mail/unsubscribe-token.ts')
    expect(await readUnsubscribeToken(await tokenFor('maya@example.com'), secret)).toEqual({ email: 'maya@example.com', topic: 'news' })
    for (const token of await makeBrokenTokens()) expect(await readUnsubscribeToken(token, secret), token).toBeNull()
  })

  test('answers with the 404 page and writes nothing', async () => {
    const token = `${await tokenFor('maya@example.com')}x`
    for (const response of [await get(`/unsubscribe/${token}`), await post(`/unsubscribe/${token}`), await post(`/resubscribe/${token}`)]) {
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('This link does not work.')
    }
    expect(await stored()).toEqual([])
  })
})
