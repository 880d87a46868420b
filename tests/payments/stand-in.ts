import { vi } from 'vitest'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { type Payer, paySession } from '../../sandbox/stripe/core/checkout-payment.ts'
import { AnswerLost, createStripe } from '../../sandbox/stripe/core/stripe.ts'
import { makeRandom } from '../setup/make-random.ts'

export const cards = {
  good: '4242424242424242',
  other: '5555555555554444',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
  asks: '4000000000003220',
}

/**
 * The stand-in of Stripe in this process. Each file has one, as the database has the ids of what is in it. `connect` leads the requests of
 * the product to it until the test ends.
 */
export function startStripe(now: () => number, seed = 7) {
  const standIn = createStripe({ now, url: 'http://localhost:5174/stripe', random: makeRandom(seed) })
  const calls: string[] = []
  const fetchInProcess = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
    const method = init.method ?? 'GET'
    calls.push(`${method} ${pathname}`)
    const headers = Object.fromEntries(new Headers(init.headers).entries())
    const body = typeof init.body === 'string' ? init.body : ''
    try {
      const answer = await standIn.handle({ method, path: `${pathname}${search}`, headers, body })
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    } catch (error) {
      throw error instanceof AnswerLost ? new TypeError('The connection was lost.') : error
    }
  }
  const connect = () => {
    calls.splice(0)
    vi.stubGlobal('fetch', fetchInProcess)
  }
  const books = () => standIn.world.books(platform)
  return {
    ...standIn,
    connect,
    books,
    /** The requests that the product has sent, without the address. */
    calls,
    /** Pays on the page to which this address leads. Returns the id of the session. */
    pay(url: string, card: keyof typeof cards = 'good', authentication?: Payer['authentication'], account: string = platform): string {
      const id = new URL(url).pathname.split('/').at(-1) ?? ''
      standIn.act((world) =>
        paySession(world.books(account), id, { number: cards[card], email: 'payer@example.com', name: 'Pat Payer', authentication }),
      )
      return id
    },
  }
}
