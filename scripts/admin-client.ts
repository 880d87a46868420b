import * as v from 'valibot'
import { Problem } from '../domain/errors.ts'

/** The admin token that wrangler.toml sets for local development. */
const localToken = 'local-admin-token'

export type AdminClient = { send: (method: string, path: string, body?: unknown) => Promise<unknown> }

/** Calls the admin API of a product. If the product refuses a request, it throws an error with the product's message. */
export function createAdminClient(address: string, env: NodeJS.ProcessEnv = process.env): AdminClient {
  const { origin, hostname } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  const token = env.ADMIN_TOKEN ?? (isLocal ? localToken : undefined)
  if (!token) throw new Error(`Set ADMIN_TOKEN to the admin token of ${origin}.`)
  return {
    send: async (method, path, body) => {
      const response = await fetch(`${origin}/api/admin/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new Error(`${origin} does not answer. Is it running?`, { cause })
      })
      const text = await response.text()
      if (response.ok) return text === '' ? undefined : JSON.parse(text)
      throw new Error(describeRefusal(response.status, text))
    },
  }
}

function describeRefusal(status: number, text: string): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return `The server answered with status ${status} and without an error message.`
  }
  const problem = v.safeParse(Problem, body)
  if (!problem.success) return `The server answered with status ${status} and without an error message.`
  const { title, code, requestId, issues = [] } = problem.output
  const details = issues.map(({ path, message }) => `\n  ${path}: ${message}`).join('')
  const hint = code === 'NotFound' ? '\nThe server also answers like this when the admin token is wrong.' : ''
  return `${title} (${code}, request ${requestId})${details}${hint}`
}
