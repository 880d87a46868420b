import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { authorize, createAccount } from '../../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../../sandbox/stripe/core/books.ts'
import { createStripe } from '../../../sandbox/stripe/core/stripe.ts'
import { atEnd } from '../setup/shared.ts'

/** Serves the stand-in of Stripe with one account on which a host is paid, and notes the requests that it gets. */
export async function serveStripe(): Promise<{ url: string; account: string; calls: string[] }> {
  const standIn = createStripe({ now: () => Date.now(), url: 'http://stripe.example' })
  const account = standIn.act((world) => {
    const main = world.books(platform)
    const { id } = createAccount(main, { type: 'express', country: 'US' }, true)
    authorize(main, id)
    return id
  })
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    calls.push(`${method} ${path}`)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const answer = await standIn.handle({ method, path, headers, body: await text(request) })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, account, calls }
}
