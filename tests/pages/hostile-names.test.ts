import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Page, type PageName, pages } from '../../domain/pages.ts'
import { putUp } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { enter } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

/** Ends a text, an attribute, an element and a script, each where it is not escaped. */
const hostile = `Joe's "best" & <b>last</b></script><script>alert(1)</script>`
const austin = 4671654

/** Every address at which a page says the name of a thing, by what names it. */
const addresses: Partial<Record<PageName, string[]>> = {
  event: ['/discover/events/GAME'],
  game: ['/discover/games/GAME'],
  shortEvent: ['/evt/GAME'],
  viewPlace: ['/places/view/hostile-place'],
  discover: ['/discover?team=hostile-team', `/discover?city=${austin}`],
  discoverContext: [`/discover/teams?city=${austin}`, `/discover/places?city=${austin}`],
  citySearch: [`/discover/city-search?city=${austin}`],
}

let game = ''

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  const host = await enter('hostile-host', { name: hostile })
  const where = { placeId: null, name: hostile, address: hostile, lat: 30.2672, lng: -97.7431 }
  game = await putUp(host, { title: hostile, where, description: `${hostile} and more words than are left out` })
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET display_name = ? WHERE id = 'hostile-host'").bind(hostile),
    env.DB.prepare('UPDATE cities SET name = ? WHERE id = ?').bind(hostile, austin),
    env.DB.prepare(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at, city_id, city_name, city_state, lat, lng)
       VALUES ('hostile-team', ?1, ?1, 'ROOKIE', 1, 1, ?2, ?1, 'TX', 30.2, -97.7)`,
    ).bind(hostile, austin),
    env.DB.prepare(
      `INSERT INTO places (id, name, description, lat, lng, time_zone, address, city_name, city_state, activities, surface,
        is_indoor, has_lights, fee, amenities, photos, version, created_at, updated_at)
       VALUES ('hostile-place', ?1, ?1, 30.4, -97.7, 'America/Chicago', ?1, ?1, 'TX', '["tennis"]', '', 0, 0, ?1, '[]', '[]', 1, 1, 1)`,
    ).bind(hostile),
  ])
})

const names: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", '#x27': "'" }
const entity = /&(amp|quot|lt|gt|#39|#x27);/g
const decode = (text: string) => text.replace(entity, (_, name: string) => names[name] ?? '')

/** What stands in the head, as it is written. */
async function readHead(path: string) {
  const html = await (await ask(path)).text()
  const attribute = (start: string) => new RegExp(`<meta ${start} content="([^"]*)"`).exec(html)?.[1] ?? ''
  return {
    html,
    title: /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '',
    description: attribute('name="description"'),
    ogTitle: attribute('property="og:title"'),
    ogDescription: attribute('property="og:description"'),
    data: [...html.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text ?? ''),
  }
}

describe('A name that is made to break a page', () => {
  const listed = Object.values(addresses).flat()

  it.each(listed)('is words and nothing else at %s', async (path) => {
    const { html, title, description, ogTitle, ogDescription, data } = await readHead(path.replace('GAME', game))
    expect(decode(title)).toContain(hostile)
    expect(decode(ogTitle)).toBe(decode(title))
    expect(decode(ogDescription)).toContain(hostile)
    // Of what stands in quotation marks these alone could end it.
    expect(decode(description)).toBe(decode(ogDescription))
    for (const text of [title, ogTitle, ogDescription]) {
      expect(text).not.toMatch(/[<>]/)
      expect(text.replace(entity, '')).not.toContain('&')
    }
    expect(html.replace(/="[^"]*"/g, '').includes('<script>alert')).toBe(false)
    expect(data.length).toBeGreaterThan(0)
    for (const text of data) expect(() => JSON.parse(text)).not.toThrow()
    expect(data.map((text) => JSON.stringify(JSON.parse(text))).join()).toContain(JSON.stringify(hostile).slice(1, -1))
  })

  it('is tried on every page about one thing that strangers may open', () => {
    const aboutThings = (Object.entries(pages) as [PageName, Page][]).filter(
      ([, { path, guards }]) => path.includes(':') && !guards?.some((guard) => guard !== 'signedOut'),
    )
    expect(aboutThings.map(([name]) => name).filter((name) => !(name in addresses))).toEqual([])
  })
})

describe('An address that is made to break a page', () => {
  it('stands in the canonical link as an address', async () => {
    const html = await (await ask('/discover/events/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E')).text()
    expect(html.includes('<script>alert')).toBe(false)
  })
})
