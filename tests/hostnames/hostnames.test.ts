import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError, statusOf } from '../../domain/errors.ts'
import type { TeamSite } from '../../domain/hostnames/contract.ts'
import { limitTeamHosts } from '../../worker/access/site.ts'
import { apiOnTeamHosts, requestsOnTeamHosts } from '../../worker/api.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import type { AppEnv } from '../../worker/platform/context.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { publishGame } from '../events/games.ts'
import { enter } from '../profiles/people.ts'
import { asAdmin, ask, personA, productOrigin, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'

collectLog()

const team = 'http://sunset-smashers.localhost:5173'
const db = () => openPrimary(env.DB)

beforeAll(async () => {
  const host = await enter('smasher')
  const teamId = 'sunset-smashers'
  await createTeam(db(), { now: 1, newId: () => teamId }, host.id, { name: 'Sunset Smashers', description: 'We smash.' })
  await claimHostname(db(), 'sunset-smashers.localhost', teamId, 1)
  await publishGame(host, { title: 'Thursday ladder', teamId, starts: inDays(4), ends: inDays(4, '14:00') })
  await publishGame(host, { title: 'Tuesday ladder', teamId, starts: inDays(2), ends: inDays(2, '14:00') })
  await publishGame(host, { title: 'Members only ladder', teamId, visibility: 'team' })
})

describe('The own domain of a community', () => {
  it('is recognized by its host alone', async () => {
    expect(await (await ask('/api/config', { origin: team })).json()).toMatchObject({ host: 'team', platform: 'gth' })
  })

  it('has no page of the product, but shows the community and its next games at every path', async () => {
    for (const path of ['/', '/discover/city-search', '/_test/signed-in']) {
      const answer = await ask(path, { origin: team })
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toContain('<title>Sunset Smashers · Gather</title>')
      expect(html).toContain(`<link rel="canonical" href="${productOrigin}/team/sunset-smashers"`)
      expect(html).toContain('Tuesday ladder')
      expect(html).not.toContain('Members only ladder')
    }
  })

  it('names only its own next public games, in the order of their dates', async () => {
    const site = await (await ask('/api/hostnames/team-site', { origin: team })).json<TeamSite>()
    expect(site.team).toMatchObject({ id: 'sunset-smashers', name: 'Sunset Smashers', description: 'We smash.', members: 1 })
    expect(site.events.map(({ title }) => title)).toEqual(['Tuesday ladder', 'Thursday ladder'])
    expect(site.hasMore).toBe(false)
  })

  it('says on the product’s domain, and for a deleted community, that there is none', async () => {
    expect(await readProblem(await ask('/api/hostnames/team-site'))).toMatchObject({ status: 404, code: 'TeamNotFound' })
    await claimHostname(db(), 'gone.localhost', 'gone', 1)
    expect((await ask('/', { origin: 'http://gone.localhost:5173' })).status).toBe(404)
  })

  it('has only the API endpoints that are open on community domains', async () => {
    const signIn = '/api/_local/session'
    for (const path of apiOnTeamHosts.filter((open) => open !== signIn)) expect((await ask(path, { origin: team })).status, path).toBe(200)
    expect((await ask(signIn, { method: 'PUT', json: { viewer: personA }, origin: team })).status).toBe(204)
  })

  it('finds the cities and places that a form asks for', async () => {
    for (const path of ['/api/cities?q=austin', '/api/places/named?q=oak'])
      expect((await ask(path, { origin: team })).status, path).toBe(200)
  })

  it('has no other endpoint, even for an admin', async () => {
    const document = await (await ask('/api/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
    const endpoints = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
    const openRequests = new Set(requestsOnTeamHosts.map((request) => request.replace(/:(\w+)/g, '{$1}')))
    const isOpen = ({ path, method }: { path: string; method: string }) =>
      apiOnTeamHosts.includes(`/api${path}`) || openRequests.has(`${method.toUpperCase()} /api${path}`)
    const closedEndpoints = endpoints.filter((endpoint) => !isOpen(endpoint))
    expect(closedEndpoints.length).toBe(endpoints.length - 4 - requestsOnTeamHosts.length)
    const otherPaths = ['/api/openapi.json', '/api/docs', '/api/auth/csrf', '/api/configuration', '/mail/preview', '/mail/unsubscribe']
    const closed = [
      ...closedEndpoints.map(({ path, method }) => ({ path: `/api${path.replace(/\{\w+\}/g, 'x')}`, method })),
      ...otherPaths.map((path) => ({ path })),
    ]
    for (const { path, ...init } of closed) {
      const answer = await ask(path, { ...init, headers: asAdmin, origin: team, viewer: personA })
      expect(answer.status, path).toBe(404)
    }
  })

  it('has the paths below an open path, but not paths that only start with the same letters', async () => {
    const app = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('site', { kind: 'team', platform: 'gth', teamId: 'sunset-smashers' })
        await next()
      })
      .use(limitTeamHosts(['/open']))
      .get('*', (c) => c.text('here'))
      .onError((error, c) => c.text(error.message, error instanceof AppError ? statusOf(error.code) : 500))
    const statusAt = async (path: string) => (await app.request(path)).status
    expect([await statusAt('/open'), await statusAt('/open/more'), await statusAt('/opened'), await statusAt('/')]).toEqual([
      200, 200, 404, 404,
    ])
  })

  it('can have its own pages, and one for all its other paths', async () => {
    const titleOf = async (path: string, origin: string) => {
      const answer = await ask(path, { origin })
      return `${answer.status} ${/<title>(.*?)<\/title>/.exec(await answer.text())?.[1]}`
    }
    expect(await titleOf('/_test/team/some/where', team)).toBe('200 Team page · Gather')
    expect(await titleOf('/_test/team/about', team)).toBe('200 About the team · Gather')
    expect(await titleOf('/_test/team/some/where', productOrigin)).toBe('404 Page not found · Gather')
    expect(await titleOf('/_test/teams', team)).toBe('200 Sunset Smashers · Gather')
    expect((await ask('/_test/team/some/', { origin: team })).headers.get('location')).toBe('/_test/team/some')
  })

  it('serves its files even though one page matches all other paths', async () => {
    const icon = await ask('/icons/icon-180.png', { origin: team })
    expect(icon.headers.get('content-type')).toBe('image/png')
  })

  it('is never redirected to the product', async () => {
    expect((await ask('/faqs/cats', { origin: team })).status).toBe(200)
  })

  it('cannot be claimed by another team', async () => {
    expect(await claimHostname(db(), 'sunset-smashers.localhost', 'other-team', 2)).toBe(false)
    expect(await env.DB.prepare("SELECT team_id FROM hostnames WHERE host LIKE 'sunset%'").first('team_id')).toBe('sunset-smashers')
  })
})

describe('An unknown host', () => {
  const origin = 'https://nobody.example'

  it('answers 404 with a link to the product', async () => {
    const answer = await ask('/anything', { origin })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const html = await answer.text()
    expect(html).toContain('There is no community at this address.')
    expect(html).toContain('href="http://localhost:5173"')
  })

  it('answers API requests with a problem in JSON', async () => {
    expect(await readProblem(await ask('/api/health', { origin }))).toMatchObject({ status: 404, code: 'UnknownHost' })
  })

  it('does not reach D1 the second time', async () => {
    await ask('/api/health', { origin: 'https://guess.example' })
    const again = await ask('/api/health', { origin: 'https://guess.example' })
    expect(again.headers.get('server-timing')).toContain('round trips 0')
  })
})
