import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, statusOf } from '../../domain/errors.ts'
import { localSignInRoutes } from '../../worker/access/routes.ts'
import { app } from '../../worker/app.ts'
import { pageRoutes } from '../../worker/pages.ts'
import type { AppEnv } from '../../worker/platform/context.ts'
import { readSettings } from '../../worker/platform/settings.ts'
import { localTeamRoutes } from '../../worker/teams/routes.ts'
import { startStripe } from '../payments/stand-in.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { type AccessCase, ladderKinds, type ViewerKind } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { askAs, buildData, renewData } from './ask-as.ts'
import { undocumentedAccessCases } from './undocumented-access-cases.ts'

type OpenApi = {
  openapi: string
  components: { schemas: Record<string, { properties: unknown }> }
  paths: Record<string, Record<string, { summary?: string; responses?: Record<string, unknown> }>>
}

collectLog()

/** Middleware routes that every method passes. They answer nothing themselves. */
const middlewareRoutes = [
  '/*',
  '/api/*',
  '/mail/*',
  '/api/admin/*',
  '/api/forms/{id}',
  '/api/forms/{id}/*',
  '/api/_local/session/*',
  '/api/_local/teams/*',
  '/mail/preview/*',
  '/pictures/*',
].map((path) => `ALL ${path}`)

async function readDocument(): Promise<OpenApi> {
  return (await ask('/api/openapi.json')).json()
}

const listEndpoints = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

/** The few requests that reach Stripe find the stand-in. */
const stripe = startStripe(() => Date.now())

beforeAll(buildData)

beforeEach(async () => {
  // Queues must not deliver anything during the test.
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.NOTICES_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  stripe.connect()
  await renewData()
})

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

const nounsOfCommunities = ['teams', 'team-drafts', 'team-invitations', 'seasons', 'organizations']

describe('Every endpoint of communities', () => {
  it('has a status for each role, and for people outside, removed, blocked and blocking', async () => {
    const endpoints = listEndpoints(await readDocument()).filter((endpoint) => nounsOfCommunities.includes(endpoint.split('/')[1] ?? ''))
    expect(endpoints.length).toBeGreaterThan(100)
    const untested = endpoints.flatMap((endpoint) => {
      const tested = new Set(accessCases.filter((each) => each.endpoint === endpoint).flatMap(({ statuses }) => Object.keys(statuses)))
      return ladderKinds.filter((kind) => !tested.has(kind)).map((kind) => `${endpoint} as ${kind}`)
    })
    expect(untested).toEqual([])
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

/** Sends the request, and compares what the answer reveals with the answers about what does not exist. */
async function testViewer({ request, absent, absentTeam }: AccessCase, kind: ViewerKind, expected: number): Promise<number> {
  const answer = await askAs(request, kind)
  answer.webSocket?.accept()
  answer.webSocket?.close()
  const { status } = answer
  if (status !== expected || (!absent && !absentTeam)) return status
  const revealed = await readRevealed(answer)
  if (absentTeam && outsiders.includes(kind)) expect(revealed, kind).toBe(await readRevealed(await askAs(absentTeam, kind)))
  if (!absent) return status
  const isHidden = status === 404 || kind === 'blocked' || kind === 'blocker'
  if (isHidden) expect(revealed, kind).toBe(await readRevealed(await askAs(absent, kind)))
  else if (status === 200) expect(revealed, kind).not.toBe(await readRevealed(await askAs(absent, kind)))
  return status
}

describe('Each endpoint', () => {
  it.each([...accessCases, ...undocumentedAccessCases])('$endpoint answers each kind of viewer as listed', async (accessCase) => {
    const found: Partial<Record<ViewerKind, number>> = {}
    const all = Object.entries(accessCase.statuses) as [ViewerKind, number][]
    const test = async ([kind, status]: [ViewerKind, number]) => {
      found[kind] = await testViewer(accessCase, kind, status)
    }
    // The refused requests change nothing, so they go together. Each of the others finds the same data.
    await Promise.all(all.filter(([, status]) => status >= 400).map(test))
    for (const each of all.filter(([, status]) => status < 400)) {
      await renewData()
      await test(each)
    }
    expect(found).toEqual(accessCase.statuses)
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
