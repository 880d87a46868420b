import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, type PlainErrorCode, type Problem, statusOf } from '../../domain/errors.ts'
import type { AppEnv } from './context.ts'

/** Errors that Hono throws have only a status. This is the general error code for each status. */
const codeByStatus = new Map<number, PlainErrorCode>([
  [400, 'MalformedBody'],
  [401, 'SignInRequired'],
  [403, 'NotAllowed'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [409, 'Conflict'],
  [413, 'BodyTooLarge'],
  [414, 'PathTooLong'],
  [415, 'UnsupportedBody'],
  [426, 'UpgradeRequired'],
  [429, 'TooManyRequests'],
  [503, 'Unavailable'],
])

/** Turns anything that was thrown into an error that the user may see. Details of unknown errors only go to the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) {
    const code = codeByStatus.get(error.status)
    if (code) return new AppError(code, { cause: error })
  }
  return new AppError('Unexpected', { cause: error })
}

/** `more` is for clients of another protocol, which look for the message under a name of their own. */
export function createProblemResponse(c: Context<AppEnv>, error: AppError, more: object = {}): Response {
  const status = statusOf(error.code)
  const body: Problem & object = {
    type: 'about:blank',
    title: error.userMessage,
    status,
    code: error.code,
    requestId: c.get('requestId'),
    ...(error.path !== undefined && { path: error.path }),
    // The name of an invalid setting goes to the log and not to the visitor.
    ...(error.issues.length > 0 && status < 500 ? { issues: error.issues } : {}),
    ...more,
  }
  return c.body(JSON.stringify(body), status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(status === 429 ? { 'retry-after': '60' } : {}),
  })
}
