import type { IncomingMessage, ServerResponse } from 'node:http'

/** One service of the world outside. It gets what comes in under its own path, as a standard request. */
export type StandIn = (request: Request, path: string) => Response | Promise<Response>

/** One that answers node's own requests, because the package behind it does. `asked` is path and query under its own path. */
export type NodeStandIn = { answerNode(request: IncomingMessage, response: ServerResponse, asked: string): Promise<void> }

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers } })

/** Errors look like a provider's: a name for programs, a sentence for people. */
export const refusal = (status: number, name: string, message: string) => json({ statusCode: status, name, message }, status)

export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}
