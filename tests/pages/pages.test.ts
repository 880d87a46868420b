import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../domain/define-pages.ts'
import { developmentPages } from '../../domain/development-pages.ts'
import { type PageName, pages } from '../../domain/pages.ts'
import { pageDescriptions } from '../../worker/page-descriptions.ts'
import { ask, personA } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const htmlOf = async (path: string, more: Parameters<typeof ask>[1] = {}) => (await ask(path, more)).text()
const bootOf = (html: string) => JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

describe('A page request', () => {
  // A page about one item shows the name of this item, which other tests check.
  it.each((Object.entries(pages) as [PageName, Page][]).filter(([, { unlisted, path }]) => !unlisted && !/[:*]/.test(path)))(
    'to %s has its own title, description, preview and canonical address',
    async (name, { path, title }) => {
      const html = await htmlOf(`/${path.replace(/^\//, '')}`)
      const escapedTitle = title.replaceAll('&', '&amp;')
      expect(html).toContain(`<title>${escapedTitle} · Gather</title>`)
      expect(html).toContain(`<meta name="description" content="${pageDescriptions[name]}"`)
      expect(html).toContain(`<meta property="og:title" content="${escapedTitle} · Gather">`)
      expect(html).toContain('<meta property="og:image" content="http://localhost:5173/icons/og-gth.png">')
      expect(html).toContain(`<link rel="canonical" href="http://localhost:5173/${path.replace(/^\//, '')}">`)
    },
  )

  it('preloads the code of its page', async () => {
    expect(await htmlOf('/discover/city-search')).toMatch(
      /<link rel="modulepreload" href="\/assets\/city-search-page-[\w-]+\.js" crossorigin>/,
    )
    expect(await htmlOf('/')).toMatch(/<link rel="modulepreload" href="\/assets\/landing-page-/)
  })

  it('to a city has its name and data', async () => {
    const html = await htmlOf('/discover/city-search?city=4671654')
    expect(html).toContain('<title>Austin, TX · Gather</title>')
    expect(html).toContain('<link rel="canonical" href="http://localhost:5173/discover/city-search?city=4671654">')
    expect(bootOf(html).queries).toEqual([
      { key: ['cities', 4671654], data: expect.objectContaining({ name: 'Austin', timeZone: 'America/Chicago' }) },
    ])
  })

  it.each([
    ['/organizer/pricing', 'teams', 'pro-1000'],
    ['/pricing/member', 'gth-users', 'gth-users-member-plus'],
  ])('to the prices at %s has the plans', async (path, list, uid) => {
    expect(bootOf(await htmlOf(path)).queries).toEqual([
      { key: ['payments', 'plans', list], data: { plans: expect.arrayContaining([expect.objectContaining({ uid })]) } },
    ])
  })

  it.each(['abc', '0', '999999999', '4671654%27', ''])('to an unknown city (%s) shows the plain search', async (city) => {
    const html = await htmlOf(`/discover/city-search?city=${city}`)
    expect(html).toContain('<title>Find your city · Gather</title>')
  })

  it('contains the session and the config, and is not stored, so Back cannot show it after signing out', async () => {
    const answer = await ask('/', { viewer: personA })
    expect(bootOf(await answer.text())).toMatchObject({ session: { viewer: personA }, config: { platform: 'gth', host: 'product' } })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('etag')).toBeNull()
    expect((await ask('/')).headers.get('cache-control')).toBe('private, no-cache')
  })

  it('is another page once the person has signed in, so Back cannot show the page of a stranger', async () => {
    expect((await ask('/evt/any')).headers.get('vary')).toBe('cookie')
  })

  it('has the theme of the person in its HTML', async () => {
    expect(await htmlOf('/', { headers: { cookie: 'theme=dark' } })).toContain('data-theme="dark"')
    expect(await htmlOf('/', { headers: { cookie: 'theme="><script>' } })).toContain('data-theme="system"')
  })

  it('to an unknown path answers 404 and is not indexed', async () => {
    const answer = await ask('/no/such/page')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('<title>Page not found · Gather</title>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
  })

  it('with a slash at the end redirects to the address without it, and never to another site', async () => {
    const answer = await ask('/discover/city-search/?city=1')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/discover/city-search?city=1'])
    expect((await ask('//evil.example/')).headers.get('location') ?? '').not.toMatch(/^\/\//)
  })

  it('with an invalid percent sign in its query is still answered', async () => {
    expect((await ask('/discover/city-search?utm=50%off')).status).toBe(200)
  })

  it('with an invalid path answers with an HTML page, and with the id of the request in its headers only', async () => {
    const answer = await ask('/%00')
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/)
    expect(await answer.text()).not.toContain(answer.headers.get('x-request-id'))
  })

  it('on the second platform has the address and the preview image of that platform', async () => {
    const html = await htmlOf('/', { origin: 'http://meh.localhost:5173' })
    expect(html).toContain('<link rel="canonical" href="http://meh.localhost:5173/">')
    expect(html).toContain('<meta property="og:image" content="http://meh.localhost:5173/icons/og-meh.png">')
  })

  it('to the plain shell is answered with a security policy, and only on known hosts', async () => {
    const shell = await ask('/index.html')
    expect(shell.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await shell.text()).not.toContain('id="boot"')
    expect((await ask('/index.html', { origin: 'https://nobody.example' })).status).toBe(404)
  })

  it('to a missing file answers 404', async () => expect((await ask('/no-such-file.png')).status).toBe(404))

  it('to a development page is not indexed', async () => {
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
  ])('to %s redirects to %s', async (from, to) => {
    const answer = await ask(from)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(to)
  })

  it('to the manifest answers with the file and its icons', async () => {
    const answer = await ask('/manifest.webmanifest')
    expect(answer.status).toBe(200)
    const manifest = await answer.json<{ icons: { src: string; sizes: string }[] }>()
    expect(manifest).toMatchObject({ name: 'Gather', start_url: '/', display: 'standalone' })
    expect(manifest.icons.map(({ sizes }) => sizes)).toContain('512x512')
    for (const { src } of manifest.icons) expect((await ask(src)).headers.get('content-type')).toMatch(/^image\//)
  })

  it('in another letter case answers 404', async () => {
    expect((await ask('/Discover/City-Search')).status).toBe(404)
  })
})
