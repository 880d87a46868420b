import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { bootElementId } from '../../domain/boot-element.ts'
import {
  cityDiscoverPath,
  defaultDiscoverState,
  moveToCity,
  teamDiscoverPath,
  toPlacesQuery,
  toViewQuery,
} from '../../domain/discover/state.ts'
import { cancel, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, enterAndSetUp, type Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

const austin = { id: 4671654, lat: 30.26715, lng: -97.74306 }
let host: Person

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some', 'people', 'places', 'teams'])
  host = await enter('host')
  await publishGame(host, { title: 'Open play for <b>all</b>' })
  await publishHiddenGames(host, { title: 'Hidden from view' })
})

type Inlined = { key: (string | number)[]; data: unknown }[]

async function open(path: string, from: Person | null = null) {
  const answer = await (from ? from.ask(path) : ask(path))
  const html = await answer.text()
  const boot = new RegExp(`<script[^>]*id="${bootElementId}"[^>]*>(.*?)</script>`, 's').exec(html)?.[1] ?? '{}'
  const { queries = [] } = JSON.parse(boot) as { queries?: Inlined }
  return { status: answer.status, title: /<title>(.*?)<\/title>/.exec(html)?.[1], html, queries }
}

const listTitles = (queries: Inlined) => {
  const found = queries.find(({ key }) => key[0] === 'discover' && key[1] === 'events')
  return (found?.data as { pages: { events: { title: string }[] }[] } | undefined)?.pages.flatMap(({ events }) =>
    events.map(({ title }) => title),
  )
}

describe('The discover page', () => {
  it('is named after its city and includes its games, without hidden ones', async () => {
    const { status, title, html, queries } = await open('/discover?city=4671654')
    expect(status).toBe(200)
    expect(title).toBe('Games near Austin, TX · Gather')
    expect(html).toContain('in and around Austin, Texas')
    expect(html).toContain('/discover?city=4671654">')
    expect(listTitles(queries)).toEqual(['Open play for <b>all</b>'])
    expect(html).not.toContain('<b>all</b>')
    expect(html).not.toContain('Hidden from view')
    // The key must be the same as in the browser.
    const search = cityDiscoverPath(austin).split('?')[1]
    expect(queries.map(({ key }) => key)).toContainEqual(['discover', 'events', search])
  })

  it('lists its games as links without JavaScript, and for search engines, with titles that cannot do harm', async () => {
    const hostile = '</noscript></script><img src=x onerror=alert(1)>"\''
    const ids = [
      await publishGame(host, { title: hostile, activity: 'squash' }),
      await publishGame(host, { title: 'Boast & drive', activity: 'squash' }),
    ]
    await publishHiddenGames(host, { title: 'Hidden squash', activity: 'squash' })
    for (const path of ['/discover?activity=squash', '/discover?city=4671654&activity=squash']) {
      const { html, title } = await open(path)
      const [, list = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
      expect(list).toContain(`<h1>${title?.split(' · ')[0]}</h1>`)
      const rows = [...list.matchAll(/<li><a href="([^"]*)">(.*?)<\/a><\/li>/g)]
      expect(rows.map(([, href]) => href).toSorted()).toEqual(ids.map((id) => `/discover/events/${id}`).toSorted())
      expect(rows.map(([, , name]) => name).toSorted()).toEqual([
        "&lt;/noscript&gt;&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;'",
        'Boast &amp; drive',
      ])
      expect(html).not.toContain('<img src=x')
      const [, structured = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
      const found = JSON.parse(structured) as { '@type': string; itemListElement: { position: number; url: string }[] }
      expect(found['@type']).toBe('ItemList')
      expect(found.itemListElement.map(({ position }) => position)).toEqual([1, 2])
      expect(found.itemListElement.map(({ url }) => new URL(url).pathname)).toEqual(rows.map(([, href]) => href))
      expect(found.itemListElement.every(({ url }) => /^https?:\/\//.test(url))).toBe(true)
    }
    for (const id of ids) await cancel(host, id)
    const empty = (await open('/discover?activity=squash')).html
    expect(empty).toContain('<noscript>Please turn on JavaScript')
    expect(empty).not.toContain('ItemList')
  })

  it('is named after its activity', async () => {
    const { title, html } = await open('/discover?activity=tennis')
    expect(title).toBe('Tennis games · Gather')
    // The list is of the whole country.
    expect(html).toContain('Tennis games with free seats, on a map and by day.')
    expect(html).toContain('/discover?activity=tennis">')
    const near = await open('/discover?city=4671654&activity=tennis')
    expect(near.title).toBe('Tennis games near Austin, TX · Gather')
    expect(near.html).toContain('Tennis games with free seats in and around Austin, Texas')
    expect((await open('/discover?activity=tennis,chess')).title).toBe('Games · Gather')
    expect((await open('/discover/teams')).title).toBe('Communities · Gather')
    expect((await open('/discover/teams?lat=30.3&lng=-97.7&radius=10')).title).toBe('Communities near you · Gather')
  })

  it('lists the games of its activity, everywhere or near its city', async () => {
    const inDenver = { placeId: null, name: 'Denver Nets', address: '', lat: 39.7392, lng: -104.9847 }
    const ids = [
      await publishGame(host, { title: 'Nets', activity: 'badminton' }),
      await publishGame(host, { title: 'Nets in Denver', activity: 'badminton', where: inDenver }),
    ]
    const everywhere = await open('/discover?activity=badminton')
    expect(listTitles(everywhere.queries)?.toSorted()).toEqual(['Nets', 'Nets in Denver'])
    expect(listTitles((await open('/discover?city=4671654&activity=badminton')).queries)).toEqual(['Nets'])
    for (const id of ids) await cancel(host, id)
  })

  it('is in the site map for each city that has games, also without a community', async () => {
    const readMap = async () => {
      await caches.default.delete('https://edge-cache.invalid/site-map%20http%3A%2F%2Flocalhost%3A5173')
      return (await ask('/sitemap.xml')).text()
    }
    const denver = '<loc>http://localhost:5173/discover?city=5419384</loc>'
    expect(await readMap()).not.toContain(denver)
    const id = await publishGame(host, { where: { placeId: null, name: 'Denver Nets', address: '', lat: 39.75, lng: -105.01 } })
    expect(await readMap()).toContain(denver)
    await cancel(host, id)
  })

  it('starts in the city of the viewer', async () => {
    const resident = await enterAndSetUp('resident')
    const { title, queries } = await open('/discover', resident)
    expect(title).toBe('Games near you · Gather')
    expect(queries.find(({ key }) => key[1] === 'home-city')?.data).toMatchObject({ name: 'Austin' })
    expect(listTitles(queries)).toEqual(['Open play for <b>all</b>'])
    await block('resident', 'host')
    expect(listTitles((await open('/discover', resident)).queries)).toEqual([])
  })

  it('includes places under the query key of the screen', async () => {
    const { title, queries } = await open('/discover/places?city=4671654&lights=1')
    expect(title).toBe('Places to play near Austin, TX · Gather')
    const key = new URLSearchParams(toPlacesQuery(moveToCity(defaultDiscoverState, austin), ['lights'])).toString()
    const found = queries.find((query) => query.key[1] === 'places')
    expect(found?.key[2]).toBe(key)
    const pages = (found?.data as { pages: { places: { hasLights: boolean }[] }[] } | undefined)?.pages ?? []
    expect(pages[0]?.places.length).toBeGreaterThan(0)
    expect(pages[0]?.places.every(({ hasLights }) => hasLights)).toBe(true)
  })

  it('includes communities under the query key of the screen', async () => {
    const { title, queries } = await open('/discover/teams?city=4671654')
    expect(title).toBe('Communities near Austin, TX · Gather')
    const found = queries.find((query) => query.key[1] === 'teams')
    expect(found?.key[2]).toBe(new URLSearchParams(toViewQuery(moveToCity(defaultDiscoverState, austin))).toString())
    const pages = (found?.data as { pages: { teams: { name: string }[] }[] } | undefined)?.pages ?? []
    expect(pages[0]?.teams.map(({ name }) => name)).toEqual(['Sunset Smashers'])
  })

  it('is named after the community whose games it shows, and works if that does not exist', async () => {
    const path = teamDiscoverPath('riverside-rookies')
    expect(path).toBe('/discover?team=riverside-rookies')
    const { title, html, queries } = await open(path)
    expect(title).toBe('Games by Riverside Rookies · Gather')
    expect(html).toContain('/discover?team=riverside-rookies">')
    expect(queries).toContainEqual({ key: ['teams', 'riverside-rookies'], data: expect.objectContaining({ name: 'Riverside Rookies' }) })
    expect(listTitles(queries)).toEqual([])
    const missing = await open(teamDiscoverPath('no-such-team'))
    expect(missing.status).toBe(200)
    expect(missing.queries).toContainEqual({ key: ['teams', 'no-such-team'], data: null })
  })

  it.each(['/discover/nonsense', '/discover/EVENTS'])('does not exist at %s', async (path) => expect((await open(path)).status).toBe(404))

  it.each(['/discover/city-search', '/discover/events', '/discover/places', '/discover/teams', '/discover?city=1&lat=999&order=x'])(
    'exists at %s',
    async (path) => expect((await open(path)).status).toBe(200),
  )

  it('redirects from the old URL of the communities', async () => {
    const answer = await ask('/discover/communities?city=4671654', { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/discover/teams?city=4671654')
  })
})
