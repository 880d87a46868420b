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
  'TooManyWrongCodes',
  'CodeUsed',
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
  WrongCode: 'This code is incorrect.',
  TooManyWrongCodes: 'There were too many wrong codes. Please request a new one.',
  CodeUsed: 'This code was used, or it has expired. Please request a new one.',
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

/** A failed sign-in that does not say whether there is an account. */
export const hideAccountState = (code: SignInCode): SignInCode => (code === 'NetworkError' ? code : 'InvalidUser')
