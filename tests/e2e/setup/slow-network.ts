import { createServer, request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serveLocally } from './serve-locally.ts'

export type SlowNetwork = {
  url: string
  /** Lists the requests that were aborted before they reached the product. */
  lost: () => string[]
  stop: () => Promise<void>
}

const requestDelayMs = 800

/** A proxy to the product that delays writes, as a phone's network does. A write is lost if its page is closed meanwhile. */
export async function startSlowNetwork(productUrl: string): Promise<SlowNetwork> {
  const { hostname, port } = new URL(productUrl)
  const lost: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const body = await buffer(incoming)
    if (method !== 'GET') {
      await new Promise((resolve) => setTimeout(resolve, requestDelayMs))
      if (outgoing.destroyed) return void lost.push(`${method} ${path}`)
    }
    const upstream = send({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    upstream.end(body)
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  return { ...(await serveLocally(server)), lost: () => lost }
}
