import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { PublicConfig } from '../../domain/config/contract.ts'
import { app } from '../../worker/app.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const tiles = {
  MAP_TILES: 'https://{s}.tiles.example.com/{z}/{x}/{y}.png',
  MAP_ATTRIBUTION: '© OpenStreetMap contributors <https://www.openstreetmap.org/copyright>',
}

const get = (path: string, settings: object) =>
  app.fetch(new Request(`http://localhost:5173${path}`), { ...env, ...settings }, createExecutionContext())

const imagePolicyOf = (answer: Response) => /img-src [^;]*/.exec(answer.headers.get('content-security-policy') ?? '')?.[0]

describe('The map', () => {
  it('is our own by default, and no page may load images from other hosts', async () => {
    expect((await (await get('/api/config', {})).json<PublicConfig>()).map).toEqual({ tiles: null, geocoder: false })
    expect(imagePolicyOf(await get('/', {}))).toBe("img-src 'self' data: blob:")
  })

  it('can come from a provider, and pages may then load images from its host only', async () => {
    const config = await (await get('/api/config', { ...tiles, GEOCODER_URL: 'https://geocoder.test/search' })).json<PublicConfig>()
    expect(config.map).toEqual({
      tiles: { url: tiles.MAP_TILES, credit: '© OpenStreetMap contributors', creditUrl: 'https://www.openstreetmap.org/copyright' },
      geocoder: true,
    })
    for (const path of ['/', '/index.html', '/no/such/page']) {
      expect(imagePolicyOf(await get(path, tiles)), path).toBe("img-src 'self' data: blob: https://*.tiles.example.com")
    }
    const oneHost = { ...tiles, MAP_TILES: 'https://tiles.example.com:8443/{z}/{x}/{y}.png' }
    expect(imagePolicyOf(await get('/', oneHost))).toBe("img-src 'self' data: blob: https://tiles.example.com:8443")
  })
})
