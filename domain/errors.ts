import * as v from 'valibot'

/** Every error a person can meet, with the HTTP status it travels under. */
export const errorStatus = {
  InvalidInput: 400,
  MalformedBody: 400,
  MalformedPath: 400,
  SignInRequired: 401,
  ForeignOrigin: 403,
  NotAllowed: 403,
  NotFound: 404,
  UnknownHost: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  BodyTooLarge: 413,
  PathTooLong: 414,
  UnsupportedBody: 415,
  UpgradeRequired: 426,
  TooManyRequests: 429,
  SettingsInvalid: 500,
  Unexpected: 500,
  Unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

const plainWords: Record<ErrorCode, string> = {
  InvalidInput: 'Something in what you sent is not right.',
  MalformedBody: 'What you sent could not be read.',
  MalformedPath: 'This address could not be read.',
  SignInRequired: 'Please sign in first.',
  ForeignOrigin: 'This request came from another site and was refused.',
  NotAllowed: 'You may not do this.',
  NotFound: 'There is nothing here.',
  UnknownHost: 'No community lives at this address.',
  MethodNotAllowed: 'This cannot be done here.',
  Conflict: 'Someone was quicker. Please look again.',
  BodyTooLarge: 'This is too large to send.',
  PathTooLong: 'This address is too long.',
  UnsupportedBody: 'This kind of content is not understood here.',
  UpgradeRequired: 'This address speaks over a socket only.',
  TooManyRequests: 'That was a lot at once. Please wait a moment.',
  SettingsInvalid: 'The server is not set up correctly.',
  Unexpected: 'Something went wrong on our side.',
  Unavailable: 'This is not available right now. Please try again soon.',
}

export type InputIssue = { path: string; message: string }

/** An error with a code for programs, words for the person and, as `cause`, words for the log. */
export class AppError extends Error {
  override readonly name: string = 'AppError'
  readonly code: ErrorCode
  readonly userMessage: string
  readonly issues: InputIssue[]

  constructor(code: ErrorCode, userMessage: string = plainWords[code], more: { cause?: unknown; issues?: InputIssue[] } = {}) {
    super(`${code}: ${userMessage}`, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.userMessage = userMessage
    this.issues = more.issues ?? []
  }
}

/** What an error looks like on the wire: application/problem+json (RFC 9457). */
export const Problem = v.object({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.number(),
  code: v.picklist(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  requestId: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
})
export type Problem = v.InferOutput<typeof Problem>
