import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

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
    launchOptions: await findBrowser(),
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
  // A test runs once, on the desktop. Tests whose layout differs on a phone are tagged @both and run on both. Tests of features
  // that only phones have are tagged @phone.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
