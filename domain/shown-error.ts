import type { formErrors } from './errors/form-errors.ts'
import type { gameErrors } from './errors/game-errors.ts'
import type { messageErrors } from './errors/message-errors.ts'
import type { paymentErrors } from './errors/payment-errors.ts'
import type { peopleErrors } from './errors/people-errors.ts'
import type { pushErrors } from './errors/push-errors.ts'
import type { requestErrors } from './errors/request-errors.ts'

export type InputIssue = { path: string; message: string }

type ErrorCode =
  | keyof typeof requestErrors
  | keyof typeof peopleErrors
  | keyof typeof gameErrors
  | keyof typeof messageErrors
  | keyof typeof paymentErrors
  | keyof typeof pushErrors
  | keyof typeof formErrors

type ShownErrorFields = { code: ErrorCode; userMessage: string; issues?: InputIssue[]; path?: string | undefined; cause?: unknown }

/**
 * An error with a code for programs and a message for the person. This file does not import the table of messages, so that
 * pages load without it.
 */
export class ShownError extends Error {
  override readonly name: string = 'ShownError'
  readonly code: ErrorCode
  readonly userMessage: string
  readonly issues: InputIssue[]
  /** The page that shows what the error is about. */
  readonly path: string | undefined

  constructor({ code, userMessage, issues = [], path, cause }: ShownErrorFields) {
    super(`${code}: ${userMessage}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.userMessage = userMessage
    this.issues = issues
    this.path = path
  }
}
