import * as v from 'valibot'
import { Problem } from '../domain/errors.ts'

/** The token that wrangler.toml gives this machine. */
const localToken = 'local-admin-token'

export type AdminClient = { send: (method: string, path: string, body?: unknown) => Promise<unknown> }

/** Speaks to the guarded endpoints of a product. Refusals are thrown in the product's words. */
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
    return `The answer was ${status} and no problem document.`
  }
  const problem = v.safeParse(Problem, body)
  if (!problem.success) return `The answer was ${status} and no problem document.`
  const { title, code, requestId, issues = [] } = problem.output
  const details = issues.map(({ path, message }) => `\n  ${path}: ${message}`).join('')
  const hint = code === 'NotFound' ? '\nA wrong admin token looks the same as a thing that is not there.' : ''
  return `${title} (${code}, request ${requestId})${details}${hint}`
}
