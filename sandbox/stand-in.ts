/** One service of the world outside. It gets what comes in under its own path, as a standard request. */
export type StandIn = (request: Request, path: string) => Response | Promise<Response>

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
