import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDns } from './dns/dns.ts'
import { createFeeds } from './feeds/feeds.ts'
import { createGeocoder } from './geocoder/geocoder.ts'
import { createGoogle } from './google/google.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { createPages } from './pages/pages.ts'
import { createPush } from './push/push.ts'
import { ConnectionDropped, json, type NodeStandIn, refusal, type StandIn } from './stand-in.ts'
import { createStripeStandIn, type StripeStandIn } from './stripe/stripe.ts'

type StandIns = Record<string, StandIn | NodeStandIn>

/** The simulated outside services, by path. To add one, create a folder next to the others and add a line here. */
const createStandIns = (url: string, state: string | null, stripe: StripeStandIn): StandIns => ({
  dns: createDns(),
  feeds: createFeeds(),
  geocoder: createGeocoder(),
  google: createGoogle(`${url}/google`),
  mailbox: createMailbox(state && path.join(state, 'mailbox')),
  pages: createPages(),
  push: createPush(),
  stripe: stripe.answer,
})

/** The package of Stripe always calls these paths, so they have no name in front. */
const stripePaths = ['v1', 'oauth']

type Options = {
  port: number
  /** The folder for data that must survive a restart. Without it, everything is in memory. */
  state?: string | undefined
}

export type Sandbox = { url: string; port: number; close: () => Promise<void> }

/** Starts all stand-ins on one port, which only this computer can reach. Port 0 picks a free one. */
export async function startSandbox({ port, state }: Options): Promise<Sandbox> {
  const ipv4Server = await listen(createServer(), port, '127.0.0.1')
  const actualPort = (ipv4Server.address() as AddressInfo).port
  const url = `http://localhost:${actualPort}`
  const stripe = createStripeStandIn(`${url}/stripe`, state ? path.join(state, 'stripe') : null)
  const standIns = createStandIns(url, state ?? null, stripe)
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void handle(standIns, incoming, outgoing)
  ipv4Server.on('request', answer)
  const servers = [ipv4Server]
  // `localhost` can mean IPv4 or IPv6, so we listen on both. A machine without IPv6 uses only IPv4.
  try {
    servers.push(await listen(createServer(answer), actualPort, '::1'))
  } catch (error) {
    if (!isNodeError(error) || !['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) {
      ipv4Server.close()
      throw error
    }
  }
  const closeAll = async () => {
    stripe.stop()
    await Promise.all(servers.map(close))
  }
  return { url, port: actualPort, close: closeAll }
}

async function handle(standIns: StandIns, incoming: IncomingMessage, outgoing: ServerResponse) {
  let response: Response
  try {
    const { name, subPath, search } = readTarget(new URL(incoming.url ?? '/', 'http://localhost'))
    const standIn = Object.hasOwn(standIns, name) ? standIns[name] : undefined
    if (typeof standIn === 'object') return await standIn.answerNode(incoming, outgoing, `${subPath}${search}`)
    response = await route(standIns, standIn, await toRequest(incoming))
  } catch (error) {
    if (error instanceof ConnectionDropped) return void outgoing.destroy()
    if (error instanceof BodyTooLarge) response = refusal(413, 'body_too_large', 'The sandbox accepts up to 5 MB.')
    else {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      response = refusal(500, 'sandbox_failed', String(error))
    }
    if (outgoing.headersSent) return void outgoing.destroy()
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** Splits an address: `/mailbox/messages` is for the stand-in `mailbox`, with the path `/messages`. */
function readTarget({ pathname, search }: URL) {
  const [, name = '', ...rest] = pathname.split('/')
  if (stripePaths.includes(name)) return { name: 'stripe', subPath: pathname, search }
  return { name, subPath: `/${rest.join('/')}`, search }
}

function route(standIns: StandIns, standIn: StandIn | undefined, request: Request): Response | Promise<Response> {
  const url = new URL(request.url)
  const { name, subPath } = readTarget(url)
  if (name === 'health') return json({ ok: true, standIns: Object.keys(standIns) })
  if (name === '') return new Response(null, { status: 302, headers: { location: '/mailbox' } })
  return standIn ? standIn(request, subPath) : refusal(404, 'not_found', `No stand-in at ${url.pathname}`)
}

class BodyTooLarge extends Error {}
const maxBodyBytes = 5 * 1024 * 1024

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    // We read a body to its end even if it is too large. Otherwise the next request on this connection would fail.
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  if (size > maxBodyBytes) throw new BodyTooLarge()
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]])),
    ...(size > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<Server>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server.off('error', reject)))
  })

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const isNodeError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '5174' }, state: { type: 'string' } } })
  try {
    const sandbox = await startSandbox({ port: Number(values.port), state: values.state })
    process.stdout.write(`Sandbox at ${sandbox.url}, mailbox at ${sandbox.url}/mailbox\n`)
    const stop = () => void sandbox.close().then(() => process.exit(0))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  } catch (error) {
    if (!isNodeError(error) || error.code !== 'EADDRINUSE') throw error
    process.stderr.write(`Port ${values.port} is already in use. Choose another one with --port.\n`)
    process.exitCode = 1
  }
}
