import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxPushDevices } from '../../domain/push/contract.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { forgetSignedOutDevices } from '../../worker/push/commands.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { openBrowser, readState, register, toWeb } from './devices.ts'

collectLog()

let ana: Person
let bo: Person
let entered = 0

beforeEach(async () => {
  await env.DB.exec('DELETE FROM push_devices')
  // Each test has new people, because the limits of registrations are counted for a minute.
  entered += 1
  ana = await enter(`ana-${entered}`)
  bo = await enter(`bo-${entered}`)
})

const post = (person: Person, json: unknown) => person.ask('/api/push/registrations', { method: 'POST', json })
const patch = (person: Person, token: string, json: unknown) => person.ask(`/api/push/registrations/${token}`, { method: 'PATCH', json })
const countRows = async () => (await rowsOf('SELECT id FROM push_devices')).length

describe('A browser that registers', () => {
  it('gets a token, of which only the hash is stored, and is in the list of devices', async () => {
    const { token, id } = await register(ana, await openBrowser())
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await rowsOf('SELECT * FROM push_devices'))).not.toContain(token)
    const { publicKey, devices } = await readState(ana)
    expect(publicKey).toMatch(/^B/)
    expect(devices).toMatchObject([{ id, isThis: true, hidesText: false, outcome: null, test: null }])
    expect((await readState(bo)).devices).toEqual([])
  })

  it('again keeps one row, and belongs to whoever uses it now', async () => {
    const browser = await openBrowser()
    const first = await register(ana, browser)
    await ana.ask(`/api/push/devices/${first.id}`, { method: 'PATCH', json: { hidesText: true } })
    const second = await register(ana, browser)
    expect((await readState(ana)).devices).toMatchObject([{ id: second.id, hidesText: true }])
    expect((await patch(ana, first.token, toWeb(browser))).status).toBe(404)
    await register(bo, browser)
    expect((await readState(ana)).devices).toEqual([])
    expect((await readState(bo)).devices).toMatchObject([{ hidesText: false }])
  })

  it('refreshes its registration with a new endpoint, and ends it', async () => {
    const { token } = await register(ana, await openBrowser())
    const renewed = await openBrowser()
    expect(await (await patch(ana, token, toWeb(renewed))).json()).toMatchObject({ token })
    expect(await rowsOf('SELECT endpoint FROM push_devices')).toEqual([{ endpoint: renewed.endpoint }])
    const ended = await ana.ask(`/api/push/registrations/${token}`, { method: 'DELETE' })
    expect([ended.status, await ended.json()]).toEqual([200, expect.objectContaining({ token })])
    expect(await countRows()).toBe(0)
    expect((await patch(ana, token, toWeb(renewed))).status).toBe(404)
  })

  it('is refused when the person has as many devices as allowed', async () => {
    const { sessionId } = (await rowsOf('SELECT id AS sessionId FROM auth_sessions WHERE user_id = ?', ana.id))[0] as { sessionId: string }
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxPushDevices})
       INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, token_hash, user_agent, platform, hides_text, created_at, refreshed_at)
       SELECT 'd-' || i, ?, ?, 'https://push.sandbox.localhost/' || i, '', '', 'h-' || i, '', 'gth', 0, i, i FROM n`,
      ana.id,
      sessionId,
    )
    const answer = await post(ana, toWeb(await openBrowser()))
    expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([409, 'TooManyPushDevices'])
    await ana.ask('/api/push/devices/d-1', { method: 'DELETE' })
    expect((await post(ana, toWeb(await openBrowser()))).status).toBe(201)
  })
})

describe('A device', () => {
  it('ends with the session in which it registered', async () => {
    await register(ana, await openBrowser())
    await rowsOf('DELETE FROM auth_sessions WHERE user_id = ?', ana.id)
    const again = await enter(ana.id)
    expect((await readState(again)).devices).toEqual([])
    await forgetSignedOutDevices(openPrimary(env.DB))
    expect(await countRows()).toBe(0)
  })

  it('of another person cannot be changed, tested or removed', async () => {
    const { id, token } = await register(ana, await openBrowser())
    const attempts = [
      bo.ask(`/api/push/devices/${id}`, { method: 'PATCH', json: { hidesText: true } }),
      bo.ask(`/api/push/devices/${id}`, { method: 'DELETE' }),
      bo.ask(`/api/push/devices/${id}/tests`, { method: 'POST' }),
      bo.ask(`/api/push/registrations/${token}`, { method: 'DELETE' }),
      patch(bo, token, toWeb(await openBrowser())),
    ]
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await readState(ana)).devices).toMatchObject([{ id, hidesText: false, test: null }])
  })
})

describe('A registration is refused', () => {
  const refusals: [string, (web: Record<string, unknown>) => Record<string, unknown>, number, string][] = [
    ['with a foreign endpoint', (web) => ({ ...web, endpoint: 'https://evil.example/push' }), 422, 'PushServiceUnknown'],
    ['with a private address', (web) => ({ ...web, endpoint: 'https://169.254.169.254/latest' }), 422, 'PushServiceUnknown'],
    ['with a key that is not ours', (web) => ({ ...web, applicationPubKey: `B${'a'.repeat(86)}` }), 409, 'PushKeyOutdated'],
    ['with a point that is not on the curve', (web) => ({ ...web, p256dh: `B${'A'.repeat(86)}` }), 400, 'InvalidInput'],
    ['with a short secret', (web) => ({ ...web, auth: 'abc' }), 400, 'InvalidInput'],
    ['without an endpoint', ({ endpoint: _, ...web }) => web, 400, 'InvalidInput'],
  ]
  it.each(refusals)('%s, with a message where other clients look for it', async (_, change, status, code) => {
    const answer = await post(ana, { web: change(toWeb(await openBrowser()).web) })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    const problem = await answer.json<{ code: string; title: string; error: { message: string } }>()
    expect([answer.status, problem.code, problem.error.message]).toEqual([status, code, problem.title])
    expect(await countRows()).toBe(0)
  })

  it('with a forged token, and signed out', async () => {
    const web = toWeb(await openBrowser())
    expect((await patch(ana, 'A'.repeat(43), web)).status).toBe(404)
    expect((await patch(ana, 'short', web)).status).toBe(400)
    expect((await ask('/api/push/registrations', { method: 'POST', json: web })).status).toBe(401)
    expect((await ask('/api/push/shown-tests', { method: 'POST', json: { token: 'A'.repeat(43) } })).status).toBe(404)
    expect(await countRows()).toBe(0)
  })
})
