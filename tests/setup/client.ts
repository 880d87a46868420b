import { env, exports } from 'cloudflare:workers'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Problem } from '../../domain/errors.ts'

export const productOrigin = 'http://localhost:5173'
const adminToken = 'local-admin-token'

type Ask = Omit<RequestInit, 'body' | 'headers'> & {
  origin?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: BodyInit
  viewer?: Viewer | null
}

let requests = 0

/** Sends one request through the real entry of the Worker, as a browser on this site would send it. */
export async function ask(path: string, { origin = productOrigin, json, viewer, headers = {}, ...init }: Ask = {}): Promise<Response> {
  const all = new Headers(headers)
  // Rate limits stay after a test. So each request comes from its own address, unless the test sets one.
  requests += 1
  if (!all.has('cf-connecting-ip')) all.set('cf-connecting-ip', `10.0.${requests >> 8}.${requests & 255}`)
  if (json !== undefined) all.set('content-type', 'application/json')
  if (viewer) all.set('cookie', await cookieOf(viewer))
  return exports.default.fetch(
    new Request(origin + path, {
      redirect: 'manual',
      ...init,
      headers: all,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    } as RequestInit),
  )
}

export const asAdmin = { authorization: `Bearer ${adminToken}` }

export async function readProblem(response: Response): Promise<Problem> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new Error(`Not a problem but ${response.status} ${await response.text()}`)
  }
  return response.json()
}

/** Each person keeps one browser. A sign-in in a new one would send an email, which could arrive during another test. */
const makeBrowserCookie = ({ id }: Viewer) =>
  `browser=${id
    .replace(/[^\w-]/g, '_')
    .padEnd(43, '-')
    .slice(-43)}`

/** Starts a new session of this person, and returns its cookie. */
export async function signIn(viewer: Viewer): Promise<string> {
  const headers = { cookie: makeBrowserCookie(viewer) }
  const answer = await ask('/api/_local/session', { method: 'PUT', json: { viewer }, headers })
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('authjs.session-token='))
  if (!cookie) throw new Error('Could not sign in')
  return cookie.split(';')[0] ?? ''
}

const signedIn = new Map<string, { cookie: string; sessionId: string }>()

/** Signs in only if the last session ended or the person has changed. A sign-in for each request would double the number of requests. */
async function cookieOf(viewer: Viewer): Promise<string> {
  const session = signedIn.get(viewer.id)
  if (session && (await isSignedIn(viewer, session.sessionId))) return session.cookie
  const cookie = await signIn(viewer)
  const findSession = env.DB.prepare('SELECT id FROM auth_sessions WHERE user_id = ? ORDER BY rowid DESC').bind(viewer.id)
  signedIn.set(viewer.id, { cookie, sessionId: (await findSession.first<string>('id')) ?? '' })
  return cookie
}

const isSignedIn = async ({ id, name, emailVerified, profileComplete }: Viewer, sessionId: string) =>
  (await env.DB.prepare(
    `SELECT 1 FROM auth_sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ? AND u.id = ? AND s.expires_at > ? AND u.deleted_at IS NULL AND u.display_name IS ?
       AND (u.email_verified_at IS NOT NULL) = ? AND (u.completed_at IS NOT NULL) = ?`,
  )
    .bind(sessionId, id, Date.now(), name, Number(emailVerified), Number(profileComplete))
    .first()) !== null

export const personA: Viewer = { id: 'person-a', name: 'Person A', emailVerified: true, profileComplete: true }
export const personB: Viewer = { id: 'person-b', name: 'Person B', emailVerified: false, profileComplete: false }
