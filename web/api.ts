import * as v from 'valibot'
import type { ErrorCode, Problem } from '../domain/errors.ts'
import { problemFields, ShownError } from '../domain/shown-error.ts'

/** The server refused, and said why in words for the person. */
export class ApiError extends ShownError {
  override readonly name = 'ApiError'
  readonly status: number
  readonly requestId: string

  constructor({ code, title, status, requestId, issues = [] }: Problem) {
    super({ code, userMessage: title, issues })
    this.status = status
    this.requestId = requestId
  }
}

/** Nothing is there for this person, or the address could be nobody's. */
export const isNotFound = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.code === 'InvalidInput')

/** The answer never came: no network, or none that lets us through. */
class OfflineError extends Error {
  override readonly name = 'OfflineError'
}

type Answer<Body> = { ok: boolean; status: number; headers: Headers; json(): Promise<Body> }

/** What the server answered, or one of the two errors above. */
export const readAnswer = async <Body>(sent: Promise<Answer<Body>>): Promise<Body> => (await takeAnswer(sent)).json()

/** For a write that is answered without words: it is done, or one of the two errors above. */
export const untilDone = async (sent: Promise<Answer<unknown>>): Promise<void> => void (await takeAnswer(sent))

/** For a write that shows before it is answered: it goes on also when its page is left meanwhile. For small bodies only. */
export const evenIfLeft = { init: { keepalive: true } } as const

/** For what is asked again and again with the name of the last answer: null where it would be the same once more. */
export async function readUnlessSame<Body>(sent: Promise<Answer<unknown>>): Promise<{ body: Body; etag: string | null } | null> {
  const response = await takeAnswer(sent)
  return response.status === notModified ? null : { body: (await response.json()) as Body, etag: response.headers.get('etag') }
}

const notModified = 304

/** A newer server may have codes that this page has not heard of. They come with words all the same. */
const AnsweredProblem = v.object({ ...problemFields, code: v.custom<ErrorCode>((code) => typeof code === 'string') })

async function takeAnswer<Body>(sent: Promise<Answer<Body>>): Promise<Answer<Body>> {
  let response: Answer<Body>
  try {
    response = await sent
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new OfflineError('You seem to be offline.', { cause })
  }
  if (response.ok || response.status === notModified) return response
  const parsed = v.safeParse(AnsweredProblem, await response.json().catch(() => null))
  throw new ApiError(
    parsed.success
      ? parsed.output
      : {
          type: 'about:blank',
          title: 'Something went wrong on our side.',
          status: response.status,
          code: 'Unexpected',
          requestId: response.headers.get('x-request-id') ?? 'unknown',
        },
  )
}
