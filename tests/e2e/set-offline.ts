import type { BrowserContext } from '@playwright/test'

/**
 * Takes the browser off the network, or back on. Some versions of Chromium tell a page that loads offline that it is online, so we
 * correct them.
 */
export async function setOffline(context: BrowserContext, isOffline: boolean) {
  await context.addInitScript((isOnline) => {
    if (navigator.onLine !== isOnline) Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
  }, !isOffline)
  await context.setOffline(isOffline)
  await Promise.all(
    context.pages().map((page) =>
      page.evaluate((isOnline) => {
        if (!Object.hasOwn(navigator, 'onLine')) return
        Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
        dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      }, !isOffline),
    ),
  )
}
