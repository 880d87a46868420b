import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hour } from '../../domain/time/spans.ts'
import { linkGoogle } from '../../worker/accounts/link-google.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { uuidv7 } from '../../worker/platform/ids.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from '../accounts/people.ts'
import { readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'

// A stranger tries to leave a password of theirs on an address that waits for verification, and to sign in with it once the owner
// has verified the address. The stranger can send any request at any time, but cannot read the owner's mailbox.

collectLog()
afterEach(() => void vi.useRealTimers())
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const strangerPassword = 'the stranger chose this'
const ownerPassword = 'the owner chose this'

/** Everything that a stranger can do with an address. */
async function attack(browser: Browser, email: string): Promise<void> {
  await browser.signUp(email, strangerPassword)
  await browser.ask('/api/accounts/login-link', { method: 'POST', json: { email, password: strangerPassword } })
  await browser.ask('/api/accounts/password-reset', { method: 'POST', json: { email, password: strangerPassword } })
}

const askAgain = (browser: Browser, email: string) => browser.ask('/api/accounts/login-link', { method: 'POST', json: { email } })

async function verifyTokens(email: string): Promise<string[]> {
  return (await mailsTo(email)).flatMap((mail) => (mail.name === 'verify-email' ? [mail.data.token] : []))
}

const readOwnAccount = async (browser: Browser) => (await browser.ask('/api/accounts')).json<{ email: string; hasPassword: boolean }>()

/** The stranger is out, from every browser and with everything they could still send. */
async function expectStrangerIsOut(email: string, stranger: Browser): Promise<void> {
  expect(await new Browser().signIn(email, strangerPassword)).not.toBeNull()
  await attack(stranger, email)
  expect(await stranger.signIn(email, strangerPassword)).not.toBeNull()
  expect(await stranger.viewer()).toBeNull()
}

type Step = 'stranger' | 'owner' | 'owner asks again' | 'stranger asks again'
const orders: Step[][] = [
  ['stranger', 'owner'],
  ['owner', 'stranger'],
  ['stranger', 'owner', 'stranger'],
  ['owner', 'stranger', 'owner asks again'],
  ['owner', 'stranger asks again'],
  ['owner', 'owner asks again', 'stranger', 'stranger asks again'],
  ['stranger', 'stranger asks again', 'owner', 'stranger asks again'],
]

describe('A password that a stranger chose for an address', () => {
  for (const order of orders) {
    for (const which of ['first', 'last'] as const) {
      it(`is not set when the owner follows the ${which} mail after: ${order.join(', ')}`, async () => {
        const [email, owner, stranger] = [newEmail(), new Browser(), new Browser()]
        for (const step of order) {
          if (step === 'stranger') await attack(stranger, email)
          else if (step === 'owner') await owner.signUp(email, ownerPassword)
          else await askAgain(step === 'owner asks again' ? owner : stranger, email)
        }
        const token = (await verifyTokens(email)).at(which === 'first' ? 0 : -1) ?? ''
        expect(await owner.follow(token)).toBeNull()
        expect(await owner.viewer()).toMatchObject({ emailVerified: true })
        // The owner's own choice belongs to the browser that made it, no matter which mail was followed.
        expect(await new Browser().signIn(email, ownerPassword)).toBeNull()
        await expectStrangerIsOut(email, stranger)
      })
    }
  }

  it('is not set when the owner follows the mail in a browser that chose nothing; no password is', async () => {
    const [email, phone, stranger] = [newEmail(), new Browser(), new Browser()]
    await new Browser().signUp(email, ownerPassword)
    await attack(stranger, email)
    for (const token of (await verifyTokens(email)).slice(-1)) expect(await phone.follow(token)).toBeNull()
    expect(await readOwnAccount(phone)).toMatchObject({ email, hasPassword: false })
    expect(await new Browser().signIn(email, ownerPassword)).toBe('Email unverified && Social set')
    await expectStrangerIsOut(email, stranger)
  })

  it('is not sent along with a request for the link, and not with a cookie that the stranger made up', async () => {
    const [email, owner] = [newEmail(), new Browser()]
    await owner.signUp(email, ownerPassword)
    for (const value of ['', 'x', 'A'.repeat(43), owner.cookie('authjs.csrf-token') ?? '']) {
      const stranger = new Browser()
      stranger.setCookie('browser', value)
      await attack(stranger, email)
    }
    const other = new Browser()
    expect(await other.follow(await tokenFor(email, 'verify-email'))).toBeNull()
    expect(await readOwnAccount(other)).toMatchObject({ hasPassword: false })
    expect(await new Browser().signIn(email, strangerPassword)).not.toBeNull()
  })

  it('is dead after the owner signs in with Google', async () => {
    for (const isBefore of [true, false]) {
      const [email, owner, stranger] = [newEmail(), new Browser(), new Browser()]
      await owner.signUp(email, ownerPassword)
      await attack(stranger, email)
      const tokens = await verifyTokens(email)
      const context = { db: openPrimary(env.DB), now: Date.now(), newId: uuidv7, platform: 'gth' } as const
      await linkGoogle(context, { subject: `google-${email}`, email })
      if (!isBefore) await attack(stranger, email)
      for (const token of tokens) expect(await owner.follow(token)).toBe('LinkUsed')
      await expectStrangerIsOut(email, stranger)
    }
  })

  it('is dead after the owner sets another one with a reset link', async () => {
    const [email, owner, stranger] = [newEmail(), new Browser(), new Browser()]
    await attack(stranger, email)
    await owner.ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const json = { token: await tokenFor(email, 'reset-password'), password: ownerPassword }
    expect((await owner.ask('/api/accounts/password', { method: 'PUT', json })).status).toBe(204)
    for (const token of await verifyTokens(email)) expect(await owner.follow(token)).toBe('LinkUsed')
    expect(await new Browser().signIn(email, ownerPassword)).toBeNull()
    await expectStrangerIsOut(email, stranger)
  })

  it('expires with the link, and the secret of the browser is of no use to scripts or to other hosts', async () => {
    const [email, browser] = [newEmail(), new Browser()]
    const answer = await browser.signUp(email, ownerPassword)
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('browser='))).toMatch(/HttpOnly; SameSite=Lax$/i)
    const json = { email: newEmail(), password: ownerPassword, isOldEnough: true, acceptsTerms: true }
    const secure = await new Browser().ask('/api/accounts', { method: 'POST', origin: 'https://localhost:5173', json })
    expect(secure.headers.getSetCookie().find((line) => line.includes('browser='))).toMatch(
      /^__Host-browser=.*HttpOnly; Secure; SameSite=Lax$/,
    )
    const secret = browser.cookie('browser') ?? ''
    const { results } = await env.DB.prepare('SELECT * FROM auth_tokens').all()
    expect(secret).toHaveLength(43)
    expect(JSON.stringify(results)).not.toContain(secret)
    await env.DB.prepare("UPDATE auth_tokens SET expires_at = 1 WHERE purpose = 'password'").run()
    expect(await browser.follow(await tokenFor(email, 'verify-email'))).toBeNull()
    expect(await readOwnAccount(browser)).toMatchObject({ hasPassword: false })
  })
})

describe('The password that is asked for after the link', () => {
  const choose = (browser: Browser, password = ownerPassword) =>
    browser.ask('/api/accounts/password', { method: 'POST', json: { password } })

  async function verifyElsewhere() {
    const [email, phone] = [newEmail(), new Browser()]
    await new Browser().signUp(email, strangerPassword)
    await phone.follow(await tokenFor(email, 'verify-email'))
    return { email, phone }
  }

  it('is set by the browser that followed the link, once, and the owner gets an email', async () => {
    const { email, phone } = await verifyElsewhere()
    expect((await choose(phone)).status).toBe(204)
    expect(await new Browser().signIn(email, ownerPassword)).toBeNull()
    expect((await mailsTo(email)).find(({ name }) => name === 'password-set')).toMatchObject({ data: { isFirst: true } })
    expect((await choose(phone, strangerPassword)).status).toBe(409)
    expect(await new Browser().signIn(email, strangerPassword)).toBe('InvalidUser')
  })

  it('cannot be set in an old session, without a session, or for an account that has one', async () => {
    const { email, phone } = await verifyElsewhere()
    vi.setSystemTime(freezeClock() + hour)
    expect(await readProblem(await choose(phone))).toMatchObject({ status: 403, code: 'FreshSignInRequired' })
    expect((await choose(new Browser())).status).toBe(401)
    expect(await new Browser().signIn(email, ownerPassword)).toBe('Email unverified && Social set')
    const person = await makePerson()
    expect((await choose(person.browser)).status).toBe(409)
    expect(await new Browser().signIn(person.email, person.password)).toBeNull()
  })
})
