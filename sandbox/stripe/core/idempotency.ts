import { day } from './balance.ts'
import type { Books } from './books.ts'
import { StripeError } from './errors.ts'

export type Answer = { status: number; headers: Record<string, string>; body: string }

type Request = { key: string; path: string; fingerprint: string; requestId: string }

/** Two requests are the same if they send the same parameters, in any order. */
export const fingerprintOf = (body: string): string =>
  [...new URLSearchParams(body)]
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&')

/** The first answer for this key, or undefined if the key is new. Refuses the key for another request. */
export function replay(books: Books, key: string, path: string, fingerprint: string): Answer | undefined {
  const earlier = books.get('idempotency', key)
  if (!earlier) return undefined
  if (earlier.path !== path)
    throw refuse(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${earlier.path}' vs '${path}').`,
      key,
    )
  if (earlier.fingerprint !== fingerprint)
    throw refuse('Keys for idempotent requests can only be used with the same parameters they were first used with.', key)
  const headers = { 'idempotency-key': key, 'original-request': earlier.request, 'idempotent-replayed': 'true' }
  return { status: earlier.status, headers, body: earlier.body }
}

const refuse = (message: string, key: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message: `${message} Try using a key other than '${key}' if you meant to execute a different request.`,
  })

/** Runs the request and keeps its answer, in the transaction of the work. An error is kept too. */
export function rememberAnswer(books: Books, act: <Result>(work: () => Result) => Result, request: Request, run: () => Answer): Answer {
  const { key, path, fingerprint, requestId } = request
  const keep = (answer: Answer): Answer => {
    books.put('idempotency', {
      id: key,
      fingerprint,
      path,
      request: requestId,
      status: answer.status,
      body: answer.body,
      createdAt: books.now,
    })
    return { ...answer, headers: { ...answer.headers, 'idempotency-key': key, 'original-request': requestId } }
  }
  try {
    return act(() => keep(run()))
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return act(() => keep({ status: error.status, headers: {}, body: JSON.stringify(error.body(), null, 2) }))
  }
}

export function forgetOldKeys({ world, account, now }: Books): void {
  const isOld = (key: { createdAt: number }) => key.createdAt <= now - day
  for (let key = world.store.first(account, 'idempotency'); key && isOld(key); key = world.store.first(account, 'idempotency'))
    world.store.drop(account, 'idempotency', key.id)
}
