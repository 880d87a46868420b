import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ask, readProblem } from '../setup/client.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from './people.ts'

// Mails stay in the outbox, where the tests read them.
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const wish = (browser: Browser, email: string, password?: string) =>
  browser.ask('/api/accounts/email', { method: 'POST', json: { email, ...(password === undefined ? {} : { password }) } })

const follow = (token: string) => ask('/api/accounts/email', { method: 'PUT', json: { token } })

const own = async (browser: Browser) =>
  (await browser.ask('/api/accounts')).json<{ email: string; hasPassword: boolean; hasGoogle: boolean; pendingEmail: string | null }>()

const kindsTo = async (email: string) => (await mailsTo(email)).map(({ name }) => name)

describe('Changing the email', () => {
  it('happens by the link in the new mailbox, once; both addresses are told, and the person stays signed in', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    expect((await wish(browser, next, password)).status).toBe(202)
    expect(await own(browser)).toEqual({ email, hasPassword: true, hasGoogle: false, pendingEmail: next })
    const token = await tokenFor(next, 'email-change')

    // Looking at it changes nothing: scanners do.
    expect((await ask(`/change-email?token=${token}`)).status).toBe(200)
    expect((await own(browser)).email).toBe(email)

    const followed = await follow(token)
    expect(followed.status).toBe(200)
    expect(await followed.json()).toEqual({ email: next })
    expect(await own(browser)).toEqual({ email: next, hasPassword: true, hasGoogle: false, pendingEmail: null })
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'email-changed', data: { email: next, isOld: true } })
    expect((await mailsTo(next)).at(-1)).toMatchObject({ name: 'email-changed', data: { email: next, isOld: false } })

    expect(await readProblem(await follow(token))).toMatchObject({ code: 'LinkUsed', title: expect.stringContaining('already used') })
    expect(await new Browser().signIn(email, password)).toBe('EmailNotFound')
    expect(await new Browser().signIn(next, password)).toBeNull()
  })

  it('needs the password where there is one, and counts guesses', async () => {
    const { browser, password } = await makePerson()
    const next = newEmail()
    const without = await readProblem(await wish(browser, next))
    expect(without).toMatchObject({ code: 'PasswordMissing', issues: [{ path: 'password', message: 'Enter your password.' }] })
    for (let n = 0; n < 10; n++) {
      // Each to another address, or mail to one would be held back first.
      const wrong = await readProblem(await wish(browser, newEmail(), `guess ${n}`))
      expect(wrong).toMatchObject({ code: 'PasswordWrong', issues: [{ path: 'password', message: 'This password is not correct.' }] })
    }
    expect((await wish(browser, next, password)).status).toBe(429)
    expect(await mailsTo(next)).toEqual([])
  })

  it('tells nothing about an address that is taken: its owner is told by mail', async () => {
    const { browser, password } = await makePerson()
    const other = await makePerson()
    const free = newEmail()
    const [taken, unknown] = [await wish(browser, other.email, password), await wish(browser, free, password)]
    expect([taken.status, await taken.text()]).toEqual([unknown.status, await unknown.text()])
    expect((await mailsTo(other.email)).at(-1)?.name).toBe('account-exists')
    expect(await kindsTo(other.email)).not.toContain('email-change')
    // What the person sees of their own account is the same, too.
    await wish(browser, other.email, password)
    expect((await own(browser)).pendingEmail).toBe(other.email)
  })

  it('is refused when the address found an owner meanwhile, and changes nothing', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await wish(browser, next, password)
    const token = await tokenFor(next, 'email-change')
    await makePerson(next)
    expect((await follow(token)).status).toBe(409)
    expect((await own(browser)).email).toBe(email)
    expect(await kindsTo(email)).not.toContain('email-changed')
  })

  it('is not held up by someone who typed the address and never verified it', async () => {
    const { browser, password } = await makePerson()
    const next = newEmail()
    await new Browser().signUp(next, 'somebody else’s words')
    const stale = await tokenFor(next, 'verify-email')
    await wish(browser, next, password)
    expect((await follow(await tokenFor(next, 'email-change'))).status).toBe(200)
    expect((await own(browser)).email).toBe(next)
    expect(await new Browser().follow(stale)).toBe('LinkUsed')
    expect(await new Browser().signIn(next, 'somebody else’s words')).toBe('InvalidUser')
  })

  it('takes along what the person wanted no mail about', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await env.DB.prepare("INSERT INTO mail_optouts VALUES (?1, 'news', 1), (?1, 'offers', 2), (?2, 'news', 3)").bind(email, next).run()
    await wish(browser, next, password)
    await follow(await tokenFor(next, 'email-change'))
    const { results } = await env.DB.prepare('SELECT email, topic FROM mail_optouts ORDER BY topic').all()
    expect(results).toEqual([
      { email: next, topic: 'news' },
      { email: next, topic: 'offers' },
    ])
  })

  it('ends links that went to the old mailbox', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await browser.ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const reset = await tokenFor(email, 'reset-password')
    await wish(browser, next, password)
    await follow(await tokenFor(next, 'email-change'))
    const answer = await ask('/api/accounts/password', { method: 'PUT', json: { token: reset, password: 'taken over by mail' } })
    expect(answer.status).toBe(404)
    expect(await new Browser().signIn(next, password)).toBeNull()
  })

  it('forgets an earlier wish, and one that is a day old', async () => {
    const { browser, password } = await makePerson()
    const [first, second] = [newEmail(), newEmail()]
    await wish(browser, first, password)
    await wish(browser, second, password)
    expect((await follow(await tokenFor(first, 'email-change'))).status).toBe(404)
    await env.DB.prepare('UPDATE auth_tokens SET expires_at = ? WHERE new_email = ?').bind(Date.now(), second).run()
    expect((await follow(await tokenFor(second, 'email-change'))).status).toBe(404)
    expect((await own(browser)).pendingEmail).toBeNull()
  })

  it('refuses one’s own address however it is spelled, and what is no address', async () => {
    const { browser, email, password } = await makePerson()
    const refusals = [
      [email, 'EmailUnchanged'],
      [email.toUpperCase(), 'EmailUnchanged'],
      ['nowhere', 'InvalidInput'],
      ['', 'InvalidInput'],
    ] as const
    for (const [typed, code] of refusals) {
      expect(await readProblem(await wish(browser, typed, password))).toMatchObject({
        code,
        issues: expect.arrayContaining([expect.objectContaining({ path: 'email' })]),
      })
    }
  })

  it('of one link followed twice at once changes once', async () => {
    const { browser, email, password } = await makePerson()
    const next = newEmail()
    await wish(browser, next, password)
    const token = await tokenFor(next, 'email-change')
    const statuses = (await Promise.all([1, 2, 3].map(() => follow(token)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 404, 404])
    expect((await kindsTo(email)).filter((name) => name === 'email-changed')).toHaveLength(1)
  })
})
