import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import type { PublicConfig } from '../../domain/config/contract.ts'
import { getConfigDefaults } from '../../domain/config/defaults.ts'
import { readConfig } from '../../domain/config/rules.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const readFlags = async () => (await (await ask('/api/config')).json<PublicConfig>()).flags
const setValue = (key: string, value: unknown) => ask(`/api/admin/config/${key}`, { method: 'PUT', headers: asAdmin, json: { value } })
const resetValue = (key: string) => ask(`/api/admin/config/${key}`, { method: 'DELETE', headers: asAdmin })

afterEach(async () => {
  await resetValue('subscriptionsEnabled')
  await resetValue('notice')
  await resetValue('communitySale')
})

describe('Remote config', () => {
  it('has subscriptions on by default locally, and off by default in production', () => {
    expect(getConfigDefaults('local').subscriptionsEnabled).toBe(true)
    expect(getConfigDefaults('production').subscriptionsEnabled).toBe(false)
  })

  it('uses the default instead of a stored value that is no longer valid', () => {
    expect(readConfig(new Map([['subscriptionsEnabled', 'maybe']]), 'local').subscriptionsEnabled).toBe(true)
  })

  it('changes without a deploy and is visible at once in the API and in pages', async () => {
    expect(await readFlags()).toEqual({ subscriptionsEnabled: true, notice: null, communitySale: null })
    expect((await setValue('subscriptionsEnabled', false)).status).toBe(204)
    expect((await setValue('notice', 'Courts are closed today.')).status).toBe(204)
    expect(await readFlags()).toEqual({ subscriptionsEnabled: false, notice: 'Courts are closed today.', communitySale: null })
    expect(await (await ask('/')).text()).toContain('Courts are closed today.')
    await resetValue('subscriptionsEnabled')
    expect(await readFlags()).toMatchObject({ subscriptionsEnabled: true })
  })

  it('is read from the edge cache instead of D1 the second time', async () => {
    await readFlags()
    const second = await ask('/api/config')
    expect(second.headers.get('server-timing')).toContain('round trips 0')
  })

  it('escapes in pages what an operator writes', async () => {
    await setValue('notice', '</script><script>alert(1)</script>')
    const html = await (await ask('/')).text()
    expect(html).not.toContain('<script>alert(1)')
    expect(await readFlags()).toMatchObject({ notice: '</script><script>alert(1)</script>' })
  })

  it('lists each value and whether it is the default', async () => {
    await setValue('notice', 'Hello')
    expect(await (await ask('/api/admin/config', { headers: asAdmin })).json()).toEqual({
      config: [
        { key: 'subscriptionsEnabled', value: true, isDefault: true },
        { key: 'notice', value: 'Hello', isDefault: false },
        { key: 'communitySale', value: null, isDefault: true },
      ],
    })
  })

  it('refuses an invalid value and an unknown key, and keeps the old value', async () => {
    await setValue('notice', 'Hello')
    expect((await setValue('notice', 'x'.repeat(201))).status).toBe(400)
    expect((await setValue('nonsense', true)).status).toBe(404)
    expect(await readFlags()).toMatchObject({ notice: 'Hello' })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM config').first('n')).toBe(1)
  })

  it.each(['/teams/create', 'https://gather.example/sale'])('accepts a community sale that links to %s', async (link) => {
    const sale = { text: 'Half off the first three months.', link }
    expect((await setValue('communitySale', sale)).status).toBe(204)
    expect(await readFlags()).toMatchObject({ communitySale: sale })
  })

  it.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'http://plain.example', '', '/a b'])(
    'refuses a community sale that links to "%s"',
    async (link) => expect((await setValue('communitySale', { text: 'Sale', link })).status).toBe(400),
  )

  it('contains the platform that belongs to the host', async () => {
    expect(await (await ask('/api/config', { origin: 'http://meh.localhost:5173' })).json()).toMatchObject({
      platform: 'meh',
      host: 'product',
    })
    const page = await (await ask('/', { origin: 'http://meh.localhost:5173' })).text()
    expect(page).toContain('data-platform="meh"')
    expect(page).toContain('<title>Find a game near you · Mehfil</title>')
    expect(await (await ask('/manifest.webmanifest', { origin: 'http://meh.localhost:5173' })).json()).toMatchObject({ name: 'Mehfil' })
  })
})
