import Stripe from 'stripe'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'

export const clientOf = ({ port }: Pick<Sandbox, 'port'>): Stripe =>
  new Stripe('sk_test_sandbox', {
    host: 'localhost',
    port,
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
  })

const oneLine = async (response: Response) => (await response.text()).replace(/\s+/g, ' ')

/** A running sandbox, the real SDK that speaks to it, and what a browser does with its pages. */
export async function startServer() {
  const sandbox = await startSandbox({ port: 0 })
  const at = (place: string) => (place.startsWith('http') ? place : `${sandbox.url}${place}`)
  return {
    stripe: clientOf(sandbox),
    close: () => sandbox.close(),
    at,
    async show(place: string) {
      const response = await fetch(at(place))
      return { status: response.status, headers: response.headers, text: await oneLine(response) }
    },
    /** Sends a form of a page. Returns where it leads, and what the page says if it leads nowhere. */
    async send(place: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      const response = await fetch(at(place), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })
      return { status: response.status, location: response.headers.get('location') ?? '', text: await oneLine(response) }
    },
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>
