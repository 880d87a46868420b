import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, hour } from '../../domain/time/spans.ts'
import * as keys from '../../worker/accounts/derive-key.ts'
import * as outbox from '../../worker/jobs/commands.ts'
import { readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from './people.ts'

const log = collectLog()
// Emails stay in the outbox, where the tests read them.
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

/** The parts of a POST request that decide how long it takes. They must not reveal anything. */
async function measureWork(act: () => Promise<unknown>) {
  const derive = vi.spyOn(keys, 'deriveKey')
  log.length = 0
  await act()
  const line = log.find((entry) => entry.event === 'request' && entry.method === 'POST')
  const hashes = derive.mock.calls.length
  const costs = new Set(derive.mock.calls.map(([, , cost]) => JSON.stringify(cost)))
  derive.mockRestore()
  return { status: line?.status, roundTrips: line?.roundTrips, rowsWritten: line?.rowsWritten, hashes, costs }
}

afterEach(() => void vi.useRealTimers())

describe('Signing up', () => {
  it('signs the person in by the link in the email, once', async () => {
    const browser = new Browser()
    const email = newEmail()
    expect((await browser.signUp(email, 'correct horse battery')).status).toBe(202)
    expect(await browser.viewer()).toBeNull()
    const token = await tokenFor(email, 'verify-email')
    expect(await browser.follow(token)).toBeNull()
    expect(await browser.viewer()).toMatchObject({ name: email.split('@')[0], emailVerified: true })
    expect(await new Browser().follow(token)).toBe('LinkUsed')
  })

  it('with an address that has an account gets the same response, and sends an email only to its owner', async () => {
    const { email, password } = await makePerson()
    const stranger = new Browser()
    const answer = await stranger.signUp(email.toUpperCase(), 'attacker password')
    expect(answer.status).toBe(202)
    expect(await answer.text()).toBe('')
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'account-exists' })
    expect(await new Browser().signIn(email, 'attacker password')).toBe('InvalidUser')
    expect(await new Browser().signIn(email, password)).toBeNull()
  })

  it('stores only hashes of the link and the password', async () => {
    const email = newEmail()
    await new Browser().signUp(email, 'correct horse battery')
    const token = await tokenFor(email, 'verify-email')
    const rows = JSON.stringify([
      (await env.DB.prepare('SELECT * FROM auth_tokens').all()).results,
      (await env.DB.prepare('SELECT * FROM users').all()).results,
    ])
    expect(rows).not.toContain(token)
    expect(rows).not.toContain('correct horse')
  })

  it('by an attacker does not set the password of the owner who opens their own link', async () => {
    const email = newEmail()
    await new Browser().signUp(email, 'attacker password')
    const owner = new Browser()
    await owner.signUp(email, 'owner password')
    expect(await owner.follow(await tokenFor(email, 'verify-email'))).toBeNull()
    expect(await new Browser().signIn(email, 'attacker password')).toBe('InvalidUser')
    expect(await new Browser().signIn(email, 'owner password')).toBeNull()
    const [first] = (await mailsTo(email)).filter((mail) => mail.name === 'verify-email')
    expect(first?.name === 'verify-email' && (await new Browser().follow(first.data.token))).toBe('LinkUsed')
  })

  it('sets the password of the same browser when a new link was requested', async () => {
    const email = newEmail()
    const owner = new Browser()
    await owner.signUp(email, 'owner password')
    await new Browser().signUp(email, 'somebody else’s words')
    const answer = await owner.ask('/api/accounts/login-link', { method: 'POST', json: { email } })
    expect(answer.status).toBe(202)
    expect(await owner.follow(await tokenFor(email, 'verify-email'))).toBeNull()
    expect(await new Browser().signIn(email, 'owner password')).toBeNull()
    expect(await new Browser().signIn(email, 'somebody else’s words')).toBe('InvalidUser')
  })

  it('with an expired link is refused', async () => {
    const email = newEmail()
    const browser = new Browser()
    await browser.signUp(email, 'correct horse battery')
    await env.DB.prepare('UPDATE auth_tokens SET expires_at = 1').run()
    expect(await browser.follow(await tokenFor(email, 'verify-email'))).toBe('LinkUsed')
    expect(await browser.viewer()).toBeNull()
  })

  it.each([
    [{ email: 'not an email' }, 'email'],
    [{ email: 'x@y' }, 'email'],
    [{ email: `${'a'.repeat(60)}@${'b'.repeat(40)}.example.com` }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: ' '.repeat(12) }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ isOldEnough: false }, 'isOldEnough'],
    [{ acceptsTerms: false }, 'acceptsTerms'],
  ])('refuses %j', async (change, path) => {
    const good = { email: newEmail(), password: 'correct horse battery', isOldEnough: true, acceptsTerms: true }
    const answer = await new Browser().ask('/api/accounts', { method: 'POST', json: { ...good, ...change } })
    expect(await readProblem(answer)).toMatchObject({ code: 'InvalidInput', issues: [{ path }] })
  })

  it('accepts an address with an apostrophe and a password in any script', async () => {
    const { browser } = await makePerson("o'neil.test@example.com", 'пароль 🎾 パスワード')
    await browser.signOut()
    expect(await browser.signIn("O'Neil.Test@example.com", 'пароль 🎾 パスワード')).toBeNull()
  })
})

describe('Signing in', () => {
  it('answers each failure with its code', async () => {
    const { email } = await makePerson()
    const unverified = newEmail()
    await new Browser().signUp(unverified, 'correct horse battery')
    const browser = new Browser()
    expect(await browser.signIn(newEmail(), 'whatever it is')).toBe('EmailNotFound')
    expect(await browser.signIn(email, 'wrong password')).toBe('InvalidUser')
    expect(await browser.signIn('not an email', 'x')).toBe('InvalidUser')
    expect(await browser.signIn(unverified, 'correct horse battery')).toBe('NoPasswordSet')
    expect(await browser.viewer()).toBeNull()
  })

  it('takes the same time for addresses with and without an account', async () => {
    const { email } = await makePerson()
    let count = 0
    const work = async (address: string) => {
      count += 1
      // Each from a network that no other test uses, because the count of a known network costs fewer rows.
      const browser = new Browser({ address: `fd00:${count}::1` })
      const { roundTrips, rowsWritten, hashes, costs } = await measureWork(() => browser.signIn(address, 'wrong password'))
      return { roundTrips, rowsWritten, hashes, costs }
    }
    const known = await work(email)
    expect(known).toMatchObject({ roundTrips: 1, hashes: 1 })
    expect(await work(newEmail())).toEqual(known)
  })

  it('is locked for one account from one client address after ten wrong attempts, and for nobody else', async () => {
    const { email, password } = await makePerson()
    const attacker = new Browser({ address: '198.51.100.1' })
    for (let i = 0; i < 10; i++) expect(await attacker.signIn(email, `guess ${i}`)).toBe('InvalidUser')
    expect(await attacker.signIn(email, password)).toBe('NetworkError')
    expect(await new Browser({ address: '198.51.100.2' }).signIn(email, password)).toBeNull()
    await env.DB.prepare('UPDATE sign_in_tries SET locked_until = 1').run()
    expect(await attacker.signIn(email, password)).toBeNull()
  })

  it('is locked for longer each time, and many attempts at once do not get around the lock', async () => {
    const { email, password } = await makePerson()
    const attacker = new Browser({ address: '198.51.100.3' })
    const codes = await Promise.all(
      Array.from({ length: 16 }, (_, i) => new Browser({ address: '198.51.100.3' }).signIn(email, `guess ${i}`)),
    )
    expect(codes.filter((code) => code === 'InvalidUser')).toHaveLength(10)
    expect(codes.filter((code) => code === 'NetworkError')).toHaveLength(6)
    const lockOf = () => env.DB.prepare('SELECT locked_until - last_at AS ms FROM sign_in_tries WHERE locked_until > 1').first<number>('ms')
    expect(await lockOf()).toBe(15 * 60_000)
    await env.DB.prepare('UPDATE sign_in_tries SET locked_until = 1').run()
    for (let i = 0; i < 10; i++) await attacker.signIn(email, `guess again ${i}`)
    expect(await lockOf()).toBe(30 * 60_000)
    expect(await attacker.signIn(email, password)).toBe('NetworkError')
  })

  it('needs the CSRF token and a request from our own site', async () => {
    const { email, password } = await makePerson()
    const browser = new Browser()
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-return-redirect': '1' }
    const body = new URLSearchParams({ email, password }).toString()
    await browser.ask('/api/auth/callback/password', { method: 'POST', headers: form, body })
    expect(await browser.viewer()).toBeNull()
    const foreign = await browser.ask('/api/auth/callback/password', {
      method: 'POST',
      headers: { ...form, origin: 'https://evil.example' },
      body,
    })
    expect(await readProblem(foreign)).toMatchObject({ code: 'ForeignOrigin' })
  })

  it('never redirects to another site', async () => {
    const { email, password } = await makePerson()
    const url = await new Browser().auth('callback/password', { email, password, callbackUrl: 'https://evil.example/' })
    expect(url.origin).toBe('http://localhost:5173')
  })
})

describe('A link to log in', () => {
  const askForLink = (email: string, next?: string) =>
    new Browser().ask('/api/accounts/login-link', { method: 'POST', json: { email, ...(next && { next }) } })

  it('signs a person without a password in where they open it, once, for an hour', async () => {
    const { email } = await makePerson()
    await env.DB.prepare('UPDATE users SET password_hash = NULL WHERE email = ?').bind(email).run()
    expect((await askForLink(email, '/evt/sunrise?open=ticket')).status).toBe(202)
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'login-link', data: { next: '/evt/sunrise?open=ticket' } })
    const token = await tokenFor(email, 'login-link')
    const safari = new Browser()
    expect(await safari.follow(token)).toBeNull()
    expect(await safari.viewer()).toMatchObject({ emailVerified: true })
    expect(await new Browser().follow(token)).toBe('LinkUsed')

    freezeClock()
    await askForLink(email)
    vi.setSystemTime(Date.now() + hour)
    expect(await new Browser().follow(await tokenFor(email, 'login-link'))).toBe('LinkUsed')
  })

  it('keeps the password of the account, even where somebody else signed up with the address', async () => {
    const { email, password } = await makePerson()
    const stranger = new Browser()
    await stranger.signUp(email, 'attacker password')
    await askForLink(email)
    expect(await stranger.follow(await tokenFor(email, 'login-link'))).toBeNull()
    expect(await new Browser().signIn(email, 'attacker password')).toBe('InvalidUser')
    expect(await new Browser().signIn(email, password)).toBeNull()
  })

  it('is worth nothing after the password was changed', async () => {
    const { browser, email, password } = await makePerson()
    await askForLink(email)
    const token = await tokenFor(email, 'login-link')
    const json = { currentPassword: password, password: 'four courts at dawn' }
    expect((await browser.ask('/api/accounts/password', { method: 'PATCH', json })).status).toBe(204)
    expect(await new Browser().follow(token)).toBe('LinkUsed')
  })

  it('leads from the email of a sign-up to the invitation from which the person came, and nowhere else', async () => {
    const signUp = (email: string, next: string) =>
      new Browser().ask('/api/accounts', {
        method: 'POST',
        json: { email, password: 'correct horse battery', isOldEnough: true, acceptsTerms: true, next },
      })
    const email = newEmail()
    const next = `/co-host?token=${'t'.repeat(43)}`
    expect((await signUp(email, next)).status).toBe(202)
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'verify-email', data: { next } })
    const refused = newEmail()
    expect((await signUp(refused, '/settings?tab=general')).status).toBe(400)
    expect(await mailsTo(refused)).toEqual([])
  })

  it('verifies an email that nobody verified, and is a link to verify it', async () => {
    const email = newEmail()
    await new Browser().signUp(email, 'correct horse battery')
    await askForLink(email, '/evt/sunrise?open=leave')
    expect((await mailsTo(email)).map(({ name }) => name)).toEqual(['verify-email', 'verify-email'])
    expect((await mailsTo(email)).at(-1)).toMatchObject({ data: { next: '/evt/sunrise?open=leave' } })
  })

  it('is sent to nobody without an account, with the same answer', async () => {
    const email = newEmail()
    const answer = await askForLink(email, '/evt/sunrise?open=ticket')
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    expect(await mailsTo(email)).toEqual([])
  })

  it.each([
    'https://evil.example/evt/sunrise',
    '//evil.example/evt/x',
    `/verify-email?token=${'a'.repeat(43)}`,
    '/evt/../login',
    '/evt/x?open=leave&sure=1',
  ])('does not lead to %s', async (next) => {
    expect(await readProblem(await askForLink(newEmail(), next))).toMatchObject({ code: 'InvalidInput', issues: [{ path: 'next' }] })
  })
})

describe('Requesting an email', () => {
  it.each([
    ['', 1, { password: 'correct horse battery', isOldEnough: true, acceptsTerms: true }, 2],
    ['/login-link', 0, {}, 1],
    ['/password-reset', 0, {}, 1],
  ])('by POST /api/accounts%s takes the same time whether it is sent or not (%s hashes)', async (path, hashes, fields, roundTrips) => {
    const { email } = await makePerson()
    const unverified = newEmail()
    await new Browser().signUp(unverified, 'correct horse battery')
    // The email is sent after the response, which does not wait for it.
    vi.spyOn(outbox, 'sendOutbox').mockResolvedValue()
    for (const address of [email, unverified, newEmail()]) {
      const ask = () => new Browser().ask(`/api/accounts${path}`, { method: 'POST', json: { email: address, ...fields } })
      expect(await measureWork(ask), address).toMatchObject({ status: 202, roundTrips, hashes })
    }
  })
})

describe('Passwords', () => {
  it('can be reset once with a link, which ends every session', async () => {
    const { browser, email, password } = await makePerson()
    await new Browser().ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const token = await tokenFor(email, 'reset-password')
    const set = (value: string) => new Browser().ask('/api/accounts/password', { method: 'PUT', json: { token, password: value } })
    expect((await set('a new password')).status).toBe(204)
    expect(await readProblem(await set('another password'))).toMatchObject({ status: 404, title: expect.stringContaining('has expired') })
    expect(await browser.viewer()).toBeNull()
    expect(await new Browser().signIn(email, password)).toBe('InvalidUser')
    expect(await new Browser().signIn(email, 'a new password')).toBeNull()
  })

  it('work at once after a reset, even from locked addresses; an unused or expired link unlocks nothing', async () => {
    const { email } = await makePerson()
    const other = await makePerson()
    const addresses = ['198.51.100.21', '198.51.100.22']
    const enter = (address: string, password: string, who = email) => new Browser({ address }).signIn(who, password)
    for (const address of addresses) for (let i = 0; i < 10; i++) await enter(address, `guess ${i}`)
    for (let i = 0; i < 10; i++) await enter('198.51.100.21', `guess ${i}`, other.email)
    const askForLink = async () => {
      await new Browser().ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
      return tokenFor(email, 'reset-password')
    }
    const set = (token: string) =>
      new Browser().ask('/api/accounts/password', { method: 'PUT', json: { token, password: 'a new password' } })
    const old = await askForLink()
    await env.DB.prepare("UPDATE auth_tokens SET expires_at = 1 WHERE purpose = 'reset'").run()
    expect((await set(old)).status).toBe(404)
    const good = await askForLink()
    for (const address of addresses) expect(await enter(address, 'a new password')).toBe('NetworkError')
    expect((await set(good)).status).toBe(204)
    for (const address of addresses) expect(await enter(address, 'a new password')).toBeNull()
    expect(await enter('198.51.100.21', other.password, other.email)).toBe('NetworkError')
  })

  it('of an address without an account cannot be reset: the response is the same, but no email is sent', async () => {
    const email = newEmail()
    expect((await new Browser().ask('/api/accounts/password-reset', { method: 'POST', json: { email } })).status).toBe(202)
    expect(await mailsTo(email)).toEqual([])
  })

  it('cannot be reset with a verification link, and a reset link verifies no sign-up', async () => {
    const email = newEmail()
    await new Browser().signUp(email, 'correct horse battery')
    const token = await tokenFor(email, 'verify-email')
    const answer = await new Browser().ask('/api/accounts/password', { method: 'PUT', json: { token, password: 'stolen password' } })
    expect(answer.status).toBe(404)
    await new Browser().ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    expect(await new Browser().follow(await tokenFor(email, 'reset-password'))).toBe('LinkUsed')
  })

  it('come with at most five emails per day to one address, and the answer does not say so', async () => {
    const email = newEmail()
    const statuses = []
    for (let i = 0; i < 8; i++)
      statuses.push((await new Browser({ address: `203.0.113.${i}` }).signUp(email, 'correct horse battery')).status)
    expect(new Set(statuses)).toEqual(new Set([202]))
    expect(await mailsTo(email)).toHaveLength(5)
  })
})

describe('Sessions', () => {
  it('end at once on logout, even for a copy of the cookie', async () => {
    const { browser } = await makePerson()
    const copy = new Browser()
    const name = 'authjs.session-token'
    copy.setCookie(name, browser.cookie(name) ?? '')
    expect(await copy.viewer()).not.toBeNull()
    await browser.signOut()
    expect(await browser.viewer()).toBeNull()
    expect(await copy.viewer()).toBeNull()
  })

  it('are listed by device, and one or all others can be signed out', async () => {
    const { browser, email, password } = await makePerson()
    const phone = new Browser({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1' })
    await phone.signIn(email, password)
    const list = async () =>
      (await (await browser.ask('/api/accounts/devices')).json<{ devices: { id: string; name: string; isThis: boolean }[] }>()).devices
    expect(await list()).toMatchObject([
      { name: 'Safari on iPhone', isThis: false },
      { name: 'Chrome on Linux', isThis: true },
    ])
    const [first] = await list()
    expect((await browser.ask(`/api/accounts/devices/${first?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await phone.viewer()).toBeNull()
    await phone.signIn(email, password)
    expect((await browser.ask('/api/accounts/devices', { method: 'DELETE' })).status).toBe(204)
    expect(await phone.viewer()).toBeNull()
    expect(await browser.viewer()).not.toBeNull()
  })

  it('of other people cannot be ended', async () => {
    const { browser } = await makePerson()
    const other = await makePerson()
    const devices = await (await other.browser.ask('/api/accounts/devices')).json<{ devices: { id: string }[] }>()
    const answer = await browser.ask(`/api/accounts/devices/${devices.devices[0]?.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(404)
    expect(await other.browser.viewer()).not.toBeNull()
  })

  it('on a new device send an email, and on a known device do not', async () => {
    const { browser, email, password } = await makePerson()
    await browser.signOut()
    await browser.signIn(email, password)
    expect((await mailsTo(email)).map(({ name }) => name)).toEqual(['verify-email'])
    const desk = new Browser({ userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/149.0' })
    await desk.signIn(email, password)
    const told = await mailsTo(email)
    expect(told.at(-1)).toMatchObject({ name: 'new-device', data: { device: 'Firefox on Windows' } })
    // After an update it is still the same device, because it keeps its cookie.
    desk.userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0'
    await desk.signIn(email, password)
    expect(await mailsTo(email)).toEqual(told)
    // Anyone can send the same user agent.
    await new Browser({ userAgent: desk.userAgent }).signIn(email, password)
    expect((await mailsTo(email)).slice(told.length)).toMatchObject([{ name: 'new-device' }])
  })

  it('use a cookie that scripts cannot read and that, on HTTPS, only this host can set', async () => {
    const viewer = { id: 'cookie-person', name: 'C', emailVerified: true, profileComplete: true }
    const answer = await new Browser().ask('/api/_local/session', { method: 'PUT', origin: 'https://localhost:5173', json: { viewer } })
    expect(answer.headers.getSetCookie().find((line) => line.includes('session-token'))).toMatch(
      /^__Host-authjs\.session-token=.*HttpOnly; Secure; SameSite=Lax/,
    )
    const { email, password } = await makePerson()
    const browser = new Browser()
    const cookies: string[] = []
    const ask = browser.ask.bind(browser)
    browser.ask = async (...given) => {
      const response = await ask(...given)
      cookies.push(...response.headers.getSetCookie())
      return response
    }
    await browser.signIn(email, password)
    expect(cookies.find((line) => line.startsWith('authjs.session-token='))).toMatch(/HttpOnly; SameSite=Lax/i)
  })

  it('are not found by an incomplete or invalid cookie', async () => {
    const { browser } = await makePerson()
    const name = 'authjs.session-token'
    const cookie = browser.cookie(name) ?? ''
    browser.setCookie(name, cookie.slice(0, cookie.length / 2))
    expect(await browser.viewer()).toBeNull()
    browser.setCookie(name, 'x'.repeat(4000))
    expect(await browser.viewer()).toBeNull()
  })

  it('stay open while they are used, and end a month after the last use', async () => {
    const { browser } = await makePerson()
    const { browser: idle } = await makePerson()
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    for (let n = 5; n <= 200; n += 5) {
      vi.setSystemTime(start + n * day)
      expect(await browser.viewer(), `day ${n}`).not.toBeNull()
      if (n === 25) expect(await idle.viewer()).not.toBeNull()
      if (n === 60) expect(await idle.viewer()).toBeNull()
    }
    // The cookie itself is still valid.
    vi.setSystemTime(start + 231 * day)
    expect(browser.cookie('authjs.session-token')).toBeDefined()
    expect(await browser.viewer()).toBeNull()
  })

  it('renew their cookie once a day, but never a cookie that the response sets or deletes', async () => {
    const { browser, password } = await makePerson()
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    const renewed: number[] = []
    for (let n = 0; n < 60; n += 5) {
      vi.setSystemTime(start + n * hour)
      const { headers } = await browser.ask('/api/session')
      if (headers.getSetCookie().some((line) => line.startsWith('authjs.session-token='))) renewed.push(n)
    }
    expect(renewed).toEqual([25, 50])
    vi.setSystemTime(start + 100 * hour)
    const json = { currentPassword: password, password: 'rain over the bay' }
    // The same password is not a new one, so nobody is signed out for it.
    expect((await browser.ask('/api/accounts/password', { method: 'PATCH', json: { ...json, password } })).status).toBe(400)
    const changed = await browser.ask('/api/accounts/password', { method: 'PATCH', json })
    expect(changed.headers.getSetCookie().filter((line) => line.startsWith('authjs.session-token='))).toHaveLength(1)
    expect(await browser.viewer()).not.toBeNull()
    expect((await browser.ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })).status).toBe(204)
    expect(browser.cookie('authjs.session-token')).toBeUndefined()
  })

  it('are refused after they expired', async () => {
    const { browser } = await makePerson()
    await env.DB.prepare('UPDATE auth_sessions SET expires_at = 1').run()
    expect(await browser.viewer()).toBeNull()
  })
})

describe('Checking whether an account exists', () => {
  it('is possible, but limited so that nobody can collect addresses', async () => {
    const { email } = await makePerson()
    const browser = new Browser({ address: '198.51.100.9' })
    const ask = (address: string) => browser.ask('/api/accounts/lookup', { method: 'POST', json: { email: address } })
    expect(await (await ask(email.toUpperCase())).json()).toEqual({ exists: true })
    expect(await (await ask(newEmail())).json()).toEqual({ exists: false })
    let asked = 2
    while ((await ask(`guess-${asked}@example.com`)).status === 200) asked += 1
    expect(asked).toBe(100)
  })

  it('by signing in has the same limit for every address', async () => {
    const { email, password } = await makePerson()
    const limit = vi.spyOn(env.ACCOUNT_LIMIT, 'limit').mockResolvedValue({ success: false })
    const browser = new Browser({ address: '198.51.100.10' })
    const cost = await measureWork(async () => expect(await browser.signIn(email, password)).toBe('NetworkError'))
    expect(cost.hashes).toBe(0)
    expect(await browser.signIn(newEmail(), password)).toBe('NetworkError')
    expect(limit).toHaveBeenCalledWith({ key: '198.51.100.10' })
    limit.mockRestore()
    expect(await browser.signIn(email, password)).toBeNull()
  })
})

describe('Secrets', () => {
  it('stay out of the log', async () => {
    const { email, password, browser } = await makePerson()
    log.length = 0
    await browser.signIn(email, password)
    await browser.signIn(email, 'wrong password')
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${email}|${password}|wrong password`))
  })
})
