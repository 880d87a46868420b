import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createGoogle } from './google/google.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { json, type NodeStandIn, refusal, type StandIn } from './stand-in.ts'

type StandIns = Record<string, StandIn | NodeStandIn>

/** The world outside, by path. A new stand-in is a folder beside these and one line here. */
const createStandIns = (url: string, state: string | null): StandIns => ({
  google: createGoogle(`${url}/google`),
  mailbox: createMailbox(state && path.join(state, 'mailbox')),
})

type Options = {
  port: number
  /** Where each stand-in keeps what must survive a restart; without it all is in memory. */
  state?: string | undefined
}

export type Sandbox = { url: string; port: number; close: () => Promise<void> }

/** Starts every stand-in on one port (0 picks a free one), for this machine only. */
export async function startSandbox({ port, state }: Options): Promise<Sandbox> {
  const first = await listen(createServer(), port, '127.0.0.1')
  const bound = (first.address() as AddressInfo).port
  const url = `http://localhost:${bound}`
  const standIns = createStandIns(url, state ?? null)
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void handle(standIns, incoming, outgoing)
  first.on('request', answer)
  const servers = [first]
  // `localhost` may mean either family; a machine without IPv6 does with the one.
  try {
    servers.push(await listen(createServer(answer), bound, '::1'))
  } catch (error) {
    if (!isNodeError(error) || !['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) {
      first.close()
      throw error
    }
  }
  return { url, port: bound, close: async () => void (await Promise.all(servers.map(close))) }
}

async function handle(standIns: StandIns, incoming: IncomingMessage, outgoing: ServerResponse) {
  let response: Response
  try {
    const { name, asked, search } = readTarget(new URL(incoming.url ?? '/', 'http://localhost'))
    const standIn = Object.hasOwn(standIns, name) ? standIns[name] : undefined
    if (typeof standIn === 'object') return await standIn.answerNode(incoming, outgoing, `${asked}${search}`)
    response = await route(standIns, standIn, await toRequest(incoming))
  } catch (error) {
    if (error instanceof BodyTooLarge) response = refusal(413, 'body_too_large', 'The sandbox takes 5 MB at most.')
    else {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      response = refusal(500, 'sandbox_failed', String(error))
    }
    if (outgoing.headersSent) return void outgoing.destroy()
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** `/mailbox/messages` asks the stand-in `mailbox` for `/messages`. */
function readTarget({ pathname, search }: URL) {
  const [, name = '', ...rest] = pathname.split('/')
  return { name, asked: `/${rest.join('/')}`, search }
}

function route(standIns: StandIns, standIn: StandIn | undefined, request: Request): Response | Promise<Response> {
  const url = new URL(request.url)
  const { name, asked } = readTarget(url)
  if (name === 'health') return json({ ok: true, standIns: Object.keys(standIns) })
  if (name === '') return new Response(null, { status: 302, headers: { location: '/mailbox' } })
  return standIn ? standIn(request, asked) : refusal(404, 'not_found', `No stand-in at ${url.pathname}`)
}

class BodyTooLarge extends Error {}
const largestBody = 5 * 1024 * 1024

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end all the same: a connection left with half a body breaks the next request on it.
    if (size <= largestBody) chunks.push(chunk)
  }
  if (size > largestBody) throw new BodyTooLarge()
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
    process.stderr.write(`Port ${values.port} is taken. Give another one with --port.\n`)
    process.exitCode = 1
  }
}
