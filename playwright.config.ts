import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/browser-tests',
  globalSetup: './tests/e2e/setup/start-product.ts',
  // One product, one database: tests keep to their own rows, and two cores are no place for more.
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Two cores serve the product, its stand-ins and the browser: a journey of many steps takes its time there.
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
    // TRACE=1 keeps what happened before a failure; it makes every test slower.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
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
