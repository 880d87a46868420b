import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { redirectFromUnknownPath } from '../domain/access/rules.ts'
import { formatFullTitle, type Page } from '../domain/define-pages.ts'
import { developmentPages } from '../domain/development-pages.ts'
import { notFoundPage, type PageName, pages } from '../domain/pages.ts'
import { platforms } from '../domain/platforms.ts'
import { ownPreviewPath, previewSize } from '../domain/previews.ts'
import { fillPath, redirects } from '../domain/redirects.ts'
import { readTheme, themeCookie } from '../domain/themes.ts'
import { cityPage, landingPage } from './cities/pages.ts'
import { getPublicConfig } from './config/routes.ts'
import { discoverPage } from './discover/pages.ts'
import { eventPage } from './events/pages.ts'
import { faqsPage } from './faqs/pages.ts'
import { formPage } from './forms/pages.ts'
import { teamSitePage } from './hostnames/pages.ts'
import { organizationPage } from './organizations/pages.ts'
import { pageDescriptions } from './page-descriptions.ts'
import { memberPricingPage, organizerPricingPage } from './payments/pages.ts'
import { placePage } from './places/pages.ts'
import type { AppContext, AppEnv } from './platform/context.ts'
import { renderDocument } from './platform/html.ts'
import type { PageContent } from './platform/page-content.ts'
import { buildPagePolicy } from './platform/security.ts'
import { getOrigin } from './platform/settings.ts'
import { profilePage } from './profiles/pages.ts'
import { answerRobots, answerSiteMap } from './site-map.ts'
import { noTeamPage, teamPage } from './teams/pages.ts'

const contentLoaders: Partial<Record<PageName, (c: AppContext) => Promise<PageContent>>> = {
  landing: landingPage,
  citySearch: cityPage,
  discover: discoverPage,
  discoverContext: discoverPage,
  organizerPricing: organizerPricingPage,
  pricingMemberPlus: memberPricingPage,
  memberPricing: memberPricingPage,
  faqs: faqsPage,
  viewPlace: placePage,
  publicProfile: profilePage,
  team: teamPage,
  noTeam: noTeamPage,
  teamNotFound: noTeamPage,
  teamSite: teamSitePage,
  organization: organizationPage,
  organizationChild: organizationPage,
  event: eventPage,
  game: eventPage,
  shortEvent: eventPage,
  form: formPage,
}

async function answerPage(c: AppContext, page: Page, name: string | null, content: PageContent): Promise<Response> {
  const { settings, site } = c.var
  const platform = platforms[site.platform]
  const status = content.status ?? (name === null ? 404 : 200)
  const origin = getOrigin(settings, site.platform)
  const path = content.canonical ?? new URL(c.req.url).pathname
  const { frame } = content
  const isUnlisted = status === 404 || content.isUnlisted || page.unlisted || page.guards?.some((guard) => guard !== 'signedOut')
  const [shell, config, viewer] = await Promise.all([
    c.env.ASSETS.fetch(new URL('/index.html', c.req.url)),
    getPublicConfig(c),
    c.var.viewer(),
  ])
  const document = renderDocument(
    shell,
    {
      title: formatFullTitle(content.title ?? page.title, platform.name),
      description: content.description ?? notFoundPage.description,
      platform,
      theme: frame?.theme ?? readTheme(getCookie(c, themeCookie)),
      isFramed: frame !== undefined,
      canonical: isUnlisted ? null : `${origin}${path}`,
      image: origin + (content.image ?? ownPreviewPath(site.platform)),
      imageSize: content.image?.startsWith('/files/') ? null : previewSize,
      structured: content.structured ?? null,
      heading: content.title ?? page.title,
      listed: content.listed ?? [],
      boot: { requestId: c.var.requestId, config, session: { viewer }, queries: content.queries ?? [] },
      page: name,
    },
    status,
  )
  const frameOrigins = frame?.origins ?? []
  document.headers.set(
    'content-security-policy',
    buildPagePolicy({ development: __DEV_SERVER__, tiles: settings.mapTiles?.url, frameOrigins }),
  )
  c.set('isFramed', frameOrigins.length > 0)
  return document
}

export const pageRoutes = new Hono<AppEnv>()

for (const { path, to } of redirects) {
  pageRoutes.get(`/${path}`, (c, next) =>
    c.var.site.kind === 'product' ? Promise.resolve(c.redirect(fillPath(to, c.req.param()) + new URL(c.req.url).search, 302)) : next(),
  )
}

type Registration = { name: string; page: Page; description?: string; load?: (c: AppContext) => Promise<PageContent> }

const register = ({ name, page, description, load }: Registration) =>
  pageRoutes.get(page.path.startsWith('/') ? page.path : `/${page.path}`, async (c, next) => {
    if (!(page.hosts ?? ['product']).includes(c.var.site.kind)) {
      if (!page.leadsToProduct) return next()
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(getOrigin(c.var.settings, c.var.site.platform) + pathname + search, 302)
    }
    return answerPage(c, page, name, { ...(description && { description }), ...(await load?.(c)) })
  })

const registrations = (Object.entries(pages) as [PageName, Page][]).map(
  ([name, page]): Registration => ({
    name,
    page,
    description: pageDescriptions[name],
    ...(contentLoaders[name] && { load: contentLoaders[name] }),
  }),
)
if (__DEVELOPMENT_PAGES__) registrations.push(...Object.entries<Page>(developmentPages).map(([name, page]) => ({ name, page })))
const isCatchAll = ({ page }: Registration) => page.path.endsWith('*')

for (const registration of registrations) if (!isCatchAll(registration)) register(registration)

/** Adds the name of the platform to the manifest, so that the installed app has this name. */
pageRoutes.get('/manifest.webmanifest', async (c) => {
  const file = await c.env.ASSETS.fetch(c.req.raw)
  const { name } = platforms[c.var.site.platform]
  return c.body(JSON.stringify({ ...(await file.json<object>()), name, short_name: name }), 200, {
    'content-type': 'application/manifest+json',
  })
})

pageRoutes.get('/robots.txt', answerRobots)
pageRoutes.get('/sitemap.xml', (c, next) => (c.var.site.kind === 'product' ? answerSiteMap(c) : next()))

/** The service worker caches the HTML shell and opens it offline, so the file itself needs the security policy. */
function answerFile(c: AppContext, file: Response): Response {
  const answer = new Response(file.body, file)
  if (c.req.path.endsWith('.html')) {
    answer.headers.set('content-security-policy', buildPagePolicy({ development: __DEV_SERVER__, tiles: c.var.settings.mapTiles?.url }))
  }
  return answer
}

/** Answers with a file from the build or from public/. */
pageRoutes.get('*', async (c, next) => {
  if (/\.[a-z0-9]+$/i.test(c.req.path)) {
    const file = await c.env.ASSETS.fetch(c.req.raw)
    if (file.status !== 404) return answerFile(c, file)
  }
  // Each page has one URL, so a trailing slash redirects to the URL without it.
  const { pathname, search } = new URL(c.req.url)
  if (/[^/]\/+$/.test(pathname)) return c.redirect(pathname.replace(/\/+$/, '').replace(/^\/{2,}/, '/') + search, 301)
  return next()
})

// Catch-all pages come after all other pages and files. Longer paths come first, because they are more specific.
for (const registration of registrations.filter(isCatchAll).toSorted((a, b) => b.page.path.length - a.page.path.length))
  register(registration)

/** A protected path leads signed-out people to the login, also where no page is. Any other URL shows the "not found" page with status 404. */
pageRoutes.get('*', async (c) => {
  const { pathname, search } = new URL(c.req.url)
  const to =
    c.var.site.kind === 'product'
      ? redirectFromUnknownPath(pathname, { viewer: await c.var.viewer(), currentPath: pathname + search })
      : null
  return to === null ? answerPage(c, notFoundPage as unknown as Page, null, {}) : c.redirect(to, 302)
})
