import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { AppError, statusOf } from '../../domain/errors.ts'
import { localSignInRoutes } from '../../worker/access/routes.ts'
import { app } from '../../worker/app.ts'
import { pageRoutes } from '../../worker/pages.ts'
import type { AppEnv } from '../../worker/platform/context.ts'
import { readSettings } from '../../worker/platform/settings.ts'
import { localTeamRoutes } from '../../worker/teams/routes.ts'
import { asAdmin, ask, personA, personB } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import type { AccessCase, ViewerKind } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { addAccessData, buildAccessData } from './access-data.ts'
import { undocumentedAccessCases } from './undocumented-access-cases.ts'

type OpenApi = {
  openapi: string
  components: { schemas: Record<string, { properties: unknown }> }
  paths: Record<string, Record<string, { summary?: string; responses?: Record<string, unknown> }>>
}

collectLog()

const complete = (letter: string): Viewer => ({
  id: `person-${letter}`,
  name: `Person ${letter.toUpperCase()}`,
  emailVerified: true,
  profileComplete: true,
})

const viewers: Record<Exclude<ViewerKind, 'anonymous' | 'operator'>, Viewer> = {
  member: personB,
  stranger: complete('f'),
  mate: complete('c'),
  captain: complete('i'),
  organizer: complete('j'),
  former: complete('k'),
  blocked: complete('g'),
  blocker: complete('h'),
  owner: personA,
  moderator: complete('m'),
  admin: { ...complete('admin'), id: 'demo-admin' },
}

/** Middleware routes that every method passes. They answer nothing themselves. */
const middlewareRoutes = ['/*', '/api/*', '/mail/*', '/api/admin/*', '/api/_local/session/*', '/api/_local/teams/*', '/mail/preview/*'].map(
  (path) => `ALL ${path}`,
)

async function readDocument(): Promise<OpenApi> {
  return (await ask('/api/openapi.json')).json()
}

const listEndpoints = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

beforeAll(buildAccessData)

/** Whether a request has changed data since it was added. Requests that only read or are refused change nothing. */
let hasChangedData = true

beforeEach(async () => {
  // Queues must not deliver anything during the test.
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.NOTICES_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  if (hasChangedData) await addAccessData()
  hasChangedData = false
})

/** Sends the request as a viewer of this kind. */
async function askAs(request: AccessCase['request'], kind: ViewerKind): Promise<Response> {
  const viewer = kind === 'anonymous' || kind === 'operator' ? null : viewers[kind]
  const { path, headers = {}, ...init } = request(viewer?.id ?? '')
  const answer = await ask(path, { ...init, headers: { ...headers, ...(kind === 'operator' ? asAdmin : {}) }, viewer })
  if (answer.ok && init.method !== undefined && init.method !== 'GET') hasChangedData = true
  return answer
}

/** Everything that a response reveals, without the request id and the ids of the places that differ anyway. */
const readRevealed = async (answer: Response) =>
  `${answer.status} ${answer.headers.get('content-type')} ${answer.headers.get('cache-control')} ${await answer.text()}`
    .replaceAll(answer.headers.get('x-request-id') ?? 'no id', '')
    .replace(/"id":"access-(shy|visited)"/, '')

describe('The OpenAPI document', () => {
  it('has version 3.1, and a summary and responses for each endpoint', async () => {
    const document = await readDocument()
    expect(document.openapi).toMatch(/^3\.1/)
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { summary, responses }] of Object.entries(methods)) {
        expect(summary, `${method} ${path}`).toBeTruthy()
        expect(Object.keys(responses ?? {}).length, `${method} ${path}`).toBeGreaterThan(0)
      }
    }
    expect(document.components.schemas.Problem?.properties).toMatchObject({ code: { enum: expect.arrayContaining(['NotFound']) } })
    expect(JSON.stringify(document)).not.toContain('"vendor"')
  })

  it('contains every endpoint, and every endpoint has its access case', async () => {
    const documented = listEndpoints(await readDocument())
    expect([...new Set(accessCases.map(({ endpoint }) => endpoint))].toSorted()).toEqual(documented.toSorted())
  })
})

/**
 * All routes of the app, documented or not. The pages are left out: they all answer one HTML document, and have tests of
 * their own.
 */
const listRoutes = () => {
  const pages = new Set(pageRoutes.routes.map(({ method, path }) => `${method} ${path}`))
  const routes = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].filter((route) => !pages.has(route))
  return routes.map((route) => route.replace(/:(\w+)/g, '{$1}')).toSorted()
}

describe('Every route of the app', () => {
  it('has an access case, even if it is not documented', async () => {
    const documented = listEndpoints(await readDocument()).map((endpoint) => endpoint.replace(' /', ' /api/'))
    const known = [...documented, ...undocumentedAccessCases.map(({ endpoint }) => endpoint), ...middlewareRoutes]
    expect(listRoutes()).toEqual([...new Set(known)].toSorted())
  })
})

const outsiders: readonly ViewerKind[] = ['anonymous', 'member', 'stranger', 'former', 'moderator']

describe.each([...accessCases, ...undocumentedAccessCases])('$endpoint', ({ request, absent, absentTeam, statuses }) => {
  it.each(Object.entries(statuses) as [ViewerKind, number][])('answers %s with %i', async (kind, status) => {
    const answer = await askAs(request, kind)
    answer.webSocket?.accept()
    answer.webSocket?.close()
    expect(answer.status).toBe(status)
    if (!absent && !absentTeam) return
    const revealed = await readRevealed(answer)
    if (absentTeam && outsiders.includes(kind)) expect(revealed).toBe(await readRevealed(await askAs(absentTeam, kind)))
    if (!absent) return
    if (status === 404 || kind === 'blocked' || kind === 'blocker') expect(revealed).toBe(await readRevealed(await askAs(absent, kind)))
    else if (status === 200) expect(revealed).not.toBe(await readRevealed(await askAs(absent, kind)))
  })
})

describe('A wrong operator token', () => {
  it.each(['', 'Bearer ', 'Bearer wrong', 'Basic local-admin-token', 'Bearer local-admin-token '.repeat(50)])(
    'such as "%s" is refused',
    async (authorization) => {
      expect((await ask('/api/admin/config', { headers: { authorization } })).status).toBe(404)
    },
  )
})

describe('The local routes to sign in without a password and to create teams', () => {
  it('do not exist in production', async () => {
    const production = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('settings', { ...readSettings(env), environment: 'production' })
        await next()
      })
      .route('/session', localSignInRoutes)
      .route('/teams', localTeamRoutes)
      .onError((error, c) => c.text(error.message, error instanceof AppError ? statusOf(error.code) : 500))
    for (const path of ['/session', '/teams']) expect((await production.request(path, { method: 'PUT', body: '{}' }, env)).status).toBe(404)
  })
})
