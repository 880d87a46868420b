import * as v from 'valibot'
import { MailedReturnPath } from '../accounts/contract.ts'
import { Instant } from '../numbers.ts'
import { line, token } from './parts.ts'

/** Older releases queued the time as text. */
const Moment = v.union([Instant, line(100)])

const welcome = v.object({
  name: v.literal('welcome'),
  data: v.object({ username: line(300) }),
})

const linkData = { token, next: v.optional(MailedReturnPath) }

const verifyEmail = v.object({ name: v.literal('verify-email'), data: v.object(linkData) })

const loginLink = v.object({ name: v.literal('login-link'), data: v.object({ username: line(300), ...linkData }) })

const resetPassword = v.object({ name: v.literal('reset-password'), data: v.object({ username: line(300), token }) })

/** `isFirst` is true if the account had no password before. */
const passwordSet = v.object({ name: v.literal('password-set'), data: v.object({ username: line(300), isFirst: v.boolean() }) })

const googleDisconnected = v.object({ name: v.literal('google-disconnected'), data: v.object({ username: line(300) }) })

/** A code that confirms that the owner of the account is signed in. */
const confirmationCode = v.object({
  name: v.literal('confirmation-code'),
  data: v.object({ username: line(300), code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
})

const manyWrongPasswords = v.object({ name: v.literal('many-wrong-passwords'), data: v.object({ username: line(300) }) })

const accountExists = v.object({ name: v.literal('account-exists'), data: v.object({ username: line(300) }) })

const newDevice = v.object({ name: v.literal('new-device'), data: v.object({ username: line(300), device: line(100), at: Moment }) })

const emailChange = v.object({ name: v.literal('email-change'), data: v.object({ username: line(300), token }) })

/** `isOld` is true for the email that goes to the previous address. */
const emailChanged = v.object({
  name: v.literal('email-changed'),
  data: v.object({ username: line(300), email: line(100), isOld: v.boolean() }),
})

const accountDeleted = v.object({ name: v.literal('account-deleted'), data: v.object({ username: line(300) }) })

const exportReady = v.object({ name: v.literal('export-ready'), data: v.object({ username: line(300) }) })

/** About the account of a person. */
export const accountMails = [
  welcome,
  verifyEmail,
  loginLink,
  resetPassword,
  passwordSet,
  googleDisconnected,
  confirmationCode,
  manyWrongPasswords,
  accountExists,
  newDevice,
  emailChange,
  emailChanged,
  accountDeleted,
  exportReady,
] as const
