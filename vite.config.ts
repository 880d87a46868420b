import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { atlasFiles } from './scripts/atlas-files.ts'
import { entryGroup, fileGroup, sharedGroups } from './scripts/entry-group.ts'
import { listOfflineFiles } from './scripts/list-offline-files.ts'
import { mapChunks } from './scripts/map-chunks.ts'
import { pictureShapes } from './scripts/picture-shapes.ts'
import { plainFiles } from './scripts/plain-files.ts'
import { previewPictures } from './scripts/preview-pictures.ts'

const production = process.env.CLOUDFLARE_ENV === 'production'

/** Settings that the start script chooses at each start: addresses whose ports depend on which ports are free. */
const startVars = Object.fromEntries(
  ['PRODUCT_URL', 'SANDBOX_URL', 'GEOCODER_URL'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
)

const sourcePaths = ['!/@*', '!/web/*', '!/domain/*', '!/node_modules/*']

/** The id of the build, for the page and its service worker. A test sets BUILD_ID to create two different builds of the same code. */
const buildId = process.env.BUILD_ID ?? Date.now().toString(36)

/**
 * The libraries that every page needs. They are one file instead of many small ones, and it changes only with an upgrade. Parts
 * for long lists, several queries at once and offline use are left out. So are the index files, because they import these parts.
 */
const frameworkFiles =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(react-query|query-core)(?!.*(index|nfiniteQuery(?!Behavior)|[qQ]ueries|useMutationState|hydration))|hono)\//

/** The pages that new visitors open first, mostly through a link. The code that several of them share is in few files. */
const firstPages = [
  'web/landing/landing-page.tsx',
  'web/cities/city-search-page.tsx',
  'web/events/page/event-page.tsx',
  'web/teams/page/team-page.tsx',
  'web/ask/ask-page.tsx',
  'web/places/place-page.tsx',
  'web/discover/discover-page.tsx',
  'web/home/home-page.tsx',
  'web/accounts/login-page.tsx',
  'web/accounts/sign-up-page.tsx',
  'web/seat-codes/seat-code-page.tsx',
  'web/organizations/organization-page.tsx',
]

/** The frame of all tabs of a community: they need the same parts, and one file is smaller than many. */
const teamParts = fileGroup('team', 'web/teams/team-frame.tsx', (id) => /\/web\/team/.test(id))

/** The parts of the page of a game that its own dialogs and its management use too. */
const eventParts = fileGroup('event', 'web/events/page/event-page.tsx', (id) => /\/web\/events\/page\//.test(id))

const offlineFiles = listOfflineFiles('web/screens.ts', [
  'web/maps/draw-map.ts',
  'web/profiles/avatar-dialog.tsx',
  'web/ui/date-range-field.tsx',
  'web/posters/make-poster.ts',
  'web/maps/draw-points.ts',
  'web/events/form/new-event-page.tsx',
  'web/events/form/edit-event-page.tsx',
  'domain/rich-text/read-rich-text.ts',
])

const isCachedOffline = (url: string) =>
  url === 'index.html' || url.startsWith('icons/') || /figtree-latin-wght/.test(url) || offlineFiles.isListed(url)

const screenChunks = mapChunks('web/screens.ts', `assets/screen-files-${buildId}.json`)

export default defineConfig(({ command }) => ({
  define: {
    __DEVELOPMENT_PAGES__: JSON.stringify(!production),
    __BUILD_ID__: JSON.stringify(buildId),
    __SCREEN_FILES__: JSON.stringify(command === 'build' ? screenChunks.listUrl : null),
    __DEV_SERVER__: JSON.stringify(command === 'serve'),
  },
  environments: {
    // Comments and spaces cost start-up time. Names stay, so that the log shows where an error comes from.
    gather: {
      build: {
        rolldownOptions: { output: { minify: { compress: false, mangle: { keepNames: { function: true, class: true } }, codegen: true } } },
      },
      // Otherwise the development server would find this package at its first import, and reload the Worker.
      optimizeDeps: { include: ['stripe'] },
    },
    client: {
      build: {
        // All browsers that support our code (Promise.withResolvers) can preload modules themselves.
        modulePreload: { polyfill: false, resolveDependencies: screenChunks.listPreloads },
        rolldownOptions: {
          input: { index: 'index.html', apiDocs: 'web/api-docs/index.html' },
          // Loading a file of domain/ has no side effects, so the build can leave out files from which a page uses nothing.
          treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
          output: {
            // The first script names every other one, so each character of a hash costs every page.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'framework', test: frameworkFiles },
                { name: entryGroup('app', 'web/main.tsx') },
                { name: sharedGroups(firstPages), includeDependenciesRecursively: false },
                { name: teamParts, includeDependenciesRecursively: false },
                { name: eventParts, includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({
      config: (config) => {
        config.vars = { ...config.vars, ...startVars }
        // In development, source files bypass the Worker, because it would treat some of them as pages.
        if (command === 'serve' && Array.isArray(config.assets?.run_worker_first)) config.assets.run_worker_first.push(...sourcePaths)
      },
      ...(process.env.STATE_DIR ? { persistState: { path: process.env.STATE_DIR } } : {}),
    }),
    atlasFiles(),
    previewPictures(),
    plainFiles(),
    pictureShapes(),
    screenChunks,
    offlineFiles,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'web/pwa',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        // The shell and all screens with their files: less than half a megabyte compressed. Other files are cached when they are
        // first used.
        globPatterns: ['index.html', 'assets/*', 'icons/icon.svg'],
        maximumFileSizeToCacheInBytes: 5_000_000,
        manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => isCachedOffline(url)), warnings: [] })],
      },
    }),
  ],
}))
