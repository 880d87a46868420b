import { createMemoryRouter, createPath } from 'react-router'
import { cleanup, render } from 'vitest-browser-react'
import type { Viewer } from '../../../domain/access/contract.ts'
import type { Boot } from '../../../domain/boot.ts'
import type { HostKind } from '../../../domain/pages.ts'
import { App, applyBoot } from '../../../web/app.tsx'
import { strangerBoot } from '../../../web/boot.ts'
import { queryClient } from '../../../web/query-client.ts'
import { createAppRouter } from '../../../web/router.tsx'
import { answerWith } from './answers.ts'
import { dismissMessages } from './each-test.ts'

type Beginning = {
  /** Who is signed in; nobody when left out. */
  viewer?: Viewer | null
  config?: Partial<Boot['config']>
  host?: HostKind
  /** Answers that came with the page. */
  queries?: Boot['queries']
}

export const someone: Viewer = { id: 'person-a', name: 'Person A', emailVerified: true, profileComplete: true }

/** Opens the whole app at an address, with the API of this test behind it instead of a Worker. */
export async function openApp(path: string, { viewer = null, config, host = 'product', queries = [] }: Beginning = {}) {
  const boot: Boot = {
    ...strangerBoot,
    config: { ...strangerBoot.config, host, ...config },
    session: { viewer },
    queries,
  }
  // What the bars of every page ask for.
  answerWith({ 'GET /api/config': boot.config, 'GET /api/session': boot.session, 'GET /api/notifications/unread': { unread: 0 } })
  let router: ReturnType<typeof createAppRouter>
  const show = async (at: string) => {
    queryClient.clear()
    applyBoot(boot)
    router = createAppRouter({ host, viewer: () => boot.session.viewer }, (routes) => createMemoryRouter(routes, { initialEntries: [at] }))
    await render(<App boot={boot} router={router} />)
  }
  const address = () => createPath(router.state.location)
  await show(path)
  return {
    /** Where the app is: path, query and hash. */
    address,
    goTo: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
    /** As after pressing Reload: what is in memory is gone, what the device keeps is not. */
    reload: async () => {
      const at = address()
      dismissMessages()
      await cleanup()
      await show(at)
    },
  }
}
