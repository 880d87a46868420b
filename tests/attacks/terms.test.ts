import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { termsVersion } from '../../domain/legal/versions.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { linkGoogle } from '../../worker/accounts/link-google.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { uuidv7 } from '../../worker/platform/ids.ts'
import { Browser, newEmail, tokenFor } from '../accounts/people.ts'
import { completeForm, type Person } from '../profiles/people.ts'
import { ask, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

type Asks = { ask: Person['ask'] }
const accepted = { isOldEnough: true, acceptsTerms: true }
const password = 'correct horse battery'

const setUp = (person: Asks, change: object = {}) =>
  person.ask('/api/profiles/me', { method: 'POST', json: { ...completeForm, ...change } })
const readProfile = async (person: Asks): Promise<OwnProfile> => (await person.ask('/api/profiles/me')).json()
const readTerms = (email: string) =>
  env.DB.prepare('SELECT terms_version AS version, terms_accepted_at AS at FROM users WHERE email = ?').bind(email).first()
const none = { version: null, at: null }
const current = { version: termsVersion, at: expect.any(Number) }

const link = (email: string) =>
  linkGoogle({ db: openPrimary(env.DB), now: Date.now(), newId: uuidv7, platform: 'gth' }, { subject: `google-${email}`, email })

/** A person who has just come back from Google. The sign-in for tests would accept the terms, so this undoes that. */
async function comeFromGoogle(): Promise<Asks & { id: string; email: string }> {
  const email = newEmail()
  const id = await link(email)
  expect(await readTerms(email)).toEqual(none)
  const cookie = await signIn({ id, name: '', emailVerified: true, profileComplete: false })
  await env.DB.prepare('UPDATE users SET display_name = NULL, terms_version = NULL, terms_accepted_at = NULL WHERE id = ?').bind(id).run()
  return { id, email, ask: (path, options = {}) => ask(path, { ...options, headers: { cookie, ...options.headers } }) }
}

describe('A person who signs in with Google', () => {
  it('cannot complete a profile without saying their age and accepting the terms', async () => {
    const person = await comeFromGoogle()
    expect(await readProfile(person)).toMatchObject({ hasAcceptedTerms: false, hasAdditionalInfo: false })
    for (const change of [{}, { isOldEnough: true }, { acceptsTerms: true }]) {
      expect(await readProblem(await setUp(person, change))).toMatchObject({
        status: 403,
        code: 'TermsNotAccepted',
        issues: [{ path: 'acceptsTerms' }],
      })
    }
    for (const change of [
      { ...accepted, isOldEnough: false },
      { ...accepted, acceptsTerms: 'yes' },
    ])
      expect((await setUp(person, change)).status).toBe(400)
    expect(await readProfile(person)).toMatchObject({ hasAcceptedTerms: false, hasAdditionalInfo: false, displayName: null })
    expect(await readTerms(person.email)).toEqual(none)
  })

  it('can with both, and the version and the time are stored and exported', async () => {
    const person = await comeFromGoogle()
    const answer = await setUp(person, accepted)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ hasAcceptedTerms: true, hasAdditionalInfo: true })
    expect(await readTerms(person.email)).toEqual(current)
  })

  it('who leaves them out in one of ten requests at once gets one profile with an acceptance', async () => {
    const person = await comeFromGoogle()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => setUp(person, index % 2 ? accepted : {})))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await readTerms(person.email)).toEqual(current)
  })
})

describe('Signing up by email', () => {
  it('stores the accepted version once the email is verified in the same browser', async () => {
    const [browser, email] = [new Browser(), newEmail()]
    await browser.signUp(email, password)
    expect(await readTerms(email)).toEqual(none)
    await browser.follow(await tokenFor(email, 'verify-email'))
    expect(await readTerms(email)).toEqual(current)
    expect((await setUp(browser)).status).toBe(201)
  })

  it('by a stranger accepts nothing for the owner of the address', async () => {
    const [stranger, owner, email] = [new Browser(), new Browser(), newEmail()]
    await stranger.signUp(email, password)
    await owner.follow(await tokenFor(email, 'verify-email'))
    expect(await readTerms(email)).toEqual(none)
    expect(await readProblem(await setUp(owner))).toMatchObject({ code: 'TermsNotAccepted' })
    expect((await setUp(owner, accepted)).status).toBe(201)
  })

  it('by a stranger accepts nothing for the owner who comes with Google', async () => {
    const email = newEmail()
    await new Browser().signUp(email, password)
    await link(email)
    expect(await readTerms(email)).toEqual(none)
  })
})

describe('An account from before the terms', () => {
  it('keeps working when its profile is complete', async () => {
    const person = await comeFromGoogle()
    await setUp(person, accepted)
    await env.DB.prepare('UPDATE users SET terms_version = NULL, terms_accepted_at = NULL WHERE id = ?').bind(person.id).run()
    expect((await person.ask('/api/home')).status).not.toBe(403)
    const { activities: _, privacy: __, ...form } = completeForm
    expect((await person.ask('/api/profiles/me', { method: 'PUT', json: { ...form, version: 1 } })).status).toBe(200)
    expect(await readProblem(await setUp(person))).toMatchObject({ code: 'ProfileExists' })
  })
})
