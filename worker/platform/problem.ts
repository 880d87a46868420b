import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, type PlainErrorCode, type Problem, statusOf } from '../../domain/errors.ts'
import type { AppEnv } from './context.ts'

/** What Hono and its parts throw themselves has a status only: of each, the code that says no more than that. */
const codeOfStatus = new Map<number, PlainErrorCode>([
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

/** Whatever was thrown, as the error a person may see. What is not known stays in the log. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) {
    const code = codeOfStatus.get(error.status)
    if (code) return new AppError(code, { cause: error })
  }
  return new AppError('Unexpected', { cause: error })
}

export function problemResponse(c: Context<AppEnv>, error: AppError): Response {
  const status = statusOf(error.code)
  const body: Problem = {
    type: 'about:blank',
    title: error.userMessage,
    status,
    code: error.code,
    requestId: c.get('requestId'),
    // A wrong setting is named in the log, not to the visitor.
    ...(error.issues.length > 0 && status < 500 ? { issues: error.issues } : {}),
  }
  return c.body(JSON.stringify(body), status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(status === 429 ? { 'retry-after': '60' } : {}),
  })
}
