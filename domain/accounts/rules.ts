import { day, hour, minute } from '../time/spans.ts'

/** Why a sign-in failed, as it travels on the wire. */
export const signInCodes = [
  'EmailNotFound',
  'InvalidUser',
  'NetworkError',
  'CancelledByUser',
  'NoPasswordSet',
  'Email unverified && Social set',
  'No provider user',
  'LinkUsed',
  'Unknown',
] as const
export type SignInCode = (typeof signInCodes)[number]

export const signInWords: Record<SignInCode, string> = {
  EmailNotFound: 'There is no account with this email.',
  InvalidUser: 'This email and password do not match.',
  NetworkError: 'Too many tries. Wait a while or reset your password.',
  CancelledByUser: 'You cancelled before you were signed in.',
  NoPasswordSet: 'Please verify your email first. We can send you the link again.',
  'Email unverified && Social set': 'This email signs in with Google. You can also set a password by email.',
  'No provider user': 'Google did not share a verified email, so we cannot sign you in with it.',
  LinkUsed: 'This link was already used or has expired. Ask for a new one.',
  Unknown: 'Something went wrong. Please try again.',
}

/** The code in an answer or an address, whatever else stands there. */
export const readSignInCode = (text: string | null | undefined): SignInCode => signInCodes.find((code) => code === text) ?? 'Unknown'

type KnownAccount = { emailVerified: boolean; hasPassword: boolean }

/** What a sign-in with a password comes to. The password was compared in every case, so time tells nothing. */
export function judgeSignIn(account: KnownAccount | null, isPasswordRight: boolean, isLocked: boolean): SignInCode | 'ok' {
  if (isLocked) return 'NetworkError'
  if (!account) return 'EmailNotFound'
  if (!account.emailVerified) return 'NoPasswordSet'
  if (!account.hasPassword) return 'Email unverified && Social set'
  return isPasswordRight ? 'ok' : 'InvalidUser'
}

/** Wrong tries before a pair of account and address is locked. */
export const triesAllowed = 10

/** The first lock; it doubles with each further ten wrong tries, up to a day. */
export const firstLock = 15 * minute
export const longestLock = day

/** Wrong tries are forgotten after a day without one. */
export const triesKeptFor = day

export const verifyLinkFor = day
export const emailLinkFor = day
export const resetLinkFor = hour
export const sessionFor = 30 * day

/** What a browser says of itself, the most telling word first: nearly all claim to be Safari too. */
const browsers = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
] as const

/** How a person would name the device a browser runs on. */
export function nameDevice(userAgent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const parts = [find(browsers), find(systems)].filter(Boolean)
  return parts.length > 0 ? parts.join(' on ') : 'An unknown device'
}

/** What stays of a browser's words for itself when it is updated, or its system is. The model of a phone is no version. */
export const withoutVersions = (userAgent: string): string =>
  userAgent.slice(0, 300).replace(/\/[^\s;()]+|\brv:[\d.]+|\bAndroid [\d.]+|\d+(?:[._]\d+)+/g, '')

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Sessions note when they were used about once an hour, so nothing finer is said. */
export function sayLastSeen(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < 1.5 * hour) return 'Active in the last hour'
  if (age < day) return `Active ${ago.format(-Math.round(age / hour), 'hour')}`
  return `Active ${ago.format(-Math.round(age / day), 'day')}`
}
