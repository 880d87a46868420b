import path from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { findScreenFiles } from './find-screen-files.ts'
import { findChunk, listChunks } from './map-chunks.ts'

/**
 * Lists all files that the app can load, so that the service worker can cache them. Then every screen of a new version opens
 * offline, even if the user has never opened it. The development screens are left out, and so are the `onlineFiles`, which are
 * useless offline. The service worker caches those when they are first used.
 */
export function listOfflineFiles(screensFile: string, onlineFiles: readonly string[]): Plugin & { isListed: (file: string) => boolean } {
  const offlineFiles = new Set<string>()
  let root = ''
  return {
    name: 'list-offline-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: (config) => {
      root = config.root
    },
    async generateBundle(_, bundle) {
      const chunks = listChunks(bundle)
      const { development } = await findScreenFiles(path.resolve(root, screensFile))
      const excludedFiles = new Set([
        ...development.values(),
        ...onlineFiles.map((file) => findChunk(chunks, path.resolve(root, file)).facadeModuleId),
      ])
      const visit = (chunk: Rollup.OutputChunk | undefined) => {
        if (!chunk || offlineFiles.has(chunk.fileName) || excludedFiles.has(chunk.facadeModuleId)) return
        offlineFiles.add(chunk.fileName)
        for (const style of chunk.viteMetadata?.importedCss ?? []) offlineFiles.add(style)
        for (const needed of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(needed))
      }
      visit(findChunk(chunks, path.resolve(root, 'index.html')))
    },
    isListed: (file) => offlineFiles.has(file),
  }
}
