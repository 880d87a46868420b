import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AdminRole, isCapability } from '../../domain/access/can.ts'
import type { Viewer } from '../../domain/access/contract.ts'
import { addAdmin, removeAdmin } from '../../worker/admin/commands.ts'
import { findAdminRole } from '../../worker/admin/queries.ts'
import { adminRoutes } from '../../worker/admin/routes.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asAdmin, ask, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const person = (id: string): Viewer => ({ id, name: id, emailVerified: true, profileComplete: true })
const emailOf = (id: string) => `${id}@local.test`
const db = () => openPrimary(env.DB)
const roleOf = (id: string) => findAdminRole(db(), id)
const change = (id: string, role: AdminRole, headers: Record<string, string> = asAdmin) =>
  ask(`/api/admin/admins/${emailOf(id)}`, { method: 'PUT', json: { role }, headers })

beforeAll(async () => {
  for (const id of ['ada', 'mo', 'sam', 'una', 'lee']) await signIn(person(id))
})

describe('An admin', () => {
  it('can be added, given another role and removed by an operator', async () => {
    expect((await change('ada', 'moderator')).status).toBe(204)
    expect(await roleOf('ada')).toBe('moderator')
    expect((await change('ada', 'admin')).status).toBe(204)
    const { admins } = await (await ask('/api/admin/admins', { headers: asAdmin })).json<{ admins: unknown[] }>()
    expect(admins).toEqual([{ email: emailOf('ada'), role: 'admin', createdAt: expect.any(Number) }])
    expect((await ask(`/api/admin/admins/${emailOf('ada')}`, { method: 'DELETE', headers: asAdmin })).status).toBe(204)
    expect(await roleOf('ada')).toBeNull()
    expect((await ask('/api/admin/config', { viewer: person('ada') })).status).toBe(404)
  })

  it('is found by any spelling of their email', async () => {
    await addAdmin(db(), ' LEE@local.test', 'admin', 1)
    expect(await roleOf('lee')).toBe('admin')
    await removeAdmin(db(), 'Lee@Local.Test')
    expect(await roleOf('lee')).toBeNull()
  })

  it('needs an account with a confirmed email', async () => {
    await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = 'una'").run()
    for (const id of ['una', 'nobody-at-all']) expect((await readProblem(await change(id, 'admin'))).code, id).toBe('AccountNotConfirmed')
    expect((await ask('/api/admin/admins/una%40local.test', { method: 'PUT', json: { role: 'owner' }, headers: asAdmin })).status).toBe(400)
    expect(await roleOf('una')).toBeNull()
  })

  it('may use the endpoints of their role and gets the answer of a stranger from all others', async () => {
    await addAdmin(db(), emailOf('mo'), 'moderator', 1)
    expect((await ask('/api/admin/reports', { viewer: person('mo') })).status).toBe(200)
    const refused = await readProblem(await ask('/api/admin/config', { viewer: person('mo') }))
    const stranger = await readProblem(await ask('/api/admin/config', { viewer: person('sam') }))
    expect({ ...refused, requestId: '' }).toEqual({ ...stranger, requestId: '', status: 404 })
  })

  it('is refused when the request comes from another website', async () => {
    await addAdmin(db(), emailOf('ada'), 'admin', 1)
    const viewer = person('ada')
    const put = (headers: Record<string, string>) =>
      ask('/api/admin/config/notice', { method: 'PUT', json: { value: null }, viewer, headers })
    expect((await put({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await put({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await put({ 'sec-fetch-site': 'same-origin' })).status).toBe(204)
  })

  it('is refused when they send a wrong token, even if they are signed in', async () => {
    await addAdmin(db(), emailOf('ada'), 'admin', 1)
    expect((await ask('/api/admin/config', { viewer: person('ada'), headers: { authorization: 'Bearer wrong' } })).status).toBe(404)
  })
})

describe('Each admin endpoint', () => {
  it('has a capability in the access table', () => {
    const names = new Set(adminRoutes.routes.flatMap(({ path }) => path.split('/')[1] ?? []).filter((name) => name !== '*'))
    expect(names.size).toBeGreaterThan(6)
    for (const name of names) expect(isCapability(`admin.${name}`), name).toBe(true)
  })
})
