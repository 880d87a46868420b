import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hour, minute } from '../../domain/time/spans.ts'
import { Browser, mailsTo, makePerson, newEmail, tokenFor } from '../accounts/people.ts'
import { readProblem } from '../setup/client.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { collectLog } from '../setup/log.ts'

// Someone guesses the password of one account from as many client addresses and browsers as they like, or collects the addresses
// that have an account.

collectLog()
beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))
afterEach(() => void vi.useRealTimers())

let addresses = 0
/** A browser on a client address that was never used before. */
const newAttacker = () => {
  addresses += 1
  return new Browser({ address: `2001:db8:${addresses.toString(16)}::1` })
}

/** Guesses once from each of this many addresses, and returns how often the guess was compared. */
async function guess(email: string, times: number): Promise<number> {
  const codes: (string | null)[] = []
  for (let i = 0; i < times; i++) codes.push(await newAttacker().signIn(email, `guess number ${i}`))
  expect(codes).not.toContain(null)
  return codes.filter((code) => code === 'InvalidUser').length
}

const warnings = async (email: string) => (await mailsTo(email)).filter(({ name }) => name === 'many-wrong-passwords').length

describe('Guessing one password from everywhere', () => {
  it('is slowed to one try a minute after a hundred wrong ones, the owner is told once, and known devices are not affected', async () => {
    const { browser: known, email, password } = await makePerson()
    await known.signOut()
    const start = freezeClock()
    expect(await guess(email, 99)).toBe(99)
    expect(await warnings(email)).toBe(0)
    expect(await guess(email, 10)).toBe(1)
    expect(await warnings(email)).toBe(1)
    // Not even the right password helps from an unknown device.
    expect(await newAttacker().signIn(email, password)).toBe('NetworkError')
    for (let n = 1; n <= 5; n++) {
      vi.setSystemTime(start + n * (minute + 1))
      expect(await guess(email, 4), `minute ${n}`).toBe(1)
    }
    expect(await warnings(email)).toBe(1)
    // The owner on a device they have used before, as often as they like.
    for (let n = 0; n < 3; n++) {
      expect(await known.signIn(email, password)).toBeNull()
      await known.signOut()
    }
    expect(await guess(email, 3)).toBe(0)
    vi.setSystemTime(start + 2 * hour)
    expect(await guess(email, 5)).toBe(5)
  }, 60_000)

  it('by many at the same moment is not compared more often', async () => {
    const { email } = await makePerson()
    const codes = await Promise.all(Array.from({ length: 120 }, (_, i) => newAttacker().signIn(email, `guess number ${i}`)))
    expect(codes.filter((code) => code === 'InvalidUser')).toHaveLength(100)
  }, 60_000)

  it('does not lock out a known device on the same client address', async () => {
    const address = '198.51.100.77'
    const { email, password } = await makePerson()
    const known = new Browser({ address })
    await known.signIn(email, password)
    await known.signOut()
    const attacker = new Browser({ address })
    for (let i = 0; i < 10; i++) await attacker.signIn(email, `guess number ${i}`)
    expect(await attacker.signIn(email, password)).toBe('NetworkError')
    expect(await known.signIn(email, password)).toBeNull()
  })

  it('on a known device is slowed to one try a minute after ten wrong ones, for as long as it goes on, and the owner is told', async () => {
    const { browser: known, email, password } = await makePerson()
    await known.signOut()
    const start = freezeClock()
    for (let i = 0; i < 10; i++) expect(await known.signIn(email, `guess number ${i}`)).toBe('InvalidUser')
    expect(await known.signIn(email, password)).toBe('NetworkError')
    for (let n = 1; n <= 89; n++) {
      vi.setSystemTime(start + n * (minute + 1))
      expect(await known.signIn(email, `later guess ${n}`), `minute ${n}`).toBe('InvalidUser')
      if (n % 10 === 0) expect(await known.signIn(email, password), `minute ${n}`).toBe('NetworkError')
    }
    expect(await warnings(email)).toBe(0)
    vi.setSystemTime(start + 90 * (minute + 1))
    expect(await known.signIn(email, 'the hundredth guess')).toBe('InvalidUser')
    expect(await warnings(email)).toBe(1)
    // A minute after any number of wrong passwords, the right one works. Then the count starts again.
    vi.setSystemTime(start + 91 * (minute + 1))
    expect(await known.signIn(email, password)).toBeNull()
    await known.signOut()
    for (let i = 0; i < 9; i++) expect(await known.signIn(email, `guess number ${i}`)).toBe('InvalidUser')
    expect(await known.signIn(email, password)).toBeNull()
  }, 60_000)

  it('is not helped by a copied user agent, an invented secret, or a device that another person uses', async () => {
    const { browser: known, email, password } = await makePerson()
    const other = await makePerson()
    await guess(email, 100)
    const copies = [newAttacker(), newAttacker(), newAttacker()]
    for (const copy of copies) copy.userAgent = known.userAgent
    copies[1]?.setCookie('browser', 'A'.repeat(43))
    copies[2]?.setCookie('browser', other.browser.cookie('browser') ?? '')
    for (const copy of copies) expect(await copy.signIn(email, password)).toBe('NetworkError')
  }, 60_000)

  it('ends for the owner with a reset link, on any device', async () => {
    const { email } = await makePerson()
    await guess(email, 101)
    const owner = newAttacker()
    await owner.ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const json = { token: await tokenFor(email, 'reset-password'), password: 'quite another password' }
    await owner.ask('/api/accounts/password', { method: 'PUT', json })
    await guess(email, 101)
    // The browser in which the link was opened is known now.
    expect(await owner.signIn(email, 'quite another password')).toBeNull()
    expect((await mailsTo(email)).at(-1)).not.toMatchObject({ name: 'new-device' })
  }, 60_000)

  it('looks the same for an address without an account, and sends nothing to one that is not verified', async () => {
    const [unknown, unverified] = [newEmail(), newEmail()]
    await new Browser().signUp(unverified, 'correct horse battery')
    const codes: (string | null)[] = []
    for (let i = 0; i < 102; i++) codes.push(await newAttacker().signIn(unknown, 'any password'))
    expect(codes.slice(0, 100)).toEqual(Array(100).fill('EmailNotFound'))
    expect(codes.slice(100)).toEqual(['NetworkError', 'NetworkError'])
    for (let i = 0; i < 101; i++) await newAttacker().signIn(unverified, 'any password')
    expect([await warnings(unknown), await warnings(unverified)]).toEqual([0, 0])
  }, 60_000)
})

describe('Collecting the addresses that have an account', () => {
  const look = (browser: Browser, email: string) => browser.ask('/api/accounts/lookup', { method: 'POST', json: { email } })

  it('ends after a hundred lookups and failed sign-ins of one network per day, even from many of its addresses', async () => {
    const { email, password } = await makePerson()
    const fromNetwork = (n: number) => new Browser({ address: `2001:db8:ffff:${n.toString(16)}::${n}` })
    for (let n = 0; n < 60; n++) expect((await look(fromNetwork(n), newEmail())).status).toBe(200)
    for (let n = 0; n < 40; n++) expect(await fromNetwork(n).signIn(newEmail(), 'any password')).toBe('EmailNotFound')
    expect((await look(fromNetwork(1), email)).status).toBe(429)
    // A failed sign-in no longer says which part was wrong. The right password still works.
    expect(await fromNetwork(2).signIn(newEmail(), 'any password')).toBe('InvalidUser')
    expect(await fromNetwork(3).signIn(email, 'any password')).toBe('InvalidUser')
    expect(await fromNetwork(4).signIn(email, password)).toBeNull()
    expect((await look(newAttacker(), email)).status).toBe(200)
  }, 60_000)
})

describe('A common password', () => {
  const signUp = (password: string, email = newEmail()) => new Browser().signUp(email, password)

  it.each([
    'password',
    'Password1',
    'PASSWORD2026!',
    'p4ssw0rd',
    'P@$$w0rd',
    'qwertyuiop',
    '12345678',
    '1234567890',
    'iloveyou99',
    'monkey2024',
    'zzzzzzzz',
    'abababab',
  ])('is refused at sign-up: %s', async (password) => {
    const email = newEmail()
    expect(await readProblem(await signUp(password, email))).toMatchObject({ code: 'CommonPassword', issues: [{ path: 'password' }] })
    expect(await mailsTo(email)).toEqual([])
  })

  it.each(['maya.rivera', 'MayaRivera', 'rivera2026', 'Maya.Rivera1!', 'maya.rivera@example.com'])(
    'is one that repeats the email: %s',
    async (password) =>
      expect(await readProblem(await signUp(password, 'Maya.Rivera@example.com'))).toMatchObject({ code: 'CommonPassword' }),
  )

  it.each(['correct horse battery', 'rain over the bay', 'пароль 🎾 パスワード', 'xkcd936staple', 'Vv7#mQ2p'])(
    'is not this one: %s',
    async (password) => expect((await signUp(password)).status).toBe(202),
  )

  it('is refused with a reset link, which still works afterwards, and as a first password', async () => {
    const { email } = await makePerson('pat.quill.test@example.com')
    await new Browser().ask('/api/accounts/password-reset', { method: 'POST', json: { email } })
    const token = await tokenFor(email, 'reset-password')
    const set = (password: string) => new Browser().ask('/api/accounts/password', { method: 'PUT', json: { token, password } })
    for (const password of ['password1', 'pat.quill.test1']) {
      expect(await readProblem(await set(password))).toMatchObject({ code: 'CommonPassword' })
    }
    expect((await set('a password that is new')).status).toBe(204)
    expect((await mailsTo(email)).at(-1)).toMatchObject({ name: 'password-set', data: { isFirst: false } })
    const [phone, other] = [new Browser(), newEmail()]
    await new Browser().signUp(other, 'correct horse battery')
    await phone.follow(await tokenFor(other, 'verify-email'))
    const answer = await phone.ask('/api/accounts/password', { method: 'POST', json: { password: 'Password1' } })
    expect(await readProblem(answer)).toMatchObject({ code: 'CommonPassword' })
  })
})
