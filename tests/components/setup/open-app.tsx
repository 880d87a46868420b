import { createMemoryRouter, createPath, parsePath } from 'react-router'
import { cleanup, render } from 'vitest-browser-react'
import type { Viewer } from '../../../domain/access/contract.ts'
import type { Boot } from '../../../domain/boot.ts'
import type { HostKind } from '../../../domain/define-pages.ts'
import { App, applyBoot } from '../../../web/app.tsx'
import { defaultBoot } from '../../../web/boot.ts'
import { queryClient } from '../../../web/query-client.ts'
import { createAppRouter } from '../../../web/router.tsx'
import { answerWith } from './answers.ts'
import { dismissMessages } from './each-test.ts'

type OpenAppOptions = {
  /** The signed-in user. Nobody is signed in by default. */
  viewer?: Viewer | null
  config?: Partial<Boot['config']>
  host?: HostKind
  /** The answers that the Worker wrote into the page. */
  queries?: Boot['queries']
}

export const someone: Viewer = { id: 'person-a', name: 'Person A', emailVerified: true, profileComplete: true }

/** Opens the whole app at an address. The answers of the test replace the Worker. */
export async function openApp(path: string, { viewer = null, config, host = 'product', queries = [] }: OpenAppOptions = {}) {
  const boot: Boot = {
    ...defaultBoot,
    config: { ...defaultBoot.config, host, ...config },
    session: { viewer },
    queries,
  }
  // The navigation bars of every page send these requests.
  answerWith({
    'GET /api/config': boot.config,
    'GET /api/session': boot.session,
    'GET /api/notifications/unread': { unread: 0 },
    'GET /api/conversations/unread': { unread: 0, requests: 0 },
    // The page of conversations asks for it.
    'GET /api/needs-you/messages': { items: [] },
  })
  let router: ReturnType<typeof createAppRouter>
  // React Router remembers the scroll position under this key. With its default key, a page would open where the last test scrolled to.
  const key = crypto.randomUUID()
  const show = async (at: string, state: unknown = null) => {
    // A page that was opened before leaves the screen, as in a tab. Otherwise it would show the next viewer, too.
    await cleanup()
    queryClient.clear()
    applyBoot(boot)
    const initialEntries = [{ ...parsePath(at), key, state }]
    router = createAppRouter({ host, productUrl: location.origin, viewer: () => boot.session.viewer }, (routes) =>
      createMemoryRouter(routes, { initialEntries }),
    )
    await render(<App boot={boot} router={router} />)
  }
  const address = () => createPath(router.state.location)
  await show(path)
  return {
    /** The current address of the app: path, query and hash. */
    address,
    goTo: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
    /** Simulates a reload: the memory is lost, the storage of the device and the entry of the history are kept. */
    reload: async () => {
      const at = address()
      const { state } = router.state.location
      dismissMessages()
      await show(at, state)
    },
  }
}
