import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ask, readProblem } from '../setup/client.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from './people.ts'

// Emails stay in the outbox, where the tests read them.
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const requestChange = (browser: Browser, email: string, password?: string) =>
  browser.ask('/api/accounts/email', { method: 'POST', json: { email, ...(password === undefined ? {} : { password }) } })

const follow = (token: string) => ask('/api/accounts/email', { method: 'PUT', json: { token } })

const readAccount = async (browser: Browser) =>
  (await browser.ask('/api/accounts')).json<{ email: string; hasPassword: boolean; hasGoogle: boolean; pendingEmail: string | null }>()

const listMailNames = async (email: string) => (await mailsTo(email)).map(({ name }) => name)

describe('Changing the email', () => {
  it('happens once, by the link in the new mailbox, notifies both addresses and keeps the person signed in', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    expect((await requestChange(browser, next, password)).status).toBe(202)
    expect(await readAccount(browser)).toEqual({ email, hasPassword: true, hasGoogle: false, pendingEmail: next })
    const token = await tokenFor(next, 'email-change')

    // Opening the page changes nothing, because mail scanners open links too.
    expect((await ask(`/change-email?token=${token}`)).status).toBe(200)
    expect((await readAccount(browser)).email).toBe(email)

    const followed = await follow(token)
    expect(followed.status).toBe(200)
    expect(await followed.json()).toEqual({ email: next })
    expect(await readAccount(browser)).toEqual({ email: next, hasPassword: true, hasGoogle: false, pendingEmail: null })
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'email-changed', data: { email: next, isOld: true } })
    expect((await mailsTo(next)).at(-1)).toMatchObject({ name: 'email-changed', data: { email: next, isOld: false } })

    expect(await readProblem(await follow(token))).toMatchObject({ code: 'LinkUsed', title: expect.stringContaining('has expired') })
    expect(await new Browser().signIn(email, password)).toBe('EmailNotFound')
    expect(await new Browser().signIn(next, password)).toBeNull()
  })

  it('needs the password of an account that has one, and counts wrong passwords', async () => {
    const { browser, password } = await makePerson()
    const next = newEmail()
    const without = await readProblem(await requestChange(browser, next))
    expect(without).toMatchObject({ code: 'PasswordMissing', issues: [{ path: 'password', message: 'Enter your password.' }] })
    for (let n = 0; n < 10; n++) {
      const wrong = await readProblem(await requestChange(browser, next, `guess ${n}`))
      expect(wrong).toMatchObject({ code: 'WrongPassword', issues: [{ path: 'password', message: 'This password is incorrect.' }] })
    }
    expect((await requestChange(browser, next, password)).status).toBe(429)
    expect(await mailsTo(next)).toEqual([])
  })

  it('does not reveal that an address is taken, and only sends an email to its owner', async () => {
    const { browser, password } = await makePerson()
    const other = await makePerson()
    const free = newEmail()
    const [taken, unknown] = [await requestChange(browser, other.email, password), await requestChange(browser, free, password)]
    expect([taken.status, await taken.text()]).toEqual([unknown.status, await unknown.text()])
    expect((await mailsTo(other.email)).at(-1)?.name).toBe('account-exists')
    expect(await listMailNames(other.email)).not.toContain('email-change')
    // The person's own account page shows the same in both cases, too.
    await requestChange(browser, other.email, password)
    expect((await readAccount(browser)).pendingEmail).toBe(other.email)
  })

  it('is refused and changes nothing if another account has got the address in the meantime', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await requestChange(browser, next, password)
    const token = await tokenFor(next, 'email-change')
    await makePerson(next)
    expect((await follow(token)).status).toBe(409)
    expect((await readAccount(browser)).email).toBe(email)
    expect(await listMailNames(email)).not.toContain('email-changed')
  })

  it('is not blocked by an account with the same address that was never verified', async () => {
    const { browser, password } = await makePerson()
    const next = newEmail()
    await new Browser().signUp(next, 'somebody else’s words')
    const stale = await tokenFor(next, 'verify-email')
    await requestChange(browser, next, password)
    expect((await follow(await tokenFor(next, 'email-change'))).status).toBe(200)
    expect((await readAccount(browser)).email).toBe(next)
    expect(await new Browser().follow(stale)).toBe('LinkUsed')
    expect(await new Browser().signIn(next, 'somebody else’s words')).toBe('InvalidUser')
  })

  it('keeps the email topics that the person turned off', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await env.DB.prepare("INSERT INTO mail_optouts VALUES (?1, 'news', 1), (?1, 'offers', 2), (?2, 'news', 3)").bind(email, next).run()
    await requestChange(browser, next, password)
    await follow(await tokenFor(next, 'email-change'))
    const { results } = await env.DB.prepare('SELECT email, topic FROM mail_optouts ORDER BY topic').all()
    expect(results).toEqual([
      { email: next, topic: 'news' },
      { email: next, topic: 'offers' },
    ])
  })

  it('makes links in the old mailbox invalid', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await browser.ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const reset = await tokenFor(email, 'reset-password')
    await requestChange(browser, next, password)
    await follow(await tokenFor(next, 'email-change'))
    const answer = await ask('/api/accounts/password', { method: 'PUT', json: { token: reset, password: 'taken over by mail' } })
    expect(answer.status).toBe(404)
    expect(await new Browser().signIn(next, password)).toBeNull()
  })

  it('accepts only the newest link, and only for a day', async () => {
    const { browser, password } = await makePerson()
    const [first, second] = [newEmail(), newEmail()]
    await requestChange(browser, first, password)
    await requestChange(browser, second, password)
    expect((await follow(await tokenFor(first, 'email-change'))).status).toBe(404)
    await env.DB.prepare('UPDATE auth_tokens SET expires_at = ? WHERE new_email = ?').bind(Date.now(), second).run()
    expect((await follow(await tokenFor(second, 'email-change'))).status).toBe(404)
    expect((await readAccount(browser)).pendingEmail).toBeNull()
  })

  it('refuses any spelling of the current address, and invalid addresses', async () => {
    const { browser, email, password } = await makePerson()
    const refusals = [
      [email, 'EmailUnchanged'],
      [email.toUpperCase(), 'EmailUnchanged'],
      ['nowhere', 'InvalidInput'],
      ['', 'InvalidInput'],
    ] as const
    for (const [typed, code] of refusals) {
      expect(await readProblem(await requestChange(browser, typed, password))).toMatchObject({
        code,
        issues: expect.arrayContaining([expect.objectContaining({ path: 'email' })]),
      })
    }
  })

  it('happens once when the same link is opened several times at once', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await requestChange(browser, next, password)
    const token = await tokenFor(next, 'email-change')
    const statuses = (await Promise.all([1, 2, 3].map(() => follow(token)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 404, 404])
    expect((await listMailNames(email)).filter((name) => name === 'email-changed')).toHaveLength(1)
  })
})
