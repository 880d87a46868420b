import type { ErrorCode } from '../../domain/errors.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { ApiError } from '../api.ts'

/** Refusals that another attempt can get around. All other refusals are final. */
const passingErrors = new Set<ErrorCode>(['SendingTooFast', 'TooManyRequests', 'SignInRequired', 'Unexpected'])

/** Whether another attempt would fail in the same way. */
export const isFinalRefusal = (error: unknown): error is ShownError =>
  error instanceof ShownError && !passingErrors.has(error.code) && !(error instanceof ApiError && error.status >= 500)
