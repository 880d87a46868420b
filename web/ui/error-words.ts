import { ShownError } from '../../domain/shown-error.ts'

export type ErrorWords = { message: string; requestId: string | undefined }

const hasRequestId = (error: unknown): error is { requestId: string } =>
  typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string' && error.requestId !== ''

/** What a person is told about an error, with the id under which the log knows it. */
export function readError(error: unknown): ErrorWords {
  const requestId = hasRequestId(error) ? error.requestId : undefined
  if (error instanceof ShownError) return { message: error.userMessage, requestId }
  if (typeof navigator !== 'undefined' && !navigator.onLine)
    return { message: 'You seem to be offline. Please try again once you are back.', requestId }
  return { message: 'Something went wrong. Please try again.', requestId }
}
