import { day, hour, minute } from '../time/spans.ts'

/** Why a sign-in failed: the codes that the API answers with. */
export const signInCodes = [
  'EmailNotFound',
  'InvalidUser',
  'NetworkError',
  'CancelledByUser',
  'NoPasswordSet',
  'Email unverified && Social set',
  'No provider user',
  'OtherGoogleAccount',
  'LinkUsed',
  'WrongCode',
  'Unknown',
] as const
export type SignInCode = (typeof signInCodes)[number]

/** The spec fixes the codes. Their names do not always say what happened; these messages do. */
export const signInMessages: Record<SignInCode, string> = {
  EmailNotFound: 'There is no account with this email.',
  InvalidUser: 'This email and password do not match.',
  NetworkError: 'Too many attempts. Please wait a while, or reset your password.',
  CancelledByUser: 'You canceled before you were signed in.',
  NoPasswordSet: 'Please verify your email first. We can send you the link again.',
  'Email unverified && Social set': 'This email has no password yet. Continue with Google, or let us email you a link.',
  'No provider user': 'Google did not share a verified email, so we cannot sign you in with it.',
  OtherGoogleAccount: 'This is not the Google account that is connected to your account. Please choose that one.',
  LinkUsed: 'This link is invalid or has expired. Please request a new one.',
  WrongCode: 'This code is incorrect, or it has expired.',
  Unknown: 'Something went wrong. Please try again.',
}

/** Reads a code from a response or a URL. A text that is not a code becomes `Unknown`. */
export const readSignInCode = (text: string | null | undefined): SignInCode => signInCodes.find((code) => code === text) ?? 'Unknown'

type AccountState = { emailVerified: boolean; hasPassword: boolean }

/** The outcome of a sign-in with a password. The caller always compares the password, so the response time reveals nothing. */
export function judgeSignIn(account: AccountState | null, isPasswordRight: boolean, isLocked: boolean): SignInCode | 'ok' {
  if (isLocked) return 'NetworkError'
  if (!account) return 'EmailNotFound'
  if (!account.emailVerified) return 'NoPasswordSet'
  if (!account.hasPassword) return 'Email unverified && Social set'
  return isPasswordRight ? 'ok' : 'InvalidUser'
}

/**
 * Wrong attempts before sign-in is locked for one account from one client address. A device that the person has used before is
 * never locked. After these attempts it is slowed.
 */
export const maxSignInTries = 10

/** The first lock takes this long. It doubles after every ten more wrong attempts, up to a day. */
export const firstLockDuration = 15 * minute
export const maxLockDuration = day

/**
 * Wrong attempts at one account from everywhere, without an hour between them in which there was none. More of them are slowed, and
 * the owner gets an email. They never slow a device that the person has used before, but its own hundred attempts cause the email too.
 */
export const maxAccountTries = 100
export const accountTriesWindow = hour

/** Whoever is slowed has to wait this long after each wrong attempt. */
export const slowedTryInterval = minute

/**
 * How often one network may learn whether an email has an account, by the lookup or by a failed sign-in. After that, a failed
 * sign-in only says that the email and the password do not match.
 */
export const maxLookups = 100
export const lookupWindow = day

/** A failed sign-in that does not say whether there is an account. */
export const hideAccountState = (code: SignInCode): SignInCode => (code === 'NetworkError' ? code : 'InvalidUser')

/**
 * Emails of one kind to one address per day: requested from one network, requested by one known device of the owner, and in
 * all before an email is left out while the last link still works.
 */
export const mailWindow = day
export const maxMailsPerNetwork = 3
export const maxMailsPerDevice = 5
export const maxMailsPerAddress = 5

/** Requests per day and person to change the email, because each sends an email to an address that may be anyone's. */
export const maxEmailChanges = 5

/**
 * A code in an email confirms who a person is, if their account has neither a password nor Google. The limits are per person and day.
 */
export const confirmationCodeLifetime = 15 * minute
export const confirmationCodeLength = 6
export const confirmationCodeWindow = day
export const maxConfirmationCodes = 5
export const maxConfirmationCodeTries = 10

/** Wrong attempts are deleted after a day without a new one. */
export const signInTriesLifetime = day

export const verifyLinkLifetime = day
export const emailLinkLifetime = day
export const resetLinkLifetime = hour
/** For an email that is verified already. Until it is, the link works as long as one to verify it. */
export const loginLinkLifetime = hour
export const sessionLifetime = 30 * day

/** For this long after a sign-in, sensitive acts work without another proof of who the person is. */
export const freshSessionDuration = hour

/** Patterns in the user agent. Safari is last because nearly every browser also claims to be Safari. */
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

/** A readable name for a user agent, such as "Chrome on Windows". */
export function nameDevice(userAgent: string): string {
  const findName = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const parts = [findName(browsers), findName(systems)].filter(Boolean)
  return parts.length > 0 ? parts.join(' on ') : 'An unknown device'
}

const countryNames = new Intl.DisplayNames(['en-US'], { type: 'region' })

/** For example "Austin, United States". Null if nothing is known. */
export function formatDevicePlace({ city, country }: { city: string | null; country: string | null }): string | null {
  const parts = [city, country && countryNames.of(country)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

const relativeTime = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Rounds to hours, because a session records its last use only about once an hour. */
export function formatLastSeen(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < 1.5 * hour) return 'Active in the last hour'
  if (age < day) return `Active ${relativeTime.format(-Math.round(age / hour), 'hour')}`
  return `Active ${relativeTime.format(-Math.round(age / day), 'day')}`
}
