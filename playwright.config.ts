import { defineConfig, devices } from '@playwright/test'
import { findBrowser, findQuickBrowser } from './scripts/find-browser.ts'

const desktopSize = { width: 1440, height: 900 }

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/browser-tests',
  globalSetup: './tests/e2e/setup/prepare-world.ts',
  // Each worker has its own product and database. Tests of the same worker use only their own rows.
  workers: 2,
  // A test that passes when it is retried is unsteady: scripts/test-summary.ts says how many of those a run may have.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Two cores run two products, their sandboxes and browsers, so a test with many steps can be slow.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: await findQuickBrowser(),
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    // The service worker loads 900 files into each new browser. Only tests of what it does allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
  // A test runs once: on a desktop or, tagged @phone, on a phone, where most people play. Only the main journeys are tagged @both.
  // The layout of single screens is checked in both sizes by tests/components and every-page.spec.ts.
  projects: [
    { name: 'desktop', grepInvert: /@phone|@whole-browser/, use: { viewport: desktopSize } },
    // Notifications and the service worker without a network need a browser with windows.
    { name: 'whole-browser', grep: /@whole-browser/, use: { viewport: desktopSize, launchOptions: await findBrowser() } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
