import type { CDPSession, Page } from '@playwright/test'

/** A page waits up to 30 seconds until it is idle before it registers its service worker, which then loads many files. */
export const serviceWorkerPatience = 90_000

/** Waits until the service worker is in control: then it has saved the shell and every screen. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: serviceWorkerPatience })

/** Waits until DevTools name the registration of the service worker. Call it before the page opens. */
export async function waitForRegistration(devtools: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}
