import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Browser, makePerson, tokenFor } from '../accounts/people.ts'

// Someone has a copy of a session cookie: from a shared computer, or from a browser extension.

beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const sessionCookie = 'authjs.session-token'

/** A browser elsewhere with a copy of the session cookie. It has none of the other cookies. */
function copyOf(browser: Browser): Browser {
  const copy = new Browser({ userAgent: 'Thief/1.0' })
  copy.setCookie(sessionCookie, browser.cookie(sessionCookie) ?? '')
  return copy
}

const countDevices = async (browser: Browser) =>
  (await (await browser.ask('/api/accounts/devices')).json<{ devices: unknown[] }>()).devices.length

describe('A copy of the session cookie', () => {
  it('is worthless once the person signs in again in the same browser, with a password or a link', async () => {
    const { browser, email, password } = await makePerson()
    const beforePassword = copyOf(browser)
    expect(await browser.signIn(email, password)).toBeNull()
    expect([await beforePassword.viewer(), await countDevices(browser)]).toEqual([null, 1])

    const beforeLink = copyOf(browser)
    await env.DB.prepare('UPDATE users SET email_verified_at = NULL WHERE email = ?').bind(email).run()
    await new Browser().ask('/api/accounts/verification', { method: 'POST', json: { email } })
    expect(await browser.follow(await tokenFor(email, 'verify-email'))).toBeNull()
    expect([await beforeLink.viewer(), await countDevices(browser)]).toEqual([null, 1])
    expect(await browser.viewer()).not.toBeNull()
  })

  it('is worthless once another person signs in in that browser, and their sessions elsewhere stay', async () => {
    const [first, second] = [await makePerson(), await makePerson()]
    const elsewhere = new Browser()
    await elsewhere.signIn(first.email, first.password)
    const copy = copyOf(first.browser)
    expect(await first.browser.signIn(second.email, second.password)).toBeNull()
    expect(await copy.viewer()).toBeNull()
    expect((await elsewhere.viewer())?.id).not.toBe((await first.browser.viewer())?.id)
  })

  it('loses its socket when the person signs in again', async () => {
    const { browser, email, password } = await makePerson()
    const { webSocket } = await copyOf(browser).ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
    if (!webSocket) throw new Error('No socket')
    const closed = new Promise<number>((resolve) => webSocket.addEventListener('close', ({ code }) => resolve(code)))
    webSocket.accept()
    await browser.signIn(email, password)
    expect(await closed).toBe(1000)
  })

  it('stays valid after a failed sign-in, because nothing has replaced the session', async () => {
    const { browser, email } = await makePerson()
    expect(await browser.signIn(email, 'not the password')).toBe('InvalidUser')
    expect(await browser.viewer()).not.toBeNull()
  })
})
