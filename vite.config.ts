import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { atlasFiles } from './scripts/atlas-files.ts'
import { entryGroup, sharedGroups } from './scripts/entry-group.ts'
import { listOfflineFiles } from './scripts/list-offline-files.ts'
import { mapChunks } from './scripts/map-chunks.ts'
import { previewPictures } from './scripts/preview-pictures.ts'

const production = process.env.CLOUDFLARE_ENV === 'production'

/** What the start script decides anew at each start: addresses whose port depends on what is free. */
const startVars = Object.fromEntries(
  ['PRODUCT_URL', 'SANDBOX_URL'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
)

const sources = ['!/@*', '!/web/*', '!/domain/*', '!/node_modules/*']

/** One name a build, in the page and in its service worker. BUILD_ID lets a test make two builds of one state. */
const buildId = process.env.BUILD_ID ?? Date.now().toString(36)

/** One file for what every page stands on and what changes only with an upgrade, instead of many small ones. What only long lists and offline need is left out. */
const framework =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(react-query|query-core(?!.*(hydration|infiniteQuery)))|valibot|hono)\//

/** The pages that strangers open first, mostly by a link: what several of them need comes in few files. */
const firstPages = [
  'web/landing/landing-page.tsx',
  'web/cities/city-search-page.tsx',
  'web/events/page/event-page.tsx',
  'web/ask/ask-page.tsx',
  'web/places/place-page.tsx',
  'web/discover/discover-page.tsx',
  'web/home/home-page.tsx',
]

const offlineFiles = listOfflineFiles('web/screens.ts', [
  'web/maps/draw-map.ts',
  'web/profiles/avatar-dialog.tsx',
  'web/ui/date-range-field.tsx',
  'web/places/make-poster.ts',
  'web/maps/draw-many.ts',
  'web/events/form/new-event-page.tsx',
  'web/events/form/edit-event-page.tsx',
  'domain/rich-text/read-rich-text.ts',
])

const isKept = (url: string) =>
  url === 'index.html' || url.startsWith('icons/') || /figtree-latin-wght/.test(url) || offlineFiles.isListed(url)

export default defineConfig(({ command }) => ({
  define: {
    __DEVELOPMENT_PAGES__: JSON.stringify(!production),
    __BUILD_ID__: JSON.stringify(buildId),
    __DEV_SERVER__: JSON.stringify(command === 'serve'),
  },
  environments: {
    client: {
      build: {
        // Every browser that knows the language we write in (Promise.withResolvers) preloads modules itself.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { index: 'index.html', apiDocs: 'web/api-docs/index.html' },
          // Nothing happens where a file of the domain is loaded, so a page leaves out those it uses nothing of.
          treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: entryGroup('app', 'web/main.tsx') },
                { name: sharedGroups(firstPages), includeDependenciesRecursively: false },
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
        // Sources go straight to the browser in development: the Worker would take some of them for pages.
        if (command === 'serve' && Array.isArray(config.assets?.run_worker_first)) config.assets.run_worker_first.push(...sources)
      },
      ...(process.env.STATE_DIR ? { persistState: { path: process.env.STATE_DIR } } : {}),
    }),
    atlasFiles(),
    previewPictures(),
    mapChunks('web/screens.ts'),
    offlineFiles,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'web/pwa',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        // The shell and every screen with all it may load, less than half a megabyte compressed. Other files are kept when they are first used.
        globPatterns: ['index.html', 'assets/*', 'icons/icon.svg'],
        maximumFileSizeToCacheInBytes: 5_000_000,
        manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => isKept(url)), warnings: [] })],
      },
    }),
  ],
}))
