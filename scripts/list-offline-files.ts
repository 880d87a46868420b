import path from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { findScreenFiles } from './find-screen-files.ts'
import { findChunk, listChunks } from './map-chunks.ts'

/**
 * Lists what the app may load at any time, so that the service worker can keep all of it: with a new version every screen
 * opens without a network, whichever was used before. The screens for development are left out, and `online`: parts that
 * are of no use without a network. They are kept once they were used.
 */
export function listOfflineFiles(screensFile: string, online: readonly string[]): Plugin & { isListed: (file: string) => boolean } {
  const listed = new Set<string>()
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
      const leftOut = new Set([
        ...development.values(),
        ...online.map((file) => findChunk(chunks, path.resolve(root, file)).facadeModuleId),
      ])
      const visit = (chunk: Rollup.OutputChunk | undefined) => {
        if (!chunk || listed.has(chunk.fileName) || leftOut.has(chunk.facadeModuleId)) return
        listed.add(chunk.fileName)
        for (const style of chunk.viteMetadata?.importedCss ?? []) listed.add(style)
        for (const needed of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(needed))
      }
      visit(findChunk(chunks, path.resolve(root, 'index.html')))
    },
    isListed: (file) => listed.has(file),
  }
}
