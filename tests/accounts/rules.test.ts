import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { Email } from '../../domain/accounts/contract.ts'
import { nameDevice } from '../../domain/accounts/rules.ts'
import { judgeSignIn, readSignInCode, signInCodes, signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { hashPassword, isPasswordRight } from '../../worker/accounts/password.ts'

describe('A sign-in', () => {
  const account = { emailVerified: true, hasPassword: true }
  it.each([
    [account, true, false, 'ok'],
    [account, false, false, 'InvalidUser'],
    [account, true, true, 'NetworkError'],
    [null, false, true, 'NetworkError'],
    [null, false, false, 'EmailNotFound'],
    [{ ...account, emailVerified: false }, true, false, 'NoPasswordSet'],
    [{ ...account, hasPassword: false }, false, false, 'Email unverified && Social set'],
  ] as const)('to %j (password is right: %s, locked: %s) ends with %s', (account, isRight, isLocked, verdict) => {
    expect(judgeSignIn(account, isRight, isLocked)).toBe(verdict)
  })

  it('has a message for every code, and reads an unknown code as Unknown', () => {
    for (const code of signInCodes) expect(signInMessages[code]).toMatch(/^[A-Z].*\.$/)
    expect(readSignInCode('EmailNotFound')).toBe('EmailNotFound')
    expect(readSignInCode('<script>')).toBe('Unknown')
    expect(readSignInCode(null)).toBe('Unknown')
  })
})

describe('An email', () => {
  it.each(['x@y', 'x@y.', 'x@y.c', 'x@10.0.0.1', 'x@localhost', 'x@y..com', 'x@y.com1', 'x y@z.com', '@z.com'])('cannot be %s', (email) => {
    expect(v.is(Email, email)).toBe(false)
  })

  it.each(['a@b.co', "o'neil+tag@sub.example.museum", 'maya@example.xn--p1ai', 'user_name@x-y.photography', '1@2.io', 'M@EXAMPLE.ORG'])(
    'can be %s',
    (email) => expect(v.is(Email, email)).toBe(true),
  )
})

describe('A password', () => {
  it('is stored with its own salt and parameters, and matches only itself', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^scrypt\$16\$1\$1\$/)
    expect(first).not.toBe(second)
    expect(await isPasswordRight('correct horse', first)).toBe(true)
    expect(await isPasswordRight('correct horsE', first)).toBe(false)
    expect(await isPasswordRight('', null)).toBe(false)
  })

  it('is hashed with the cost of the product, and matches hashes of any cost', async () => {
    const { passwordCost } = await vi.importActual<typeof import('../../worker/accounts/password-cost.ts')>(
      '../../worker/accounts/password-cost.ts',
    )
    const hash = await hashPassword('correct horse', passwordCost)
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$/)
    expect(await isPasswordRight('correct horse', hash)).toBe(true)
    expect(await isPasswordRight('correct horsE', hash)).toBe(false)
  })

  it('matches when its accents are typed as separate characters', async () => {
    expect(await isPasswordRight('cafe\u0301 ole', await hashPassword('caf\u00e9 ole'))).toBe(true)
  })
})

describe('A device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Chrome on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:149.0) Gecko/20100101 Firefox/149.0', 'Firefox on Mac'],
    ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8', 'An unknown device'],
    ['', 'An unknown device'],
  ])('with the user agent %s is called %s', (userAgent, name) => expect(nameDevice(userAgent)).toBe(name))
})
