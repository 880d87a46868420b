import { ShownError } from '../../domain/shown-error.ts'

export type ErrorText = { message: string; requestId: string | undefined }

const hasRequestId = (error: unknown): error is { requestId: string } =>
  typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string' && error.requestId !== ''

/** Returns the text that we show for an error, and the request id that finds the error in the logs. */
export function readError(error: unknown): ErrorText {
  const requestId = hasRequestId(error) ? error.requestId : undefined
  if (error instanceof ShownError) return { message: error.userMessage, requestId }
  if (typeof navigator !== 'undefined' && !navigator.onLine)
    return { message: 'You seem to be offline. Please try again once you are back.', requestId }
  return { message: 'Something went wrong. Please try again.', requestId }
}
