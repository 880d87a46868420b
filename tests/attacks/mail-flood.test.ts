import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from '../accounts/people.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'

// Someone floods a mailbox with the emails that anyone may request, or uses up the requests of the owner.

collectLog()
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))
afterEach(() => void vi.useRealTimers())

let networks = 0
const newStranger = () => {
  networks += 1
  return new Browser({ address: `2001:db8:a${networks.toString(16)}::1` })
}

const request = (browser: Browser, path: string, email: string) => browser.ask(`/api/accounts/${path}`, { method: 'POST', json: { email } })

const countMails = async (email: string, name: string) => (await mailsTo(email)).filter((mail) => mail.name === name).length

/** Requests an email at each minute of a day, each time from another network. */
async function attackForADay(path: string, email: string): Promise<void> {
  const start = freezeClock()
  for (let n = 0; n < 24 * 6; n++) {
    vi.setSystemTime(start + n * 10 * minute)
    const answer = await request(newStranger(), path, email)
    expect([answer.status, await answer.text()]).toEqual([202, ''])
  }
  // Emails of one moment have no order.
  vi.setSystemTime(start + day - minute)
}

describe('A mailbox', () => {
  it('gets three reset emails a day from one network, no matter which of its addresses asks', async () => {
    const { email } = await makePerson()
    for (let n = 0; n < 12; n++) {
      const browser = new Browser({ address: `2001:db8:beef:${n.toString(16)}::1` })
      expect((await request(browser, 'password-reset', email)).status).toBe(202)
    }
    expect(await countMails(email, 'reset-password')).toBe(3)
  })

  it('gets few reset emails a day from everyone, and whenever one is left out, the last link still works', async () => {
    const { email } = await makePerson()
    await attackForADay('password-reset', email)
    expect(await countMails(email, 'reset-password')).toBeLessThanOrEqual(29)
    // The owner asks on a new device in the middle of the attack.
    await request(newStranger(), 'password-reset', email)
    const json = { token: await tokenFor(email, 'reset-password') }
    expect((await newStranger().ask('/api/accounts/password-reset/check', { method: 'POST', json })).status).toBe(204)
  }, 60_000)

  it('gets few verification emails a day, and the last link still works', async () => {
    const email = newEmail()
    await newStranger().signUp(email, 'a stranger chose this')
    await attackForADay('login-link', email)
    expect(await countMails(email, 'verify-email')).toBeLessThanOrEqual(6)
    const owner = newStranger()
    await owner.signUp(email, 'the owner chose this')
    expect(await owner.follow(await tokenFor(email, 'verify-email'))).toBeNull()
    expect(await new Browser().signIn(email, 'the owner chose this')).toBeNull()
  }, 60_000)

  it('gets few emails with a link to log in, and the last link still works', async () => {
    const { email } = await makePerson()
    await attackForADay('login-link', email)
    expect(await countMails(email, 'login-link')).toBeLessThanOrEqual(29)
    expect(await newStranger().follow(await tokenFor(email, 'login-link'))).toBeNull()
  }, 60_000)

  it('gets few emails that say the account exists', async () => {
    const { email } = await makePerson()
    for (let n = 0; n < 20; n++) expect((await newStranger().signUp(email, 'a stranger chose this')).status).toBe(202)
    expect(await countMails(email, 'account-exists')).toBe(5)
  })

  it('gets few emails about a change of address that is not theirs', async () => {
    const [{ browser, password }, target] = [await makePerson(), newEmail()]
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      statuses.push((await browser.ask('/api/accounts/email', { method: 'POST', json: { email: target, password } })).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429])
    expect(await countMails(target, 'email-change')).toBe(5)
  })
})

describe('The request of the owner', () => {
  it('still sends an email from a device they have used before, after strangers asked as often as they could', async () => {
    const { browser, email } = await makePerson()
    await browser.signOut()
    for (let n = 0; n < 10; n++) await request(newStranger(), 'password-reset', email)
    const before = await countMails(email, 'reset-password')
    const answer = await request(browser, 'password-reset', email)
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    expect(await countMails(email, 'reset-password')).toBe(before + 1)
    // A copy of everything but the secret is a stranger.
    const copy = newStranger()
    copy.userAgent = browser.userAgent
    await request(copy, 'password-reset', email)
    expect(await countMails(email, 'reset-password')).toBe(before + 1)
  })

  it('still sends an email from a new device as soon as the last link has expired', async () => {
    const { email } = await makePerson()
    const start = freezeClock()
    for (let n = 0; n < 10; n++) await request(newStranger(), 'password-reset', email)
    const before = await countMails(email, 'reset-password')
    await request(newStranger(), 'password-reset', email)
    expect(await countMails(email, 'reset-password')).toBe(before)
    vi.setSystemTime(start + hour + 1)
    await request(newStranger(), 'password-reset', email)
    expect(await countMails(email, 'reset-password')).toBe(before + 1)
  })
})
