import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ConnectionDropped, json, refusal, type StandIn } from '../stand-in.ts'
import { control } from './control.ts'
import { AnswerLost, createStripe, type Stripe } from './core/stripe.ts'
import { Deliverer } from './deliverer.ts'
import { Journal } from './journal.ts'
import { answerPage } from './pages/routes.ts'

export type StripeStandIn = { answer: StandIn; stop: () => void }

/**
 * Simulates Stripe: its API at `/v1` and `/oauth` of this server, its pages and a dashboard at `/stripe`. `url` is the address of the
 * pages, and `folder` keeps the books.
 */
export function createStripeStandIn(url: string, folder: string | null): StripeStandIn {
  const journal = folder === null ? null : new Journal(folder)
  const stripe = createStripe({ now: () => Date.now(), url }, (changes) => journal?.add(changes))
  stripe.load(journal?.read() ?? [])
  journal?.replace(stripe.world.store.dump())
  const deliverer = new Deliverer(stripe)

  const answer: StandIn = async (request, subPath) => {
    if (subPath === '/page.css') return style()
    const isApi = subPath.startsWith('/v1/') || (subPath.startsWith('/oauth/') && subPath !== '/oauth/authorize')
    const response = isApi ? await answerApi(stripe, request, subPath) : await answerPerson(stripe, deliverer, request, subPath)
    deliverer.wake()
    return response
  }
  return { answer, stop: () => deliverer.stop() }
}

async function answerApi(stripe: Stripe, request: Request, subPath: string): Promise<Response> {
  const { search } = new URL(request.url)
  try {
    const { status, headers, body } = await stripe.handle({
      method: request.method,
      path: `${subPath}${search}`,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
    return new Response(body, { status, headers })
  } catch (error) {
    if (error instanceof AnswerLost) throw new ConnectionDropped()
    throw error
  }
}

async function answerPerson(stripe: Stripe, deliverer: Deliverer, request: Request, subPath: string): Promise<Response> {
  // Other websites must not press buttons here.
  const isForeign = request.headers.get('sec-fetch-site') === 'cross-site'
  if (request.method !== 'GET' && isForeign) return refusal(403, 'cross_site', 'Only pages of the sandbox may do this.')
  stripe.runDue()
  const controlled = await control(stripe, deliverer, request, subPath)
  if (controlled) return controlled
  return (await answerPage(stripe, request, subPath)) ?? json({ error: { message: `The sandbox has nothing at ${subPath}` } }, 404)
}

async function style(): Promise<Response> {
  const file = path.join(import.meta.dirname, 'pages/page.css')
  return new Response(await readFile(file), { headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' } })
}
