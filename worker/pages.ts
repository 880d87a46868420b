import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { readTheme, themeCookie } from '../domain/boot.ts'
import { developmentPages, fillPath, fullTitle, lostPage, type Page, type PageName, pages, redirects } from '../domain/pages.ts'
import { platforms } from '../domain/platforms.ts'
import { ownPreviewPath } from '../domain/previews.ts'
import { cityPage } from './cities/pages.ts'
import { publicConfig } from './config/routes.ts'
import { discoverPage } from './discover/pages.ts'
import { eventPage } from './events/pages.ts'
import { faqsPage } from './faqs/pages.ts'
import { pageDescriptions } from './page-descriptions.ts'
import { placePage } from './places/pages.ts'
import type { AppContext, AppEnv } from './platform/context.ts'
import { renderDocument } from './platform/html.ts'
import type { PageContent } from './platform/page-content.ts'
import { pagePolicy } from './platform/security.ts'
import { originOf } from './platform/settings.ts'
import { answerRobots, answerSiteMap } from './site-map.ts'

const contents: Partial<Record<PageName, (c: AppContext) => Promise<PageContent>>> = {
  citySearch: cityPage,
  discover: discoverPage,
  discoverContext: discoverPage,
  faqs: faqsPage,
  viewPlace: placePage,
  event: eventPage,
  game: eventPage,
  shortEvent: eventPage,
}

async function answerPage(c: AppContext, page: Page, name: string | null, content: PageContent): Promise<Response> {
  const { settings, site } = c.var
  const platform = platforms[site.platform]
  const status = content.status ?? (name === null ? 404 : 200)
  const origin = originOf(settings, site.platform)
  const path = content.canonical ?? new URL(c.req.url).pathname
  const isUnlisted = status === 404 || content.isUnlisted || page.unlisted || page.guards?.some((guard) => guard !== 'signedOut')
  const [shell, config, viewer] = await Promise.all([
    c.env.ASSETS.fetch(new URL('/index.html', c.req.url)),
    publicConfig(c),
    c.var.viewer(),
  ])
  const document = renderDocument(
    shell,
    {
      title: fullTitle(content.title ?? page.title, platform.name),
      description: content.description ?? lostPage.description,
      platform,
      theme: readTheme(getCookie(c, themeCookie)),
      canonical: isUnlisted ? null : `${origin}${path}`,
      image: origin + (content.image ?? ownPreviewPath(site.platform)),
      structured: content.structured ?? null,
      boot: { requestId: c.var.requestId, config, session: { viewer }, queries: content.queries ?? [] },
      page: name,
    },
    status,
  )
  document.headers.set('content-security-policy', pagePolicy({ development: __DEV_SERVER__, tiles: settings.mapTiles?.url }))
  return document
}

export const pageRoutes = new Hono<AppEnv>()

for (const { path, to } of redirects) {
  pageRoutes.get(`/${path}`, (c, next) =>
    c.var.site.kind === 'product' ? Promise.resolve(c.redirect(fillPath(to, c.req.param()) + new URL(c.req.url).search, 302)) : next(),
  )
}

type Registered = { name: string; page: Page; description?: string; load?: (c: AppContext) => Promise<PageContent> }

const register = ({ name, page, description, load }: Registered) =>
  pageRoutes.get(page.path.startsWith('/') ? page.path : `/${page.path}`, async (c, next) => {
    if (!(page.hosts ?? ['product']).includes(c.var.site.kind)) return next()
    return answerPage(c, page, name, { ...(description && { description }), ...(await load?.(c)) })
  })

const listed = (Object.entries(pages) as [PageName, Page][]).map(
  ([name, page]): Registered => ({
    name,
    page,
    description: pageDescriptions[name],
    ...(contents[name] && { load: contents[name] }),
  }),
)
if (__DEVELOPMENT_PAGES__) listed.push(...Object.entries<Page>(developmentPages).map(([name, page]) => ({ name, page })))
const isCatchAll = ({ page }: Registered) => page.path.endsWith('*')

for (const one of listed) if (!isCatchAll(one)) register(one)

/** The name under which a phone installs it is the platform's. */
pageRoutes.get('/manifest.webmanifest', async (c) => {
  const file = await c.env.ASSETS.fetch(c.req.raw)
  const { name } = platforms[c.var.site.platform]
  return c.body(JSON.stringify({ ...(await file.json<object>()), name, short_name: name }), 200, {
    'content-type': 'application/manifest+json',
  })
})

pageRoutes.get('/robots.txt', answerRobots)
pageRoutes.get('/sitemap.xml', (c, next) => (c.var.site.kind === 'product' ? answerSiteMap(c) : next()))

/** The plain shell is what the service worker keeps: it opens without a network, so it carries its policy itself. */
function answerFile(c: AppContext, file: Response): Response {
  const answer = new Response(file.body, file)
  if (c.req.path.endsWith('.html')) {
    answer.headers.set('content-security-policy', pagePolicy({ development: __DEV_SERVER__, tiles: c.var.settings.mapTiles?.url }))
  }
  return answer
}

/** A file that the build made or that lies in public/. */
pageRoutes.get('*', async (c, next) => {
  if (/\.[a-z0-9]+$/i.test(c.req.path)) {
    const file = await c.env.ASSETS.fetch(c.req.raw)
    if (file.status !== 404) return answerFile(c, file)
  }
  // One address a page: a slash at its end leads to the same without it.
  const { pathname, search } = new URL(c.req.url)
  if (/[^/]\/+$/.test(pathname)) return c.redirect(pathname.replace(/\/+$/, '').replace(/^\/{2,}/, '/') + search, 301)
  return next()
})

// After every page and file, for they answer what nothing else does; the longer path knows better.
for (const one of listed.filter(isCatchAll).toSorted((a, b) => b.page.path.length - a.page.path.length)) register(one)

/** Anything else is the lost page, and says so in its status. */
pageRoutes.get('*', (c) => answerPage(c, lostPage as unknown as Page, null, {}))
