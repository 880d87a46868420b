import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { linkGoogle } from '../../worker/accounts/link-google.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { uuidv7 } from '../../worker/platform/ids.ts'
import { collectLog } from '../setup/log.ts'
import { standInForGoogle } from './google-provider.ts'
import { Browser, makePerson, newEmail, tokenFor } from './people.ts'

collectLog()
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const link = (email: string, subject = `google-${email.toLowerCase()}`) =>
  linkGoogle({ db: openPrimary(env.DB), now: Date.now(), newId: uuidv7, platform: 'gth' }, { subject, email })
const readUser = (id: string) => env.DB.prepare('SELECT email, password_hash, email_verified_at FROM users WHERE id = ?').bind(id).first()

describe('A Google account', () => {
  it('creates a new account the first time, and later signs in to the same account', async () => {
    const email = newEmail()
    const id = await link(email)
    expect(await readUser(id)).toMatchObject({ email, password_hash: null, email_verified_at: expect.any(Number) })
    expect(await link(email)).toBe(id)
    expect(await link('another-address@example.com', `google-${email}`)).toBe(id)
  })

  it('signs in to the existing account that has the same verified email', async () => {
    const { browser, email, password } = await makePerson()
    const viewer = await browser.viewer()
    expect(await link(email.toUpperCase())).toBe(viewer?.id)
    expect(await new Browser().signIn(email, password)).toBeNull()
  })

  it('can get a password with a link by email', async () => {
    const email = newEmail()
    const id = await link(email)
    expect(await new Browser().signIn(email, 'any password')).toBe('Email unverified && Social set')
    await new Browser().ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const token = await tokenFor(email, 'reset-password')
    await new Browser().ask('/api/accounts/password', { method: 'PUT', json: { token, password: 'my new password' } })
    const browser = new Browser()
    expect(await browser.signIn(email, 'my new password')).toBeNull()
    expect((await browser.viewer())?.id).toBe(id)
    expect(await link(email)).toBe(id)
  })

  it('removes the password of an unverified account with the same email', async () => {
    const email = newEmail()
    const attacker = new Browser()
    await attacker.signUp(email, 'attacker password')
    const link1 = await tokenFor(email, 'verify-email')
    const id = await link(email)
    expect(await readUser(id)).toMatchObject({ password_hash: null, email_verified_at: expect.any(Number) })
    expect(await new Browser().follow(link1)).toBe('LinkUsed')
    expect(await new Browser().signIn(email, 'attacker password')).toBe('Email unverified && Social set')
  })

  it('creates only one account when ten requests arrive at once', async () => {
    const email = newEmail()
    const ids = await Promise.all(Array.from({ length: 10 }, () => link(email)))
    expect(new Set(ids).size).toBe(1)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM users WHERE email = ?').bind(email).first('n')).toBe(1)
  })

  it('suggests its name to a newcomer, and to nobody who has a name', async () => {
    const google = standInForGoogle()
    onTestFinished(() => void vi.unstubAllGlobals())
    const suggestionFor = async (browser: Browser) => (await (await browser.ask('/api/profiles/me')).json<OwnProfile>()).suggestedName
    const account = { subject: 'named', email: newEmail(), name: 'Wolfeschlegelstein Bergerdorff Gail' }
    const browser = new Browser()
    await google.signIn(browser, account)
    // A display name has at most 25 characters.
    expect(await suggestionFor(browser)).toBe('Wolfeschlegelstein')
    await env.DB.prepare("UPDATE users SET display_name = 'Gail' WHERE email = ?").bind(account.email).run()
    expect(await suggestionFor(browser)).toBeUndefined()
    const nameless = new Browser()
    await google.signIn(nameless, { subject: 'nameless', email: newEmail() })
    expect(await suggestionFor(nameless)).toBeUndefined()
  })
})
