import * as v from 'valibot'
import { mailedReturnPath } from '../access/rules.ts'
import { minAge } from '../legal/versions.ts'

export const minPasswordLength = 8
const maxPasswordLength = 128

const invalidEmail = 'Enter a valid email, like maya@example.com.'

/** Mail cannot reach an address without a domain that ends in letters, such as `x@y` or `x@10.0.0.1`. */
const hasTopLevelDomain = (email: string) => /@(?:[^.@]+\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i.test(email)

export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Enter your email.'),
  v.maxLength(100, 'An email can have up to 100 characters.'),
  v.rfcEmail(invalidEmail),
  v.check((email) => !email.includes('@') || hasTopLevelDomain(email), invalidEmail),
)

export const NewPassword = v.pipe(
  v.string(),
  v.minLength(minPasswordLength, `Use at least ${minPasswordLength} characters.`),
  v.maxLength(maxPasswordLength, `Use at most ${maxPasswordLength} characters.`),
  v.check((text) => text.trim() !== '', 'Use letters or numbers, not only spaces.'),
)

/** What everyone confirms before they use an account. */
export const Acceptance = v.object({
  isOldEnough: v.literal(true, `You must be ${minAge} or older.`),
  acceptsTerms: v.literal(true, 'Please accept the terms.'),
})

export const SignUp = v.object({ email: Email, password: NewPassword, ...Acceptance.entries })
export type SignUp = v.InferOutput<typeof SignUp>

export const SignIn = v.object({
  email: Email,
  password: v.pipe(v.string(), v.minLength(1, 'Enter your password.'), v.maxLength(maxPasswordLength)),
})
export type SignIn = v.InferOutput<typeof SignIn>

export const EmailOnly = v.object({ email: Email })

/** Where a link in an email leads once it has signed the person in. */
export const MailedReturnPath = v.pipe(
  v.string(),
  v.regex(mailedReturnPath, 'This is not the page of a game or of an invitation to co-host one.'),
)

/** The form to sign up, and where the email leads, which the person may open in another browser. */
export const SendSignUp = v.object({ ...SignUp.entries, next: v.optional(MailedReturnPath) })
export type SendSignUp = v.InferOutput<typeof SendSignUp>

export const SendLoginLink = v.object({ email: Email, next: v.optional(MailedReturnPath) })
export type SendLoginLink = v.InferOutput<typeof SendLoginLink>

export const AccountLookup = v.object({ exists: v.boolean() })

/** The token of a link in an email: 32 random bytes in base64url. */
export const MailToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete. Open it again from the email.'))

/** The viewer's own account, as only they see it. */
export const OwnAccount = v.object({
  email: v.string(),
  hasPassword: v.boolean(),
  hasGoogle: v.boolean(),
  /** The new email that the person still has to confirm by a link. */
  pendingEmail: v.nullable(v.string()),
})
export type OwnAccount = v.InferOutput<typeof OwnAccount>

/** The password is required when the account has one. */
export const ChangeEmail = v.object({ email: Email, password: v.optional(SignIn.entries.password) })
export type ChangeEmail = v.InferOutput<typeof ChangeEmail>

export const ConfirmationCode = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'Enter the 6 digits from the email.'))

/** How a signed-in person proves again who they are. */
export const Confirmation = v.variant('with', [
  v.object({ with: v.literal('password'), password: SignIn.entries.password }),
  v.object({ with: v.literal('code'), code: ConfirmationCode }),
])
export type Confirmation = v.InferOutput<typeof Confirmation>

/** A link in an email, by its token. It is never part of a URL of the API, because logs may contain URLs. */
export const EmailLink = v.object({ token: MailToken })
export const EmailChanged = v.object({ email: v.string() })

/** The first password of an account. */
export const ChoosePassword = v.object({ password: NewPassword })

export const ChangePassword = v.pipe(
  v.object({ currentPassword: SignIn.entries.password, password: NewPassword }),
  v.forward(
    v.partialCheck(
      [['currentPassword'], ['password']],
      ({ currentPassword, password }) => password !== currentPassword,
      'This is already your password. Choose another one.',
    ),
    ['password'],
  ),
)
export type ChangePassword = v.InferOutput<typeof ChangePassword>

export const ResetPassword = v.object({ token: MailToken, password: NewPassword })

/** One browser in which the person is signed in. */
export const Device = v.object({
  id: v.string(),
  /** For example "Chrome on Windows". */
  name: v.string(),
  isThis: v.boolean(),
  signedInAt: v.number(),
  lastSeenAt: v.number(),
  /** Where it was when it was last used, roughly. The country has two letters. Null if that is not known. */
  city: v.nullable(v.string()),
  country: v.nullable(v.string()),
})
export type Device = v.InferOutput<typeof Device>

export const DeviceList = v.object({ devices: v.array(Device) })
export const DeviceId = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })
