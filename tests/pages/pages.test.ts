import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { developmentPages, pages } from '../../domain/pages.ts'
import { ask, personA } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const htmlOf = async (path: string, more: Parameters<typeof ask>[1] = {}) => (await ask(path, more)).text()
const bootOf = (html: string) => JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

describe('A navigation', () => {
  it.each(Object.values(pages))(
    'to $path has its own title, description, preview and canonical address',
    async ({ path, title, description }) => {
      const html = await htmlOf(`/${path.replace(/^\//, '')}`)
      expect(html).toContain(`<title>${title} · Gather</title>`)
      expect(html).toContain(`<meta name="description" content="${description}"`)
      expect(html).toContain(`<meta property="og:title" content="${title} · Gather">`)
      expect(html).toContain('<meta property="og:image" content="http://localhost:5173/icons/og.png">')
      expect(html).toContain(`<link rel="canonical" href="http://localhost:5173/${path.replace(/^\//, '')}">`)
    },
  )

  it('preloads its route’s code', async () => {
    expect(await htmlOf('/discover/city-search')).toMatch(
      /<link rel="modulepreload" href="\/assets\/city-search-page-[\w-]+\.js" crossorigin>/,
    )
    expect(await htmlOf('/')).toMatch(/<link rel="modulepreload" href="\/assets\/landing-page-/)
  })

  it('to a city carries the city’s name and data', async () => {
    const html = await htmlOf('/discover/city-search?city=4671654')
    expect(html).toContain('<title>Austin, TX · Gather</title>')
    expect(html).toContain('<link rel="canonical" href="http://localhost:5173/discover/city-search?city=4671654">')
    expect(bootOf(html).queries).toEqual([
      { key: ['cities', 4671654], data: expect.objectContaining({ name: 'Austin', timeZone: 'America/Chicago' }) },
    ])
  })

  it.each(['abc', '0', '999999999', '4671654%27', ''])('to a city that is none (%s) is the plain search', async (city) => {
    const html = await htmlOf(`/discover/city-search?city=${city}`)
    expect(html).toContain('<title>Find your city · Gather</title>')
  })

  it('carries who is asking and what is on, and is kept by nobody', async () => {
    const answer = await ask('/', { viewer: personA })
    expect(bootOf(await answer.text())).toMatchObject({ session: { viewer: personA }, config: { platform: 'gth', host: 'product' } })
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('etag')).toBeNull()
  })

  it('is drawn in the theme of its person from the first byte', async () => {
    expect(await htmlOf('/', { headers: { cookie: 'theme=dark' } })).toContain('data-theme="dark"')
    expect(await htmlOf('/', { headers: { cookie: 'theme="><script>' } })).toContain('data-theme="system"')
  })

  it('to an unknown path is 404 and says so to search engines', async () => {
    const answer = await ask('/no/such/page')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('<title>Page not found · Gather</title>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
  })

  it('to a missing file is 404 too', async () => expect((await ask('/no-such-file.png')).status).toBe(404))

  it('to a guarded or hidden page is kept out of search engines', async () => {
    for (const { path } of Object.values(developmentPages)) {
      expect(await htmlOf(`/${path.replace(':ownerId', 'x')}`)).toContain('<meta name="robots" content="noindex">')
    }
  })

  it.each([
    ['/auth', '/auth/sign-up'],
    ['/faqs/cats', '/faqs'],
    ['/games/abc/manage', '/discover/events/abc/manage'],
    ['/share/event/abc?from=chat', '/evt/abc?from=chat'],
    ['/share/event/%2F%2Fevil.example', '/evt/%2F%2Fevil.example'],
  ])('to %s leads to %s', async (from, to) => {
    const answer = await ask(from)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(to)
  })

  it('gives the service worker and the shell away unchanged', async () => {
    const answer = await ask('/manifest.webmanifest')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ start_url: '/', display: 'standalone' })
  })
})
