import * as v from 'valibot'
import { formErrors } from './errors/form-errors.ts'
import { gameErrors } from './errors/game-errors.ts'
import { messageErrors } from './errors/message-errors.ts'
import { paymentErrors } from './errors/payment-errors.ts'
import { peopleErrors } from './errors/people-errors.ts'
import { pushErrors } from './errors/push-errors.ts'
import { requestErrors } from './errors/request-errors.ts'
import { type InputIssue, ShownError } from './shown-error.ts'

/** Every error a person can see. Each code has an HTTP status and one message. */
export const errors = { ...requestErrors, ...peopleErrors, ...gameErrors, ...messageErrors, ...paymentErrors, ...pushErrors, ...formErrors }

export type ErrorCode = keyof typeof errors

export const statusOf = (code: ErrorCode) => errors[code].status

type ValuesIn<Message> = Message extends (values: infer Values) => string ? Values : never
/** The numbers and names that the message of a code contains; `never` when it contains none. */
type ValuesOf<Code extends ErrorCode> = ValuesIn<(typeof errors)[Code]['message']>

/** A code whose message contains no values. */
export type PlainErrorCode = { [Code in ErrorCode]: (typeof errors)[Code]['message'] extends string ? Code : never }[ErrorCode]

type ErrorDetails = {
  cause?: unknown
  issues?: InputIssue[]
  /** The form field that the error is about. The message is shown at that field too. */
  field?: string
  /** The page that shows what the error is about. */
  path?: string
}
type DetailsOf<Code extends ErrorCode> = [ValuesOf<Code>] extends [never]
  ? [details?: ErrorDetails]
  : [details: ErrorDetails & { values: ValuesOf<Code> }]

function messageOf(code: ErrorCode, values: unknown): string {
  const message: string | ((values: never) => string) = errors[code].message
  // The constructor's types make sure that the values are the ones this code needs.
  return typeof message === 'string' ? message : message(values as never)
}

/** An error from the table. `cause` is for the log only. */
export class AppError<Code extends ErrorCode = ErrorCode> extends ShownError {
  override readonly name = 'AppError'

  constructor(code: Code, ...[details]: DetailsOf<Code>) {
    const { cause, issues = [], field, path, values }: ErrorDetails & { values?: unknown } = details ?? {}
    const userMessage = messageOf(code, values)
    super({ code, userMessage, cause, path, issues: field === undefined ? issues : [...issues, { path: field, message: userMessage }] })
  }
}

/** An error in an API response: application/problem+json (RFC 9457). */
export const Problem = v.object({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.number(),
  requestId: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  /** The page that shows what the error is about. */
  path: v.optional(v.string()),
  code: v.picklist(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
})
export type Problem = v.InferOutput<typeof Problem>
