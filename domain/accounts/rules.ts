import { day, hour, minute } from '../time/spans.ts'

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
