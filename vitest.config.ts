import { realpathSync } from 'node:fs'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { atlasFiles } from './scripts/atlas-files.ts'
import { applyQuietEnvironment } from './scripts/environment.ts'
import { findQuickBrowser } from './scripts/find-browser.ts'
import { makeImportsStatic } from './tests/setup/make-imports-static.ts'
import { readSchema } from './tests/setup/read-schema.ts'

applyQuietEnvironment()

// All Worker tests share one workerd, which is reset after each file. This is four times faster than a new one for each file.
const sharedRuntime = { isolate: false, maxWorkers: 1, fileParallelism: false }
const isSoak = process.env.SOAK === 'full'
const migrations = await readD1Migrations('migrations')
const otherTests = ['tests/node/**', 'tests/components/**', 'tests/e2e/**', 'tests/bench/**', 'tests/setup/**', 'tests/world/**']

export default defineConfig({
  test: {
    // We show logs only for failing tests. The long random tests also print what they tried, which we show without our own log lines.
    silent: isSoak ? false : 'passed-only',
    ...(isSoak && { onConsoleLog: (line) => !line.startsWith('{"level"') }),
    projects: [
      {
        define: { __DEVELOPMENT_PAGES__: 'true', __DEV_SERVER__: 'false', __BUILD_ID__: '"test"' },
        plugins: [
          makeImportsStatic(import.meta.dirname),
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: migrations,
                TEST_SCHEMA: readSchema(migrations),
                SOAK: isSoak ? 'full' : 'small',
                HISTORIES: process.env.HISTORIES ?? (isSoak ? '2000' : '24'),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          ...sharedRuntime,
          include: ['tests/*/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...otherTests],
          globalSetup: ['tests/setup/built-app.ts', 'tests/setup/all-cities.ts'],
          setupFiles: ['tests/setup/worker.ts'],
          // A test that takes ten seconds alone takes half a minute beside the browser tests on two cores.
          testTimeout: isSoak ? 1_800_000 : 90_000,
          hookTimeout: 60_000,
        },
      },
      // The tests of screens and their parts run in a real browser. The test itself answers the requests instead of the Worker.
      async () => ({
        plugins: [react(), tailwindcss(), atlasFiles()],
        // In a copy of the project, node_modules may be a link to another folder.
        server: {
          fs: { allow: [import.meta.dirname, realpathSync('node_modules')] },
          // Each test file loads the app into a new frame. A changed module gets another address, so the browser may keep them all.
          headers: { 'Cache-Control': 'max-age=3600' },
        },
        // This build of React can say which parts were drawn, also in production.
        resolve: { alias: { 'react-dom/client': 'react-dom/profiling' } },
        // Vite must find these packages before the first test. If it found one later, it would reload the page during a test.
        optimizeDeps: {
          entries: ['index.html', 'tests/components/**/*.test.tsx'],
          include: [
            '@cantoo/pdf-lib',
            '@tanstack/react-virtual',
            'axe-core',
            'fflate',
            'papaparse',
            'react-aria-components/Toast',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/components/setup/constants.ts', 'tests/components/setup/each-test.ts'],
          testTimeout: 30_000,
          // A test that passes only when it is retried is reported as unsteady.
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await findQuickBrowser(),
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
          testTimeout: isSoak ? 1_800_000 : 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
