import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import type { PublicConfig } from '../../domain/config/contract.ts'
import { configDefaults, readConfig } from '../../domain/config/rules.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const readFlags = async () => (await (await ask('/api/config')).json<PublicConfig>()).flags
const set = (key: string, value: unknown) => ask(`/api/admin/config/${key}`, { method: 'PUT', headers: asAdmin, json: { value } })
const unset = (key: string) => ask(`/api/admin/config/${key}`, { method: 'DELETE', headers: asAdmin })

afterEach(async () => {
  await unset('subscriptionsEnabled')
  await unset('notice')
  await unset('communitySale')
})

describe('Remote config', () => {
  it('sells locally by default, and in production only once it is said', () => {
    expect(configDefaults('local').subscriptionsEnabled).toBe(true)
    expect(configDefaults('production').subscriptionsEnabled).toBe(false)
  })

  it('falls back to the default for a stored value that no longer fits', () => {
    expect(readConfig(new Map([['subscriptionsEnabled', 'maybe']]), 'local').subscriptionsEnabled).toBe(true)
  })

  it('is changed without a deploy and seen at once by the web, on the call and in pages', async () => {
    expect(await readFlags()).toEqual({ subscriptionsEnabled: true, notice: null, communitySale: null })
    expect((await set('subscriptionsEnabled', false)).status).toBe(204)
    expect((await set('notice', 'Courts are closed today.')).status).toBe(204)
    expect(await readFlags()).toEqual({ subscriptionsEnabled: false, notice: 'Courts are closed today.', communitySale: null })
    expect(await (await ask('/')).text()).toContain('Courts are closed today.')
    await unset('subscriptionsEnabled')
    expect(await readFlags()).toMatchObject({ subscriptionsEnabled: true })
  })

  it('is read from the edge, not from D1, the second time', async () => {
    await readFlags()
    const second = await ask('/api/config')
    expect(second.headers.get('server-timing')).toContain('round trips 0')
  })

  it('cannot break a page by what an operator writes', async () => {
    await set('notice', '</script><script>alert(1)</script>')
    const html = await (await ask('/')).text()
    expect(html).not.toContain('<script>alert(1)')
    expect(await readFlags()).toMatchObject({ notice: '</script><script>alert(1)</script>' })
  })

  it('lists what is set and what is a default', async () => {
    await set('notice', 'Hello')
    expect(await (await ask('/api/admin/config', { headers: asAdmin })).json()).toEqual({
      config: [
        { key: 'subscriptionsEnabled', value: true, isDefault: true },
        { key: 'notice', value: 'Hello', isDefault: false },
        { key: 'communitySale', value: null, isDefault: true },
      ],
    })
  })

  it('refuses what does not fit and keeps what was', async () => {
    await set('notice', 'Hello')
    expect((await set('notice', 'x'.repeat(201))).status).toBe(400)
    expect((await set('nonsense', true)).status).toBe(404)
    expect(await readFlags()).toMatchObject({ notice: 'Hello' })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM config').first('n')).toBe(1)
  })

  it.each(['/teams/create', 'https://gather.example/sale'])('sells communities with a sentence and the way to %s', async (link) => {
    const sale = { text: 'Half off the first three months.', link }
    expect((await set('communitySale', sale)).status).toBe(204)
    expect(await readFlags()).toMatchObject({ communitySale: sale })
  })

  it.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'http://plain.example', '', '/a b'])(
    'sends nobody to "%s"',
    async (link) => expect((await set('communitySale', { text: 'Sale', link })).status).toBe(400),
  )

  it('knows its platform by the host', async () => {
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
