import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import type { Page } from '../../domain/define-pages.ts'
import { useConfig, useViewer } from '../app-state.ts'
import { currentConfig } from '../config/queries.ts'
import { isFramed } from '../forms/embed/is-framed.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { joinClasses } from '../ui/class-names.ts'
import { SnackbarRegion } from '../ui/snackbar-region.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { PageAnnouncement } from './page-announcement.tsx'
import { ProgressLine } from './progress-line.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useOnline } from './use-online.ts'
import { useRouteTitle } from './use-title.ts'

/** What a route tells the shell about its page. */
export type PageHandle = { page: Page }

const Footer = lazy(() => import('./footer.tsx'))
const FramedShell = lazy(() => import('./framed-shell.tsx'))
const NavigationDrawer = lazy(() => import('./navigation-drawer.tsx'))

/** Loaded late, because nothing on a page asks before it is visible. A question that comes earlier waits for it. */
const ConfirmIdentityRegion = lazyAfterPaint(async () => (await import('../accounts/confirm-identity-region.tsx')).ConfirmIdentityRegion)

const KeepNextGame = lazyAfterPaint(async () => (await import('../home/keep-next-game.tsx')).KeepNextGame)

const Shortcuts = lazyAfterPaint(async () => (await import('./shortcuts.tsx')).Shortcuts)

export const AppShell = () =>
  isFramed() ? (
    <Suspense>
      <FramedShell />
    </Suspense>
  ) : (
    <FullShell />
  )

/** The frame of every page: the bars, the drawer on the right, and the page itself. */
function FullShell() {
  const viewer = useViewer()
  const drawer = useLazyOpen()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  const isProduct = useConfig().host === 'product'
  const hasFooter = isProduct && !handle?.page.isFullHeight
  useRouteTitle(handle?.page.title ?? null)
  // The browser's Back and Forward buttons close the drawer at once, even while the next page is still loading.
  const closeDrawer = useEffectEvent(drawer.close)
  useEffect(() => {
    addEventListener('popstate', closeDrawer)
    return () => removeEventListener('popstate', closeDrawer)
  }, [])
  return (
    <>
      <a
        href="#content"
        className="absolute left-4 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 font-strong text-paper focus:translate-y-3"
      >
        Skip to content
      </a>
      <ProgressLine />
      <TopBar onOpenDrawer={drawer.open} />
      <Banners />
      <main
        id="content"
        tabIndex={-1}
        // The footer begins below the window, so it does not jump when a page has loaded.
        className={joinClasses(
          'outline-none has-[[data-fills-window]]:min-h-0 has-[[data-fills-window]]:flex-1 has-[[data-fills-window]]:pb-0',
          hasFooter ? 'min-h-dvh pb-12' : 'min-h-[calc(100dvh-9rem)] pb-28 sm:pb-16',
        )}
      >
        <Outlet />
      </main>
      {hasFooter && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      <TabBar onOpenDrawer={drawer.open} />
      {drawer.wasOpened && (
        <Suspense>
          <NavigationDrawer isOpen={drawer.isOpen} onClose={drawer.close} />
        </Suspense>
      )}
      <PageAnnouncement />
      <Suspense>
        <Shortcuts />
      </Suspense>
      {viewer && (
        <Suspense>
          <ConfirmIdentityRegion />
          {isProduct && <KeepNextGame />}
        </Suspense>
      )}
      <SnackbarRegion />
      <ScrollRestoration />
    </>
  )
}

const configPollMs = 300_000

/** Banners above every page: the user is offline, and the operator's notice. It reloads the notice for tabs that stay open. */
function Banners() {
  const isOnline = useOnline()
  const { notice } = useConfig().flags
  useQuery({ ...currentConfig, refetchInterval: configPollMs })
  return (
    <div role="status" className="text-center text-small font-medium">
      {!isOnline && <p className="bg-ink px-4 py-2 text-paper">You are offline. You can still see pages you opened before.</p>}
      {notice !== null && <p className="bg-court-wash px-4 py-2 text-ink">{notice}</p>}
    </div>
  )
}
