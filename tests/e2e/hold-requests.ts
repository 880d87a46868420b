import type { Page } from '@playwright/test'

/** Delays requests that match the pattern until the returned function is called. */
export async function holdRequests(page: Page, urlPattern: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(urlPattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}
