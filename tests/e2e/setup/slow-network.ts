import { createServer, request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serveLocally } from './serve-locally.ts'

export type SlowNetwork = {
  url: string
  /** Writes that whoever sent them gave up before they got through. */
  lost: () => string[]
  stop: () => Promise<void>
}

const onItsWayMs = 800

/** A way to the product on which writes take a while, and are gone with whoever hangs up meanwhile, as on a phone's network. */
export async function startSlowNetwork(productUrl: string): Promise<SlowNetwork> {
  const { hostname, port } = new URL(productUrl)
  const lost: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const body = await buffer(incoming)
    if (method !== 'GET') {
      await new Promise((resolve) => setTimeout(resolve, onItsWayMs))
      if (outgoing.destroyed) return void lost.push(`${method} ${path}`)
    }
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    onward.end(body)
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  return { ...(await serveLocally(server)), lost: () => lost }
}
