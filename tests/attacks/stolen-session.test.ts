import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { type GoogleAccount, standInForGoogle } from '../accounts/google-provider.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from '../accounts/people.ts'
import { readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'

// Someone has a copy of a session cookie: from a shared computer, or from a browser extension.

collectLog()
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sessionCookie = 'authjs.session-token'
/** Emails of one moment have no order. */
const passSecond = () => vi.setSystemTime(Date.now() + 1000)

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
    await new Browser().ask('/api/accounts/login-link', { method: 'POST', json: { email } })
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

let people = 0
/** A signed-in person with a Google account and without a password. */
async function makeGooglePerson(google: ReturnType<typeof standInForGoogle>) {
  people += 1
  const account: GoogleAccount = { subject: `subject-${people}`, email: newEmail() }
  const browser = new Browser()
  expect(await google.signIn(browser, account)).toBe('/settings')
  return { browser, account }
}

/** A signed-in person who has neither a password nor Google: they opened the link in another browser, and chose no password. */
async function makeLinkPerson() {
  const email = newEmail()
  await new Browser().signUp(email, 'correct horse battery')
  const browser = new Browser()
  await browser.follow(await tokenFor(email, 'verify-email'))
  return { browser, email }
}

const send = (browser: Browser, method: string, path: string, json?: unknown) =>
  browser.ask(`/api${path}`, { method, ...(json === undefined ? {} : { json }) })
const confirmWith = (browser: Browser, proof: Record<string, string>) => send(browser, 'POST', '/accounts/confirmation', proof)
const statusAndCode = async (answer: Response) => [answer.status, answer.status < 300 ? null : (await readProblem(answer)).code]

/** Asks for everything that must not be done with a stolen cookie, and returns the codes of the refusals. */
async function trySensitiveActs(browser: Browser): Promise<unknown[]> {
  const acts: [string, string, unknown?][] = [
    ['DELETE', '/accounts', { confirm: 'DELETE' }],
    ['POST', '/accounts/email', { email: newEmail() }],
    ['POST', '/accounts/password', { password: 'the thief chose this' }],
    ['DELETE', '/accounts/google'],
    ['POST', '/teams/some-team/hand-over', { to: 'some-person' }],
    ['DELETE', '/teams/some-team?name=Some+team'],
  ]
  const codes: unknown[] = []
  for (const act of acts) codes.push((await statusAndCode(await send(browser, ...act)))[1])
  return codes
}

const notFresh = Array(6).fill('FreshSignInRequired')
describe('A stolen cookie older than an hour', () => {
  it('deletes nothing, changes no email, hands nothing over and changes no way of signing in', async () => {
    const google = standInForGoogle()
    const { browser } = await makeGooglePerson(google)
    const start = freezeClock()
    vi.setSystemTime(start + hour)
    expect(await trySensitiveActs(copyOf(browser))).toEqual(notFresh)
    // Using it does not make it fresh, and neither does the renewal of the cookie after a day.
    for (let n = 1; n <= 5; n++) {
      vi.setSystemTime(start + n * 20 * hour)
      const before = browser.cookie(sessionCookie)
      expect(await browser.viewer()).not.toBeNull()
      if (n % 2 === 0) expect(browser.cookie(sessionCookie)).not.toBe(before)
      expect(await trySensitiveActs(browser)).toEqual(notFresh)
    }
    expect(await browser.viewer()).not.toBeNull()
  })

  it('needs the password for the email and the password, even within the hour', async () => {
    const { browser } = await makePerson()
    const thief = copyOf(browser)
    expect(await statusAndCode(await send(thief, 'POST', '/accounts/email', { email: newEmail() }))).toEqual([400, 'PasswordMissing'])
    const change = { currentPassword: 'a guess of the thief', password: 'the thief chose this' }
    expect(await statusAndCode(await send(thief, 'PATCH', '/accounts/password', change))).toEqual([400, 'WrongPassword'])
    expect(await statusAndCode(await send(thief, 'POST', '/accounts/password', { password: 'the thief chose this' }))).toEqual([
      409,
      'PasswordExists',
    ])
  })

  it('gains nothing when the owner confirms that it is them', async () => {
    const { browser, password } = await makePerson()
    const thief = copyOf(browser)
    vi.setSystemTime(freezeClock() + 2 * hour)
    expect((await confirmWith(browser, { with: 'password', password })).status).toBe(204)
    expect((await trySensitiveActs(thief)).filter((code) => code === 'FreshSignInRequired')).toHaveLength(5)
    expect((await send(browser, 'DELETE', '/accounts', { confirm: 'DELETE' })).status).toBe(204)
  })

  it('is worthless once the owner changes the password, and so is every other session and link', async () => {
    const { browser, email, password } = await makePerson()
    const elsewhere = new Browser()
    await elsewhere.signIn(email, password)
    await send(browser, 'POST', '/accounts/password-reset', { email })
    const reset = await tokenFor(email, 'reset-password')
    const thief = copyOf(browser)
    const change = { currentPassword: password, password: 'rain over the bay' }
    expect((await send(browser, 'PATCH', '/accounts/password', change)).status).toBe(204)
    expect([await thief.viewer(), await elsewhere.viewer()]).toEqual([null, null])
    expect((await browser.viewer())?.id).toBeDefined()
    expect(await countDevices(browser)).toBe(1)
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'password-set', data: { isFirst: false } })
    expect((await send(thief, 'PUT', '/accounts/password', { token: reset, password: 'the thief chose this' })).status).toBe(404)
    expect(await new Browser().signIn(email, password)).toBe('InvalidUser')
    expect(await browser.signIn(email, 'rain over the bay')).toBeNull()
  })
})

describe('Guessing through the confirmation', () => {
  it('counts wrong passwords as sign-in does, and for the current password of a change too', async () => {
    const { browser, email, password } = await makePerson()
    const thief = copyOf(browser)
    for (let n = 0; n < 5; n++) {
      expect(await statusAndCode(await confirmWith(thief, { with: 'password', password: `guess ${n}` }))).toEqual([400, 'WrongPassword'])
      const change = { currentPassword: `guess ${n}`, password: 'the thief chose this' }
      const problem = await readProblem(await send(thief, 'PATCH', '/accounts/password', change))
      expect(problem).toMatchObject({ code: 'WrongPassword', issues: [{ path: 'currentPassword' }] })
    }
    expect(await statusAndCode(await confirmWith(thief, { with: 'password', password }))).toEqual([429, 'TooManyPasswordTries'])
    expect(await thief.signIn(email, password)).toBe('NetworkError')
    // The owner is on a device that is known.
    expect((await confirmWith(browser, { with: 'password', password })).status).toBe(204)
  })

  it('many guesses at the same moment are not compared more often', async () => {
    const { browser, password } = await makePerson()
    const thief = copyOf(browser)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => confirmWith(thief, { with: 'password', password: `guess ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect((await confirmWith(thief, { with: 'password', password })).status).toBe(429)
  })

  it('a common password is refused in place, and the old one stays', async () => {
    const { browser, email, password } = await makePerson()
    const change = { currentPassword: password, password: 'Password2026' }
    expect(await statusAndCode(await send(browser, 'PATCH', '/accounts/password', change))).toEqual([400, 'CommonPassword'])
    expect(await browser.signIn(email, password)).toBeNull()
  })

  it('ends after ten wrong codes a day, also with a new code', async () => {
    const { browser, email } = await makeLinkPerson()
    const start = freezeClock()
    vi.setSystemTime(start + 2 * hour)
    const askForCode = async () => {
      passSecond()
      expect((await send(browser, 'POST', '/accounts/confirmation/code')).status).toBe(202)
      const mail = (await mailsTo(email)).findLast(({ name }) => name === 'confirmation-code')
      return mail?.name === 'confirmation-code' ? mail.data.code : ''
    }
    const first = await askForCode()
    expect(first).toMatch(/^\d{6}$/)
    const wrong = (n: number) => String((Number(first) + n) % 1_000_000).padStart(6, '0')
    for (let n = 1; n <= 10; n++) {
      expect(await statusAndCode(await confirmWith(browser, { with: 'code', code: wrong(n) }))).toEqual([400, 'WrongCode'])
    }
    const second = await askForCode()
    expect(await statusAndCode(await confirmWith(browser, { with: 'code', code: second }))).toEqual([429, 'TooManyCodeTries'])
    vi.setSystemTime(start + 2 * hour + day + minute)
    expect((await confirmWith(browser, { with: 'code', code: await askForCode() })).status).toBe(204)
    expect((await send(browser, 'DELETE', '/accounts', { confirm: 'DELETE' })).status).toBe(204)
  })
})

describe('A code by email', () => {
  const codesTo = async (email: string) =>
    (await mailsTo(email)).flatMap((mail) => (mail.name === 'confirmation-code' ? [mail.data.code] : []))
  const askForCode = (browser: Browser) => send(browser, 'POST', '/accounts/confirmation/code')

  it('works once, for 15 minutes, only the newest one, and only for its own account', async () => {
    const { browser, email } = await makeLinkPerson()
    const other = await makeLinkPerson()
    freezeClock()
    for (let n = 0; n < 3; n++) {
      passSecond()
      expect((await askForCode(browser)).status).toBe(202)
    }
    const [first = '', second = '', third = ''] = await codesTo(email)
    expect((await confirmWith(other.browser, { with: 'code', code: third })).status).toBe(400)
    for (const code of [first, second].filter((code) => code !== third))
      expect((await confirmWith(browser, { with: 'code', code })).status).toBe(400)
    expect((await confirmWith(browser, { with: 'code', code: third })).status).toBe(204)
    expect((await confirmWith(browser, { with: 'code', code: third })).status).toBe(400)
    passSecond()
    await askForCode(browser)
    vi.setSystemTime(Date.now() + 15 * minute)
    expect((await confirmWith(browser, { with: 'code', code: (await codesTo(email)).at(-1) ?? '' })).status).toBe(400)
  })

  it('is sent five times a day at most, and never to someone who has a password or Google', async () => {
    const { browser, email } = await makeLinkPerson()
    for (let n = 0; n < 5; n++) expect((await askForCode(browser)).status).toBe(202)
    expect(await statusAndCode(await askForCode(browser))).toEqual([429, 'TooManyConfirmationCodes'])
    expect(await codesTo(email)).toHaveLength(5)
    const withPassword = await makePerson()
    const withGoogle = await makeGooglePerson(standInForGoogle())
    for (const person of [withPassword, withGoogle]) {
      expect(await statusAndCode(await askForCode(person.browser))).toEqual([409, 'CodeNotNeeded'])
    }
    expect([...(await codesTo(withPassword.email)), ...(await codesTo(withGoogle.account.email))]).toEqual([])
  })
})

describe('Confirming with Google', () => {
  const startConfirmation = (browser: Browser) => send(browser, 'POST', '/accounts/confirmation/google')
  const deleteAccount = (browser: Browser) => send(browser, 'DELETE', '/accounts', { confirm: 'DELETE' })

  it('makes the session fresh for the connected account, and keeps it', async () => {
    const google = standInForGoogle()
    const { browser, account } = await makeGooglePerson(google)
    const thief = copyOf(browser)
    vi.setSystemTime(freezeClock() + 2 * hour)
    expect((await startConfirmation(browser)).status).toBe(204)
    const atGoogle = await google.open(browser)
    expect(atGoogle.searchParams.get('prompt')).toBe('select_account')
    expect(atGoogle.searchParams.get('login_hint')).toBe(account.subject)
    const back = google.choose(atGoogle, account)
    expect((await browser.ask(back)).headers.get('location')).toBe('http://localhost:5173/settings')
    expect(await countDevices(browser)).toBe(1)
    // Sending the same way back again proves nothing, in this browser or in another one.
    expect((await thief.ask(back)).headers.get('location')).toContain('error=')
    expect(await statusAndCode(await deleteAccount(thief))).toEqual([403, 'FreshSignInRequired'])
    expect((await deleteAccount(browser)).status).toBe(204)
  })

  it('does not accept another Google account, and keeps the person signed in as themselves', async () => {
    const google = standInForGoogle()
    const { browser } = await makeGooglePerson(google)
    const thief = await makeGooglePerson(google)
    const viewer = await browser.viewer()
    vi.setSystemTime(freezeClock() + 2 * hour)
    await startConfirmation(browser)
    expect(await google.signIn(browser, thief.account)).toBe('/confirm-google?error=OtherGoogleAccount')
    expect(await browser.viewer()).toEqual(viewer)
    expect(await statusAndCode(await deleteAccount(browser))).toEqual([403, 'FreshSignInRequired'])
    // A Google account that nobody has used, with the email of the victim, is another account as well.
    await startConfirmation(browser)
    const sameEmail = {
      subject: 'subject-of-the-thief',
      email: (await (await browser.ask('/api/accounts')).json<{ email: string }>()).email,
    }
    expect(await google.signIn(browser, sameEmail)).toBe('/confirm-google?error=OtherGoogleAccount')
    expect(await statusAndCode(await deleteAccount(browser))).toEqual([403, 'FreshSignInRequired'])
  })

  it('is not possible for the session of another person by a copied or invented cookie', async () => {
    const google = standInForGoogle()
    const victim = await makeGooglePerson(google)
    const thief = await makeGooglePerson(google)
    const victimId = (await victim.browser.viewer())?.id
    vi.setSystemTime(freezeClock() + 2 * hour)
    const copy = copyOf(victim.browser)
    // Without the start, it is an ordinary sign-in: the thief becomes themselves, and the copy of the victim's session ends.
    expect(await google.signIn(copy, thief.account)).toBe('/settings')
    expect((await copy.viewer())?.id).toBe((await thief.browser.viewer())?.id)
    const second = copyOf(thief.browser)
    second.setCookie('confirming', 'the session of someone else')
    expect(await google.signIn(second, thief.account)).toBe('/settings')
    expect((await second.viewer())?.id).not.toBe(victimId)
  })

  it('is refused for an account that is not connected, and a cancellation leads back to the same screen', async () => {
    const { browser } = await makePerson()
    expect(await statusAndCode(await startConfirmation(browser))).toEqual([404, 'GoogleNotConnected'])
    const google = standInForGoogle()
    const person = await makeGooglePerson(google)
    await startConfirmation(person.browser)
    const state = (await google.open(person.browser)).searchParams.get('state') ?? ''
    const answer = await person.browser.ask(`/api/auth/callback/google?error=access_denied&state=${encodeURIComponent(state)}`)
    expect(answer.headers.get('location')).toMatch(/\/confirm-google\?error=OAuthCallbackError/)
    expect(await person.browser.viewer()).not.toBeNull()
  })
})

describe('Disconnecting Google', () => {
  const disconnect = (browser: Browser) => send(browser, 'DELETE', '/accounts/google')
  const readAccount = async (browser: Browser) => (await browser.ask('/api/accounts')).json<{ hasGoogle: boolean; hasPassword: boolean }>()

  it('needs a password, so that the person can still sign in, and sends an email', async () => {
    const google = standInForGoogle()
    const { browser, account } = await makeGooglePerson(google)
    expect(await statusAndCode(await disconnect(browser))).toEqual([409, 'PasswordNeeded'])
    expect((await send(browser, 'POST', '/accounts/password', { password: 'rain over the bay' })).status).toBe(204)
    expect((await disconnect(browser)).status).toBe(204)
    expect(await readAccount(browser)).toMatchObject({ hasGoogle: false, hasPassword: true })
    expect((await mailsTo(account.email)).at(-1)).toMatchObject({ name: 'google-disconnected' })
    expect(await statusAndCode(await disconnect(browser))).toEqual([404, 'GoogleNotConnected'])
    expect((await mailsTo(account.email)).filter(({ name }) => name === 'google-disconnected')).toHaveLength(1)
    expect(await new Browser().signIn(account.email, 'rain over the bay')).toBeNull()
  })

  it('leaves no way in for a Google account with another email', async () => {
    const google = standInForGoogle()
    const { browser, account } = await makeGooglePerson(google)
    await send(browser, 'POST', '/accounts/password', { password: 'rain over the bay' })
    const next = newEmail()
    await send(browser, 'POST', '/accounts/email', { email: next, password: 'rain over the bay' })
    await send(browser, 'PUT', '/accounts/email', { token: await tokenFor(next, 'email-change') })
    await disconnect(browser)
    const stranger = new Browser()
    await google.signIn(stranger, account)
    expect((await stranger.viewer())?.id).not.toBe((await browser.viewer())?.id)
  })
})
