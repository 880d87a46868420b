import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, type ErrorCode, errorStatus, type Problem } from '../../domain/errors.ts'
import type { AppEnv } from './context.ts'

/** Whatever was thrown, as the error a person may see. What is not known stays in the log. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) {
    const code = (Object.keys(errorStatus) as ErrorCode[]).find((key) => errorStatus[key] === error.status)
    if (error.status === 400) return new AppError('MalformedBody', undefined, { cause: error })
    if (code) return new AppError(code, undefined, { cause: error })
  }
  return new AppError('Unexpected', undefined, { cause: error })
}

export function problemResponse(c: Context<AppEnv>, error: AppError): Response {
  const status = errorStatus[error.code]
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
