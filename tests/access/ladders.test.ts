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
import { addLadderThings, buildLadderWorld } from './ladder-world.ts'
import { ladders } from './ladders.ts'
import { outsideLadders } from './outside-ladders.ts'
import type { Ladder, Rung } from './rungs.ts'

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

const viewers: Record<Exclude<Rung, 'anonymous' | 'operator'>, Viewer> = {
  member: personB,
  stranger: complete('f'),
  mate: complete('c'),
  blocked: complete('g'),
  blocker: complete('h'),
  owner: personA,
  moderator: complete('m'),
  admin: { ...complete('admin'), id: 'demo-admin' },
}

/** What every method passes: the guard of what is below, or the end of the line. Nothing answers here that is not there. */
const gates = ['/*', '/api/*', '/mail/*', '/api/admin/*', '/api/_local/session/*', '/api/_local/teams/*', '/mail/preview/*'].map(
  (path) => `ALL ${path}`,
)

async function readDocument(): Promise<OpenApi> {
  return (await ask('/api/openapi.json')).json()
}

const listEndpoints = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

beforeAll(buildLadderWorld)

/** Whether a request has done something since the things were made. What only reads or is refused changes nothing. */
let isChanged = true

beforeEach(async () => {
  // Nothing is to be delivered behind the test's back.
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.NOTICES_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  if (isChanged) await addLadderThings()
  isChanged = false
})

/** The request as a person on this rung sends it: of the thing, or of one that is not there. */
async function climb(request: Ladder['request'], rung: Rung): Promise<Response> {
  const viewer = rung === 'anonymous' || rung === 'operator' ? null : viewers[rung]
  const { path, headers = {}, ...init } = request(viewer?.id ?? '')
  const answer = await ask(path, { ...init, headers: { ...headers, ...(rung === 'operator' ? asAdmin : {}) }, viewer })
  if (answer.ok && init.method !== undefined && init.method !== 'GET') isChanged = true
  return answer
}

/** All that an answer tells, but for which request it was and which of the things it names itself. */
const toldIn = async (answer: Response) =>
  `${answer.status} ${answer.headers.get('content-type')} ${answer.headers.get('cache-control')} ${await answer.text()}`
    .replaceAll(answer.headers.get('x-request-id') ?? 'no id', '')
    .replace(/"id":"ladder-(empty|visited)"/, '')

describe('The OpenAPI document', () => {
  it('is of version 3.1 and tells what each endpoint is for and what it answers', async () => {
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

  it('names every endpoint, and every endpoint has its ladder', async () => {
    const documented = listEndpoints(await readDocument())
    expect([...new Set(ladders.map(({ endpoint }) => endpoint))].toSorted()).toEqual(documented.toSorted())
  })
})

/** By the app's own routes, whether or not the document tells of them. The pages are one document for all, and have tests of their own. */
const listRoutes = () => {
  const pages = new Set(pageRoutes.routes.map(({ method, path }) => `${method} ${path}`))
  const routes = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].filter((route) => !pages.has(route))
  return routes.map((route) => route.replace(/:(\w+)/g, '{$1}')).toSorted()
}

describe('What the app answers', () => {
  it('has a ladder, also what the document does not tell', async () => {
    const documented = listEndpoints(await readDocument()).map((endpoint) => endpoint.replace(' /', ' /api/'))
    const known = [...documented, ...outsideLadders.map(({ endpoint }) => endpoint), ...gates]
    expect(listRoutes()).toEqual([...new Set(known)].toSorted())
  })
})

describe.each([...ladders, ...outsideLadders])('$endpoint', ({ request, absent, rungs }) => {
  it.each(Object.entries(rungs) as [Rung, number][])('answers %s with %i', async (rung, status) => {
    const answer = await climb(request, rung)
    answer.webSocket?.accept()
    answer.webSocket?.close()
    expect(answer.status).toBe(status)
    if (!absent) return
    const told = await toldIn(answer)
    if (status === 404 || rung === 'blocked' || rung === 'blocker') expect(told).toBe(await toldIn(await climb(absent, rung)))
    else if (status === 200) expect(told).not.toBe(await toldIn(await climb(absent, rung)))
  })
})

describe('An operator’s token', () => {
  it.each(['', 'Bearer ', 'Bearer wrong', 'Basic local-admin-token', 'Bearer local-admin-token '.repeat(50)])(
    'that is "%s" opens nothing',
    async (authorization) => {
      expect((await ask('/api/admin/config', { headers: { authorization } })).status).toBe(404)
    },
  )
})

describe('Becoming anyone without a password', () => {
  it('is not there in production, nor are teams for the asking', async () => {
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
