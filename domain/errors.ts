import * as v from 'valibot'
import { gameErrors } from './errors/game-errors.ts'
import { peopleErrors } from './errors/people-errors.ts'
import { requestErrors } from './errors/request-errors.ts'
import { type InputIssue, problemFields, ShownError } from './shown-error.ts'

/** Every error a person can meet, one code for each sentence: the HTTP status it travels under, and its words. */
export const errors = { ...requestErrors, ...peopleErrors, ...gameErrors }

export type ErrorCode = keyof typeof errors

export const statusOf = (code: ErrorCode) => errors[code].status

type ValuesIn<Words> = Words extends (values: infer Values) => string ? Values : never
/** The numbers and names that the words of a code need; never where they need none. */
type ValuesOf<Code extends ErrorCode> = ValuesIn<(typeof errors)[Code]['words']>

/** A code whose words need no values. */
export type PlainErrorCode = { [Code in ErrorCode]: (typeof errors)[Code]['words'] extends string ? Code : never }[ErrorCode]

type More = {
  cause?: unknown
  issues?: InputIssue[]
  /** The field that the error is about: its words stand there too. */
  at?: string
}
type MoreOf<Code extends ErrorCode> = [ValuesOf<Code>] extends [never] ? [more?: More] : [more: More & { values: ValuesOf<Code> }]

function wordsOf(code: ErrorCode, values: unknown): string {
  const words: string | ((values: never) => string) = errors[code].words
  // The types of the constructor demand the values of just this code.
  return typeof words === 'string' ? words : words(values as never)
}

/** An error of the table, with further words for the log as `cause`. */
export class AppError<Code extends ErrorCode = ErrorCode> extends ShownError {
  override readonly name = 'AppError'

  constructor(code: Code, ...[more]: MoreOf<Code>) {
    const { cause, issues = [], at, values }: More & { values?: unknown } = more ?? {}
    const userMessage = wordsOf(code, values)
    super({ code, userMessage, cause, issues: at === undefined ? issues : [...issues, { path: at, message: userMessage }] })
  }
}

/** What an error looks like on the wire: application/problem+json (RFC 9457). */
export const Problem = v.object({
  ...problemFields,
  code: v.picklist(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
})
export type Problem = v.InferOutput<typeof Problem>
