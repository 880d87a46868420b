import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { change, join, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, enterAndSetUp, type Person } from '../profiles/people.ts'
import { ask, productOrigin } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

let host: Person
let guest: Person

beforeAll(async () => {
  ;[host, guest] = await Promise.all([enter('picture-host', { name: 'Dana Alvarez' }), enter('picture-guest')])
})

const metaOf = (html: string, property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]

/** The address of the picture of this page, as a chat reads it. */
async function addressOf(path: string): Promise<string> {
  const html = await (await ask(path)).text()
  return metaOf(html, 'og:image')?.replace(productOrigin, '') ?? ''
}
const pictureOfGame = (id: string) => addressOf(`/evt/${id}`)

async function load(address: string, asker: (path: string) => Promise<Response> = ask) {
  const answer = await asker(address)
  return { status: answer.status, caching: answer.headers.get('cache-control'), bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
const neutral = async () => new Uint8Array(await (await env.ASSETS.fetch('http://localhost/icons/og-gth.png')).arrayBuffer())

describe('The picture of a game', () => {
  it('is a PNG of 1200 by 630 pixels in less than 120 kB, and the page names it', async () => {
    const id = await publishGame(host, { title: 'Saturday sunrise open play' })
    const html = await (await ask(`/evt/${id}`)).text()
    expect(metaOf(html, 'og:image')).toMatch(new RegExp(`^${productOrigin}/pictures/events/${id}/[a-z0-9]+\\.png$`))
    expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual(['1200', '630'])
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
    const address = await pictureOfGame(id)
    const answer = await ask(address)
    expect(answer.headers.get('content-type')).toBe('image/png')
    const { caching, bytes } = await load(address)
    expect(caching).toBe('public, max-age=86400')
    expect([...bytes.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect(sizeOf(bytes)).toEqual({ width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(120_000)
    expect(bytes.length).toBeGreaterThan(10_000)
  })

  it('has a new address when a seat is taken, the title changes or the game is cancelled', async () => {
    const id = await publishGame(host)
    const addresses = [await pictureOfGame(id)]
    expect(await pictureOfGame(id)).toBe(addresses[0])
    await join(guest, id)
    addresses.push(await pictureOfGame(id))
    expect((await change(host, id, { title: 'Another title' })).status).toBeLessThan(300)
    addresses.push(await pictureOfGame(id))
    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Rain' } })
    addresses.push(await pictureOfGame(id))
    expect(new Set(addresses).size).toBe(4)
  })

  it('is the same for everyone who looks, and the page of a player names the same one', async () => {
    const id = await publishGame(host)
    await join(guest, id)
    const html = await (await guest.ask(`/evt/${id}`)).text()
    expect(metaOf(html, 'og:image')).toBe(productOrigin + (await pictureOfGame(id)))
  })

  it('is drawn only as it is now: an address with another version shows the current picture, and not for long', async () => {
    const id = await publishGame(host)
    const address = await pictureOfGame(id)
    const current = await load(address)
    await join(guest, id)
    const newer = await load(await pictureOfGame(id))
    for (const old of [address, `/pictures/events/${id}/anything.png`]) {
      const answer = await load(old)
      expect(answer.bytes).toEqual(newer.bytes)
      expect(answer.bytes).not.toEqual(current.bytes)
      expect(answer.caching).toBe('public, max-age=60')
    }
  })

  it('is drawn once, and then comes from the edge', async () => {
    const id = await publishGame(host)
    const address = await pictureOfGame(id)
    const { bytes } = await load(address)
    const version = address.split('/').at(-1)?.replace('.png', '')
    const key = `https://edge-cache.invalid/${encodeURIComponent(`picture gth events ${id} ${version}`)}`
    expect(new Uint8Array((await (await caches.default.match(key))?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
    await caches.default.put(key, new Response('stored', { headers: { 'cache-control': 'max-age=60' } }))
    expect(new TextDecoder().decode((await load(address)).bytes)).toBe('stored')
  })

  it('of a game that a stranger cannot open is that of no game, also for its host and after it was public', async () => {
    const { byLink, forTeam, draft, scheduled } = await publishHiddenGames(host)
    const own = await neutral()
    for (const id of [forTeam, draft, 'no-such-game', '..']) {
      for (const asker of [ask, (path: string) => host.ask(path)]) {
        const { status, caching, bytes } = await load(`/pictures/events/${id}/abc.png`, asker)
        expect({ id, status, caching }).toEqual({
          id,
          status: id === '..' ? 404 : 200,
          caching: id === '..' ? expect.anything() : 'public, max-age=60',
        })
        if (id !== '..') expect(bytes).toEqual(own)
      }
    }
    // Strangers with the link can open these.
    for (const id of [byLink, scheduled]) expect((await load(await pictureOfGame(id))).bytes).not.toEqual(own)

    const id = await publishGame(host)
    const address = await pictureOfGame(id)
    expect((await load(address)).bytes).not.toEqual(own)
    await env.DB.prepare("UPDATE events SET visibility = 'team' WHERE id = ?").bind(id).run()
    expect((await load(address)).bytes).toEqual(own)
  })

  it.each([['瑜伽 早晨 🧘'], ['</svg><script>alert(1)</script>'], ['W'.repeat(70)], ['\u202e\u0000 🎾🎾']])(
    'is drawn for the title %j',
    async (title) => {
      const id = await publishGame(host)
      await env.DB.prepare('UPDATE events SET title = ? WHERE id = ?').bind(title, id).run()
      const { bytes } = await load(await pictureOfGame(id))
      expect(bytes).not.toEqual(await neutral())
      expect(sizeOf(bytes)).toEqual({ width: 1200, height: 630 })
    },
  )
})

describe('Pictures of other pages', () => {
  beforeAll(async () => {
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO teams (id, name, description, plan, activity, main_color, created_at, updated_at, members) VALUES ('picture-team', 'Sunset Smashers', '', 'ROOKIE', 'tennis', 'teal', 1, 1, 12)`,
      ),
      env.DB.prepare(
        "INSERT INTO organizations (id, name, description, owner_id, created_at, updated_at) VALUES ('picture-league', 'City League', '', 'picture-host', 1, 1)",
      ),
      env.DB.prepare(
        `INSERT INTO places (id, name, description, lat, lng, time_zone, address, city_name, city_state, activities, surface,
          is_indoor, has_lights, fee, amenities, photos, version, created_at, updated_at)
         VALUES ('picture-place', 'Oak Courts', '', 30.4, -97.7, 'America/Chicago', '', 'Austin', 'TX', '["tennis"]', '', 0, 0, '', '[]', '[]', 1, 1, 1)`,
      ),
    ])
  })

  it.each([
    ['/team/picture-team', 'teams'],
    ['/organization/picture-league', 'organizations'],
    ['/places/view/picture-place', 'places'],
  ])('%s has its own', async (page, kind) => {
    const address = await addressOf(page)
    expect(address).toContain(`/pictures/${kind}/`)
    const { caching, bytes } = await load(address)
    expect(caching).toBe('public, max-age=86400')
    expect(sizeOf(bytes)).toEqual({ width: 1200, height: 630 })
    expect(bytes).not.toEqual(await neutral())
  })

  it('of something deleted is that of nothing', async () => {
    const address = await addressOf('/team/picture-team')
    await env.DB.prepare("UPDATE teams SET deleted_at = 1 WHERE id = 'picture-team'").run()
    expect((await load(address)).bytes).toEqual(await neutral())
  })
})

describe('The picture of a profile', () => {
  const profile = '/profile/picture-player'
  let player: Person
  beforeAll(async () => {
    await buildWorld(env.DB, ['cities:some'])
    player = await enterAndSetUp('picture-player', { displayName: 'Ana Rivera' })
  })
  const allow = (publicLinkPreview: boolean) => player.ask('/api/privacy', { method: 'PATCH', json: { publicLinkPreview } })
  const headOf = async (asker: (path: string) => Promise<Response> = ask, path = profile) => {
    const html = await (await asker(path)).text()
    return ['og:title', 'og:description', 'og:image'].map((name) => metaOf(html, name))
  }

  it('is that of the platform until the person allows more, like that of nobody', async () => {
    expect(await headOf()).toEqual(await headOf(ask, '/profile/nobody-at-all'))
    expect(await addressOf(profile)).toBe('/icons/og-gth.png')
    expect((await load('/pictures/profiles/picture-player/abc.png')).bytes).toEqual(await neutral())
  })

  it('has the name, the city and the activities of a person who allows it, until they do not', async () => {
    await allow(true)
    const [title, description, image] = await headOf()
    expect(title).toContain('Ana Rivera')
    expect(description).toMatch(/^Plays .+ in .+, [A-Z]{2}\.$/)
    expect(image).toContain('/pictures/profiles/picture-player/')
    const address = await addressOf(profile)
    const { bytes, caching } = await load(address)
    // Whoever switches it off does not wait a day.
    expect(caching).toBe('public, max-age=60')
    expect(sizeOf(bytes)).toEqual({ width: 1200, height: 630 })
    expect(bytes).not.toEqual(await neutral())
    await allow(false)
    expect(await addressOf(profile)).toBe('/icons/og-gth.png')
    expect((await load(address)).bytes).toEqual(await neutral())
  })

  it('does not name the person to somebody who is signed in, whom they may have blocked', async () => {
    await allow(true)
    expect(await headOf(guest.ask)).toEqual(await headOf(guest.ask, '/profile/nobody-at-all'))
  })

  it('of a deleted account is that of nobody', async () => {
    await allow(true)
    const address = await addressOf(profile)
    await env.DB.prepare("UPDATE users SET deleted_at = 1 WHERE id = 'picture-player'").run()
    expect((await load(address)).bytes).toEqual(await neutral())
    expect(await addressOf(profile)).toBe('/icons/og-gth.png')
  })
})
