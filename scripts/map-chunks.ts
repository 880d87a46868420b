import path from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { findScreenFiles } from './find-screen-files.ts'

type Chunks = ReadonlyMap<string, Rollup.OutputChunk>

/** Leaves in the built shell which files each page needs, so that the Worker can have them preloaded with the page's HTML. */
export function mapChunks(screensFile: string): Plugin {
  let root = ''
  return {
    name: 'map-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: (config) => {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      async handler(_, { bundle, path: page }) {
        if (!bundle || page !== '/index.html') return []
        const chunks = listChunks(bundle)
        const entry = findChunk(chunks, path.resolve(root, 'index.html'))
        // Whoever imports from this file waits for all that is in it, and the beginning waits for the first screen.
        const beginning = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/main.tsx')))
        if ([...chunks.values()].some(({ imports }) => imports.includes(beginning?.fileName ?? '')))
          throw new Error('A file imports from that of web/main.tsx')
        const already = withImports(chunks, entry)
        const { deployed } = await findScreenFiles(path.resolve(root, screensFile))
        const map: Record<string, string[]> = {}
        for (const [name, file] of deployed) {
          map[name] = [...withImports(chunks, findChunk(chunks, file))]
            .filter((needed) => !already.has(needed))
            .map((needed) => `/${needed}`)
        }
        return [{ tag: 'meta', attrs: { name: 'chunks', content: encodeURIComponent(JSON.stringify(map)) }, injectTo: 'head' as const }]
      },
    },
  }
}

/** What was built, by its file name. */
export const listChunks = (bundle: Rollup.OutputBundle): Chunks =>
  new Map(Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])))

/** The chunk that was made for this source file. */
export function findChunk(chunks: Chunks, file: string): Rollup.OutputChunk {
  const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === file)
  if (!chunk) throw new Error(`No chunk was built for ${file}`)
  return chunk
}

/** A chunk's file and all that it imports at once, directly or through others. */
function withImports(chunks: Chunks, chunk: Rollup.OutputChunk, found = new Set<string>()): Set<string> {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported && !found.has(name)) withImports(chunks, imported, found)
  }
  return found
}
