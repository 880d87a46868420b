import type { IncomingMessage, ServerResponse } from 'node:http'

/** Simulates one outside service. It receives the requests under its own path, as standard `Request` objects. */
export type StandIn = (request: Request, path: string) => Response | Promise<Response>

/** A stand-in that handles Node's own requests, because its package needs them. `subPath` is the path and query below its own path. */
export type NodeStandIn = { answerNode(request: IncomingMessage, response: ServerResponse, subPath: string): Promise<void> }

/** A stand-in throws this to end the connection without an answer. */
export class ConnectionDropped extends Error {}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers } })

/** An error like those of real providers: a name for programs and a message for people. */
export const refusal = (status: number, name: string, message: string) => json({ statusCode: status, name, message }, status)

export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}
