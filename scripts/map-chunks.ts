import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rollup } from 'vite'

/**
 * Leaves in the built shell which files each page needs, so that the Worker can have them preloaded with the page's
 * HTML. The table of screens is read as text: it is one line a page.
 */
export function mapChunks(screensFile: string): Plugin {
  return {
    name: 'map-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, path: page }) {
        if (!bundle || page !== '/index.html') return []
        const chunks = Object.values(bundle).filter((output): output is Rollup.OutputChunk => output.type === 'chunk')
        const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId === path.resolve('index.html'))
        // Whoever imports from this file waits for all that is in it, and the beginning waits for the first screen.
        const beginning = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/main.tsx')))
        if (chunks.some(({ imports }) => imports.includes(beginning?.fileName ?? '')))
          throw new Error('A file imports from that of web/main.tsx')
        const already = withImports(chunks, entry)
        const map: Record<string, string[]> = {}
        const [deployed = ''] = readFileSync(screensFile, 'utf8').split('developmentScreens')
        for (const [, name = '', file = ''] of deployed.matchAll(/^ {2}(\w+): \(\) => import\('\.(.+?)'\)/gm)) {
          const chunk = chunks.find((candidate) => candidate.facadeModuleId?.endsWith(file))
          if (!chunk) throw new Error(`No chunk was built for the screen ${name} (${file})`)
          map[name] = [...withImports(chunks, chunk)].filter((needed) => !already.has(needed)).map((needed) => `/${needed}`)
        }
        return [{ tag: 'meta', attrs: { name: 'chunks', content: encodeURIComponent(JSON.stringify(map)) }, injectTo: 'head' as const }]
      },
    },
  }
}

/** A chunk's file and all that it imports at once, directly or through others. */
function withImports(chunks: readonly Rollup.OutputChunk[], chunk: Rollup.OutputChunk | undefined, found = new Set<string>()): Set<string> {
  if (!chunk || found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    withImports(
      chunks,
      chunks.find(({ fileName }) => fileName === name),
      found,
    )
  }
  return found
}
