import type { Page } from '@playwright/test'

/** A page waits up to 30 seconds until it is idle before it registers its service worker, which then loads many files. */
export const serviceWorkerPatience = 90_000

/** Waits until the service worker is in control: then it has saved the shell and every screen. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: serviceWorkerPatience })
