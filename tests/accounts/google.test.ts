import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { linkGoogle } from '../../worker/accounts/link-google.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { uuidv7 } from '../../worker/platform/ids.ts'
import { collectLog } from '../setup/log.ts'
import { Browser, makePerson, newEmail, tokenFor } from './people.ts'

collectLog()
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

const link = (email: string, subject = `google-${email.toLowerCase()}`) =>
  linkGoogle({ db: openPrimary(env.DB), now: Date.now(), newId: uuidv7, platform: 'gth' }, { subject, email })
const userOf = (id: string) => env.DB.prepare('SELECT email, password_hash, email_verified_at FROM users WHERE id = ?').bind(id).first()

describe('A Google account', () => {
  it('is someone new the first time, and the same person ever after', async () => {
    const email = newEmail()
    const id = await link(email)
    expect(await userOf(id)).toMatchObject({ email, password_hash: null, email_verified_at: expect.any(Number) })
    expect(await link(email)).toBe(id)
    expect(await link('another-address@example.com', `google-${email}`)).toBe(id)
  })

  it('and a password on one verified address are one account', async () => {
    const { browser, email, password } = await makePerson()
    const viewer = await browser.viewer()
    expect(await link(email.toUpperCase())).toBe(viewer?.id)
    expect(await new Browser().signIn(email, password)).toBeNull()
  })

  it('can be given a password by mail', async () => {
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

  it('kills the unverified password somebody else left on its address', async () => {
    const email = newEmail()
    const attacker = new Browser()
    await attacker.signUp(email, 'attacker password')
    const link1 = await tokenFor(email, 'verify-email')
    const id = await link(email)
    expect(await userOf(id)).toMatchObject({ password_hash: null, email_verified_at: expect.any(Number) })
    expect(await new Browser().follow(link1)).toBe('LinkUsed')
    expect(await new Browser().signIn(email, 'attacker password')).toBe('Email unverified && Social set')
  })

  it('is one person also when ten requests bring it at once', async () => {
    const email = newEmail()
    const ids = await Promise.all(Array.from({ length: 10 }, () => link(email)))
    expect(new Set(ids).size).toBe(1)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM users WHERE email = ?').bind(email).first('n')).toBe(1)
  })
})
