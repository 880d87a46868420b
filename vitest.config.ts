import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { atlasFiles } from './scripts/atlas-files.ts'
import { applyQuietEnvironment } from './scripts/environment.ts'
import { findBrowser } from './scripts/find-browser.ts'
import { partsAtOnce } from './tests/setup/parts-at-once.ts'

applyQuietEnvironment()

// One workerd for all Worker tests with a reset after each file: four times faster than a fresh one for each file.
const oneRuntime = { isolate: false, maxWorkers: 1, fileParallelism: false }
const soak = process.env.SOAK === 'full'
const notForTheWorker = ['tests/node/**', 'tests/components/**', 'tests/e2e/**', 'tests/bench/**', 'tests/setup/**', 'tests/world/**']

export default defineConfig({
  test: {
    // What a failing test logged is shown; the request log of all others is noise.
    silent: 'passed-only',
    projects: [
      {
        define: { __DEVELOPMENT_PAGES__: 'true', __DEV_SERVER__: 'false', __BUILD_ID__: '"test"' },
        plugins: [
          partsAtOnce(import.meta.dirname),
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations('migrations'),
                SOAK: soak ? 'full' : 'small',
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          ...oneRuntime,
          include: ['tests/*/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...notForTheWorker],
          globalSetup: ['tests/setup/built-app.ts', 'tests/setup/all-cities.ts'],
          setupFiles: ['tests/setup/worker.ts'],
          testTimeout: soak ? 1_800_000 : 20_000,
          hookTimeout: 30_000,
        },
      },
      // Screens and their parts in a real browser, with the test in the place of the Worker.
      async () => ({
        plugins: [react(), tailwindcss(), atlasFiles()],
        // Found before the first test: a package that is found late makes Vite load the page under test anew.
        optimizeDeps: {
          entries: ['index.html', 'tests/components/**/*.test.tsx'],
          include: ['@cantoo/pdf-lib', 'axe-core', 'fflate', 'vitest-browser-react'],
        },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/components/setup/constants.ts', 'tests/components/setup/each-test.ts'],
          testTimeout: 30_000,
          // What passes only when tried again is named as unsteady.
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await findBrowser(),
              contextOptions: { locale: 'en-US', timezoneId: 'America/Chicago', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
          },
        },
      }),
      {
        test: {
          name: 'node',
          include: ['tests/node/**/*.test.ts'],
          testTimeout: soak ? 1_800_000 : 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
