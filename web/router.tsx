import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, redirectDocument } from 'react-router'
import type { Viewer } from '../domain/access/contract.ts'
import { passGuards, redirectFromUnknownPath } from '../domain/access/rules.ts'
import type { HostKind, Page } from '../domain/define-pages.ts'
import { developmentPages } from '../domain/development-pages.ts'
import { pages } from '../domain/pages.ts'
import { fillPath, redirects } from '../domain/redirects.ts'
import { preloadScreen } from './preload-screen.ts'
import { developmentScreens, screens } from './screens.ts'
import { AppShell, type PageHandle } from './shell/app-shell.tsx'
import { FirstScreen } from './shell/first-screen.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PageLoading } from './shell/page-loading.tsx'
import { RouteError } from './shell/route-error.tsx'

export type AppRouter = ReturnType<typeof createBrowserRouter>

type RouterFacts = { host: HostKind; productUrl: string; viewer: () => Viewer | null }

/** Redirects a URL that ends with a slash, because every page has exactly one URL. */
const trimSlash = ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
  const { pathname, search } = new URL(request.url)
  // A path that starts with two slashes would lead to another site.
  return pathname.length > 1 && pathname.endsWith('/') ? redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}`) : null
}

/** Lets the viewer open the page, redirects them to a page they need first, or shows the not-found page. */
const guardPage =
  ({ guards = [] }: Page, viewer: RouterFacts['viewer']) =>
  ({ request, params }: LoaderFunctionArgs) => {
    const trimmed = trimSlash({ request })
    if (trimmed) return trimmed
    const { pathname, search } = new URL(request.url)
    const outcome = passGuards(guards, { viewer: viewer(), currentPath: pathname + search, ownerId: params.ownerId })
    if (outcome.kind === 'go') return redirect(outcome.to)
    if (outcome.kind === 'hidden') throw new Response(null, { status: 404 })
    return null
  }

/** Opens the not-found page, or redirects a signed-out person from a protected path to the login. */
const guardUnknownPath =
  ({ host, viewer }: RouterFacts) =>
  ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
    const trimmed = trimSlash({ request })
    if (trimmed || host === 'team') return trimmed
    const { pathname, search } = new URL(request.url)
    const to = redirectFromUnknownPath(pathname, { viewer: viewer(), currentPath: pathname + search })
    return to === null ? null : redirect(to)
  }

const screenRoutes = <Name extends string>(
  table: Record<Name, Page>,
  load: Record<Name, () => Promise<{ default: React.ComponentType }>>,
  { host, viewer }: RouterFacts,
): RouteObject[] =>
  (Object.entries(table) as [Name, Page][])
    .filter(([, page]) => (page.hosts ?? ['product']).includes(host))
    .map(([name, page]) => ({
      path: page.path,
      caseSensitive: true,
      handle: { page } satisfies PageHandle,
      loader: guardPage(page, viewer),
      lazy: async () => {
        preloadScreen(name)
        const { default: Screen } = await load[name]()
        return {
          element: (
            <FirstScreen>
              <Screen />
            </FirstScreen>
          ),
        }
      },
      ErrorBoundary: RouteError,
      HydrateFallback: PageLoading,
    }))

/** Pages that a community's own host does not have. Without these routes, another page of that host would match their URLs. */
const productRoutes = ({ host, productUrl }: RouterFacts): RouteObject[] =>
  Object.values<Page>(pages)
    .filter((page) => page.leadsToProduct && !(page.hosts ?? ['product']).includes(host))
    .map(({ path }) => ({
      path,
      caseSensitive: true,
      loader: ({ request }) => {
        const { pathname, search } = new URL(request.url)
        return redirectDocument(productUrl + pathname + search)
      },
    }))

const redirectRoutes: RouteObject[] = redirects.map(({ path, to }) => ({
  path,
  caseSensitive: true,
  loader: ({ request, params }) => redirect(fillPath(to, params) + new URL(request.url).search),
}))

/**
 * React Router keeps the scroll position of a page under its key in the history. A page that was just loaded has no key, so it
 * would open where the last loaded page of this tab was left. Its own key lets it start at the top.
 */
const createKeyedBrowserRouter = (routes: RouteObject[]): AppRouter => {
  if (!history.state?.key) history.replaceState({ ...history.state, key: crypto.randomUUID() }, '')
  return createBrowserRouter(routes)
}

/** `create` decides where the current URL is kept: in the browser, or in memory for a test. */
export const createAppRouter = (facts: RouterFacts, create: (routes: RouteObject[]) => AppRouter = createKeyedBrowserRouter) =>
  create([
    {
      Component: AppShell,
      ErrorBoundary: RouteError,
      HydrateFallback: PageLoading,
      children: [
        ...screenRoutes(pages, screens, facts),
        ...(__DEVELOPMENT_PAGES__ ? screenRoutes(developmentPages, developmentScreens, facts) : []),
        ...(facts.host === 'product' ? redirectRoutes : []),
        ...productRoutes(facts),
        { path: '*', Component: NotFoundPage, loader: guardUnknownPath(facts) },
      ],
    },
  ])
