import type { Problem } from '../domain/errors.ts'
import { ShownError } from '../domain/shown-error.ts'

/** The server refused the request. It has a message for the user. */
export class ApiError extends ShownError {
  override readonly name = 'ApiError'
  readonly status: number
  readonly requestId: string

  constructor({ code, title, status, requestId, issues = [], path }: Problem) {
    super({ code, userMessage: title, issues, path })
    this.status = status
    this.requestId = requestId
  }
}

/** There is nothing that the viewer may see, or the id in the URL is not valid. */
export const isNotFound = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.code === 'InvalidInput')

/** No answer arrived, because there is no network or it blocks our requests. */
class OfflineError extends Error {
  override readonly name = 'OfflineError'
}

type Answer<Body> = { ok: boolean; status: number; headers: Headers; json(): Promise<Body> }

/** Returns the body of the answer, or throws one of the two errors above. */
export const readAnswer = async <Body>(sent: Promise<Answer<Body>>): Promise<Body> => (await checkAnswer(sent)).json()

/** For a write whose answer has no body: waits until it has succeeded, or throws one of the two errors above. */
export const awaitSuccess = async (sent: Promise<Answer<unknown>>): Promise<void> => void (await checkAnswer(sent))

/**
 * For a write whose effect is shown before the server answers: the request continues even if the user leaves the page. Browsers
 * allow this for small bodies only.
 */
export const keepalive = { init: { keepalive: true } } as const

/** For polling with the ETag of the last answer. Null if the data has not changed. */
export async function readIfChanged<Body>(sent: Promise<Answer<unknown>>): Promise<{ body: Body; etag: string | null } | null> {
  const response = await checkAnswer(sent)
  return response.status === notModified ? null : { body: (await response.json()) as Body, etag: response.headers.get('etag') }
}

const notModified = 304

const isText = (value: unknown) => typeof value === 'string'

/**
 * Whether our server refused, and not for example the Wi-Fi of a café. A newer server may send error codes that this page does not
 * know, and their message can still be shown. This is checked by hand, because every page would load valibot for it.
 */
function isProblem(body: unknown): body is Problem {
  const { type, title, status, code, requestId, issues = [], path = '' } = (body ?? {}) as Record<keyof Problem, unknown>
  return (
    type === 'about:blank' &&
    typeof status === 'number' &&
    [title, code, requestId, path].every(isText) &&
    Array.isArray(issues) &&
    issues.every((issue) => isText(issue?.path) && isText(issue?.message))
  )
}

async function checkAnswer<Body>(sent: Promise<Answer<Body>>): Promise<Answer<Body>> {
  let response: Answer<Body>
  try {
    response = await sent
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new OfflineError('You seem to be offline.', { cause })
  }
  if (response.ok || response.status === notModified) return response
  const body = await response.json().catch((): unknown => null)
  throw new ApiError(
    isProblem(body)
      ? body
      : {
          type: 'about:blank',
          title: 'Something went wrong on our side.',
          status: response.status,
          code: 'Unexpected',
          requestId: response.headers.get('x-request-id') ?? 'unknown',
        },
  )
}
