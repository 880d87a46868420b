import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../../domain/access/contract.ts'
import type { SiteCode } from '../../domain/hostnames/site-login.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, productOrigin, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const site = 'http://play.localhost:5173'
const secret = 'a'.repeat(43)
let ana: Person

beforeAll(async () => {
  ana = await enter('ana')
  for (const name of ['play', 'other']) {
    await createTeam(openPrimary(env.DB), { now: 1, newId: () => name }, ana.id, { name, description: '' })
    await claimHostname(openPrimary(env.DB), `${name}.localhost`, name, 1)
  }
})

const askCode = async (host = 'play.localhost', of = secret) =>
  ana.ask('/api/hostnames/site-codes', { method: 'POST', json: { host, challenge: await hashSecret(of) } })
const getCode = async () => (await (await askCode()).json<SiteCode>()).code
const redeem = (code: string, { origin = site, by = secret, cookie = '' } = {}) =>
  ask('/api/hostnames/sessions', { method: 'POST', json: { code, secret: by }, origin, headers: { cookie } })
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
const viewerAt = async (origin: string, cookie: string) =>
  (await (await ask('/api/session', { origin, headers: { cookie } })).json<Session>()).viewer?.id ?? null

describe('The login of a community’s own domain', () => {
  it('signs the person in there with a code, which works once, and tells nobody of a new device', async () => {
    const answer = await askCode()
    expect(answer.status).toBe(201)
    const { origin, code } = await answer.json<SiteCode>()
    expect(origin).toBe(site)
    const emails = await rowsOf('SELECT count(*) AS n FROM outbox')
    const entered = await redeem(code)
    expect(entered.status).toBe(204)
    expect(await viewerAt(site, cookiesOf(entered))).toBe(ana.id)
    expect(await rowsOf('SELECT count(*) AS n FROM outbox')).toEqual(emails)
    expect(await readProblem(await redeem(code))).toMatchObject({ status: 404, code: 'SiteCodeEnded' })
  })

  it('takes a code only in the tab and on the domain for which it was made, for a minute, and only the last one', async () => {
    const statuses = async (...answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)
    const first = await getCode()
    const second = await getCode()
    expect(
      await statuses(
        redeem(first),
        redeem(second, { by: 'b'.repeat(43) }),
        redeem(second, { origin: 'http://other.localhost:5173' }),
        redeem(second, { origin: productOrigin }),
        redeem('c'.repeat(43)),
      ),
    ).toEqual([404, 404, 404, 404, 404])
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + minute + 1)
    expect((await redeem(second)).status).toBe(404)
    clock.mockReturnValue(now)
    expect((await redeem(second)).status).toBe(204)
    clock.mockRestore()
  })

  it('makes codes only for domains of communities, and only for whoever is signed in', async () => {
    expect((await askCode('localhost')).status).toBe(404)
    expect((await askCode('nobody.example.com')).status).toBe(404)
    const json = { host: 'play.localhost', challenge: await hashSecret(secret) }
    expect((await ask('/api/hostnames/site-codes', { method: 'POST', json })).status).toBe(401)
    expect((await ana.ask('/api/hostnames/site-codes', { method: 'POST', json: { ...json, challenge: 'short' } })).status).toBe(400)
  })

  it('gives a session that works nowhere else, is no fresh proof, and ends with all others', async () => {
    const cookie = cookiesOf(await redeem(await getCode()))
    const unused = await getCode()
    expect([await viewerAt(site, cookie), await viewerAt(productOrigin, cookie)]).toEqual([ana.id, null])
    expect(await viewerAt('http://other.localhost:5173', cookie)).toBe(null)
    const atAuth = await ask('/api/auth/session', { headers: { cookie } })
    expect(await atAuth.text()).toBe('null')
    // The order in which the domains are asked makes no difference, although opened cookies are remembered.
    expect(await viewerAt(site, cookie)).toBe(ana.id)
    expect((await ana.ask('/api/accounts/devices', { method: 'DELETE' })).status).toBe(204)
    expect(await viewerAt(site, cookie)).toBe(null)
    expect((await redeem(unused)).status).toBe(404)
  })

  it('stays bound to its domain when the cookie is renewed', async () => {
    const cookie = cookiesOf(await redeem(await getCode()))
    await rowsOf('UPDATE auth_sessions SET last_seen_at = 1')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * hour)
    const renewed = cookiesOf(await ask('/api/session', { origin: site, headers: { cookie } }))
    expect(renewed).toContain('authjs.session-token=')
    expect([await viewerAt(site, renewed), await viewerAt(productOrigin, renewed)]).toEqual([ana.id, null])
    clock.mockRestore()
  })

  it('ends the session there, and leaves the one on our domain', async () => {
    const own = await signIn({ id: ana.id, name: 'Ana', emailVerified: true, profileComplete: true })
    const cookie = cookiesOf(await redeem(await getCode()))
    expect((await ask('/api/hostnames/sessions', { method: 'DELETE', origin: site, headers: { cookie } })).status).toBe(204)
    expect([await viewerAt(site, cookie), await viewerAt(productOrigin, own)]).toEqual([null, ana.id])
    expect((await ask('/api/hostnames/sessions', { method: 'DELETE', origin: site, headers: { cookie } })).status).toBe(401)
  })
})
