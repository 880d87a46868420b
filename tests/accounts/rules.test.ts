import { describe, expect, it } from 'vitest'
import { judgeSignIn, nameDevice, readSignInCode, signInCodes, signInWords } from '../../domain/accounts/rules.ts'
import { hashPassword, isPasswordRight } from '../../worker/accounts/password.ts'

describe('A sign-in', () => {
  const known = { emailVerified: true, hasPassword: true }
  it.each([
    [known, true, false, 'ok'],
    [known, false, false, 'InvalidUser'],
    [known, true, true, 'NetworkError'],
    [null, false, true, 'NetworkError'],
    [null, false, false, 'EmailNotFound'],
    [{ ...known, emailVerified: false }, true, false, 'NoPasswordSet'],
    [{ ...known, hasPassword: false }, false, false, 'Email unverified && Social set'],
  ] as const)('of %j, password right: %s, locked: %s comes to %s', (account, isRight, isLocked, verdict) => {
    expect(judgeSignIn(account, isRight, isLocked)).toBe(verdict)
  })

  it('has plain words for every code, and takes an unknown one for Unknown', () => {
    for (const code of signInCodes) expect(signInWords[code]).toMatch(/^[A-Z].*\.$/)
    expect(readSignInCode('EmailNotFound')).toBe('EmailNotFound')
    expect(readSignInCode('<script>')).toBe('Unknown')
    expect(readSignInCode(null)).toBe('Unknown')
  })
})

describe('A password', () => {
  it('is kept with its own salt and parameters, and fits only itself', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^scrypt\$16384\$8\$5\$/)
    expect(first).not.toBe(second)
    expect(await isPasswordRight('correct horse', first)).toBe(true)
    expect(await isPasswordRight('correct horsE', first)).toBe(false)
    expect(await isPasswordRight('', null)).toBe(false)
  })

  it('is the same however its letters are composed', async () => {
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
  ])('that says %s is called %s', (userAgent, name) => expect(nameDevice(userAgent)).toBe(name))
})
