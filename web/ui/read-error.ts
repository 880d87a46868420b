import { ShownError } from '../../domain/shown-error.ts'

export type ErrorText = { message: string; requestId: string | undefined }

const hasRequestId = (error: unknown): error is { requestId: string } =>
  typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string' && error.requestId !== ''

/** A refusal that is part of the product, such as a full game. Its message says what to do, and nobody has to search the log. */
const isExpected = (error: unknown) =>
  error instanceof ShownError && error.code !== 'Unexpected' && 'status' in error && typeof error.status === 'number' && error.status < 500

/** Returns the text that we show for an error, and for an error that nobody expected the request id that finds it in the log. */
export function readError(error: unknown): ErrorText {
  const requestId = hasRequestId(error) && !isExpected(error) ? error.requestId : undefined
  if (error instanceof ShownError) return { message: error.userMessage, requestId }
  if (typeof navigator !== 'undefined' && !navigator.onLine)
    return { message: 'You seem to be offline. Please try again once you are back.', requestId }
  return { message: 'Something went wrong. Please try again.', requestId }
}
