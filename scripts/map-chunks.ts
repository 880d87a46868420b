import path from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { findScreenFiles } from './find-screen-files.ts'

type Chunks = ReadonlyMap<string, Rollup.OutputChunk>

type FilesByPage = Record<string, string[]>

type ScreenChunks = Plugin & {
  /** The URL of the list in the built product. */
  listUrl: string
  /**
   * For `modulePreload.resolveDependencies`: in the code, screens name no files, because the list names them. Other files name none
   * that are loaded by the time somebody asks for them.
   */
  listPreloads: (file: string, needed: string[], by: { hostId: string }) => string[]
}

/**
 * Finds which files each page needs. They are written into the built HTML, so that the Worker can preload those of the page it sends,
 * and into a list that the app loads later, to preload the files of the next page. The list is not in the code, because every page
 * would load it first.
 */
export function mapChunks(screensFile: string, listFile: string): ScreenChunks {
  let root = ''
  let filesByPage: FilesByPage = {}
  const screenFiles = new Set<string>()
  /** The files of the entry, and for each file those that it imports itself. */
  let loadedFiles = new Map<string, ReadonlySet<string>>()
  return {
    name: 'map-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle: {
      // Vite writes the preloads into the code in the same step, so the screens must be known before.
      order: 'pre',
      async handler(_, bundle) {
        const chunks = listChunks(bundle)
        const entry = findChunk(chunks, path.resolve(root, 'index.html'))
        // A file that imports from the chunk of web/main.tsx waits for all of it, and that chunk waits for the first screen.
        const mainChunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/main.tsx')))
        if ([...chunks.values()].some(({ imports }) => imports.includes(mainChunk?.fileName ?? '')))
          throw new Error('A file imports from the chunk of web/main.tsx.')
        const entryFiles = listWithImports(chunks, entry)
        loadedFiles = new Map([...chunks.values()].map((chunk) => [chunk.fileName, listWithImports(chunks, chunk, new Set(entryFiles))]))
        const { deployed, development } = await findScreenFiles(path.resolve(root, screensFile))
        // A production build has none of them. In other builds they load file by file.
        for (const { facadeModuleId, fileName } of chunks.values())
          if ([...development.values()].some((file) => file === facadeModuleId)) screenFiles.add(fileName)
        filesByPage = {}
        for (const [name, file] of deployed) {
          const screen = findChunk(chunks, file)
          screenFiles.add(screen.fileName)
          filesByPage[name] = [...listWithImports(chunks, screen)].filter((needed) => !entryFiles.has(needed)).map((needed) => `/${needed}`)
        }
        this.emitFile({ type: 'asset', fileName: listFile, source: JSON.stringify(filesByPage) })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle, path: page }) =>
        bundle && page === '/index.html'
          ? [{ tag: 'meta', attrs: { name: 'chunks', content: encodeURIComponent(JSON.stringify(filesByPage)) }, injectTo: 'head' }]
          : [],
    },
    listUrl: `/${listFile}`,
    listPreloads: (file, needed, { hostId }) => (screenFiles.has(file) ? [] : needed.filter((name) => !loadedFiles.get(hostId)?.has(name))),
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
