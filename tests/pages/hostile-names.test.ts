import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../domain/define-pages.ts'
import { type PageName, pages } from '../../domain/pages.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

/** Where it is not escaped, this name would end a text, an attribute, an element or a script. */
const hostile = `Joe's "best" & <b>last</b></script><script>alert(1)</script>`
const austin = 4671654

/** The addresses of all pages whose title contains a name that people chose. */
const addresses: Partial<Record<PageName, string[]>> = {
  event: ['/discover/events/GAME'],
  game: ['/discover/games/GAME'],
  shortEvent: ['/evt/GAME'],
  viewPlace: ['/places/view/hostile-place'],
  discover: ['/discover?team=hostile-team', `/discover?city=${austin}`],
  discoverContext: [`/discover/teams?city=${austin}`, `/discover/places?city=${austin}`],
  team: ['/team/hostile-team'],
  organization: ['/organization/hostile-organization'],
  organizationChild: ['/organization/hostile-organization/about'],
  citySearch: [`/discover/city-search?city=${austin}`],
  form: ['/form/hostile-form'],
}
/** These bring no answers of requests. */
const withoutAnswers = ['/form/hostile-form']

/** Pages of one item whose HTML contains no name, because the item can be for some people only. */
const pagesWithoutNames: PageName[] = ['formPayment', 'formSubmission']

let game = ''

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  const host = await enter('hostile-host', { name: hostile })
  const where = { placeId: null, name: hostile, address: hostile, lat: 30.2672, lng: -97.7431 }
  game = await publishGame(host, { title: hostile, where, description: `${hostile} and more words than are left out` })
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET display_name = ? WHERE id = 'hostile-host'").bind(hostile),
    env.DB.prepare('UPDATE cities SET name = ? WHERE id = ?').bind(hostile, austin),
    env.DB.prepare(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at, city_id, city_name, city_state, lat, lng)
       VALUES ('hostile-team', ?1, ?1, 'ROOKIE', 1, 1, ?2, ?1, 'TX', 30.2, -97.7)`,
    ).bind(hostile, austin),
    env.DB.prepare(
      `INSERT INTO forms (id, team_id, title, draft, published_number, published_version, created_at, updated_at)
       VALUES ('hostile-form', 'hostile-team', ?1, '{}', 1, 1, 1, 1)`,
    ).bind(hostile),
    env.DB.prepare("INSERT INTO form_versions (form_id, number, content, published_at) VALUES ('hostile-form', 1, ?, 1)").bind(
      JSON.stringify({ title: hostile, intro: hostile }),
    ),
    env.DB.prepare(
      `INSERT INTO organizations (id, name, description, owner_id, created_at, updated_at)
       VALUES ('hostile-organization', ?1, ?1, 'hostile-host', 1, 1)`,
    ).bind(hostile),
    env.DB.prepare(
      `INSERT INTO places (id, name, description, lat, lng, time_zone, address, city_name, city_state, activities, surface,
        is_indoor, has_lights, fee, amenities, photos, version, created_at, updated_at)
       VALUES ('hostile-place', ?1, ?1, 30.4, -97.7, 'America/Chicago', ?1, ?1, 'TX', '["tennis"]', '', 0, 0, ?1, '[]', '[]', 1, 1, 1)`,
    ).bind(hostile),
  ])
})

const names: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", '#x27': "'" }
const entityPattern = /&(amp|quot|lt|gt|#39|#x27);/g
const decode = (text: string) => text.replace(entityPattern, (_, name: string) => names[name] ?? '')

/** Reads the title and the meta tags of a page, still escaped. */
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

describe('A malicious name', () => {
  const listedPaths = Object.values(addresses).flat()

  it.each(listedPaths)('is escaped everywhere at %s', async (path) => {
    const { html, title, description, ogTitle, ogDescription, data } = await readHead(path.replace('GAME', game))
    expect(decode(title)).toContain(hostile)
    expect(decode(ogTitle)).toBe(decode(title))
    expect(decode(ogDescription)).toContain(hostile)
    // An attribute in double quotes can contain < and >, so we compare its decoded text.
    expect(decode(description)).toBe(decode(ogDescription))
    for (const text of [title, ogTitle, ogDescription]) {
      expect(text).not.toMatch(/[<>]/)
      expect(text.replace(entityPattern, '')).not.toContain('&')
    }
    expect(html.replace(/="[^"]*"/g, '').includes('<script>alert')).toBe(false)
    expect(data.length).toBeGreaterThan(0)
    for (const text of data) expect(() => JSON.parse(text)).not.toThrow()
    if (withoutAnswers.includes(path)) return
    expect(data.map((text) => JSON.stringify(JSON.parse(text))).join()).toContain(JSON.stringify(hostile).slice(1, -1))
  })

  it('is tested on every public page that shows one item', () => {
    const itemPages = (Object.entries(pages) as [PageName, Page][]).filter(
      ([, { path, guards }]) => path.includes(':') && !guards?.some((guard) => guard !== 'signedOut'),
    )
    expect(itemPages.map(([name]) => name).filter((name) => !(name in addresses) && !pagesWithoutNames.includes(name))).toEqual([])
  })
})

describe('A malicious address', () => {
  it('is escaped in the canonical link', async () => {
    const html = await (await ask('/discover/events/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E')).text()
    expect(html.includes('<script>alert')).toBe(false)
  })
})
