import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/browser-tests',
  globalSetup: './tests/e2e/setup/prepare-world.ts',
  // Each lane has a product and a database of its own; within one, tests keep to their own rows.
  workers: 2,
  // A test that passes when tried again is unsteady: scripts/test-summary.ts says how many of those a run may have.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Two cores serve two products, their stand-ins and browsers: a journey of many steps takes its time there.
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
  // A test runs once, on the desktop. A journey whose layout differs is tagged @both and runs on a phone too;
  // what only a phone has is tagged @phone.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
