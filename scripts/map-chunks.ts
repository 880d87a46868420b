import path from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { findScreenFiles } from './find-screen-files.ts'

type Chunks = ReadonlyMap<string, Rollup.OutputChunk>

/** Writes into the built HTML which files each page needs, so that the Worker can preload them. */
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
        // A file that imports from the chunk of web/main.tsx waits for all of it, and that chunk waits for the first screen.
        const mainChunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/main.tsx')))
        if ([...chunks.values()].some(({ imports }) => imports.includes(mainChunk?.fileName ?? '')))
          throw new Error('A file imports from the chunk of web/main.tsx.')
        const entryFiles = listWithImports(chunks, entry)
        const { deployed } = await findScreenFiles(path.resolve(root, screensFile))
        const map: Record<string, string[]> = {}
        for (const [name, file] of deployed) {
          map[name] = [...listWithImports(chunks, findChunk(chunks, file))]
            .filter((needed) => !entryFiles.has(needed))
            .map((needed) => `/${needed}`)
        }
        return [{ tag: 'meta', attrs: { name: 'chunks', content: encodeURIComponent(JSON.stringify(map)) }, injectTo: 'head' as const }]
      },
    },
  }
}

/** Lists the built chunks by their file names. */
export const listChunks = (bundle: Rollup.OutputBundle): Chunks =>
  new Map(Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])))

/** Finds the chunk of a source file. */
export function findChunk(chunks: Chunks, file: string): Rollup.OutputChunk {
  const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === file)
  if (!chunk) throw new Error(`No chunk was built for ${file}`)
  return chunk
}

/** The file of a chunk and all files that it imports statically, directly or through others. */
function listWithImports(chunks: Chunks, chunk: Rollup.OutputChunk, found = new Set<string>()): Set<string> {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported && !found.has(name)) listWithImports(chunks, imported, found)
  }
  return found
}
