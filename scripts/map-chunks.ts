import { readFileSync } from 'node:fs'
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
      handler(_, { bundle, path }) {
        if (!bundle || path !== '/index.html') return []
        const chunks = Object.values(bundle).filter((output): output is Rollup.OutputChunk => output.type === 'chunk')
        const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('/index.html'))
        const already = new Set([entry?.fileName, ...(entry?.imports ?? [])])
        const map: Record<string, string[]> = {}
        const [deployed = ''] = readFileSync(screensFile, 'utf8').split('developmentScreens')
        for (const [, name = '', file = ''] of deployed.matchAll(/^ {2}(\w+): \(\) => import\('\.(.+?)'\)/gm)) {
          const chunk = chunks.find((candidate) => candidate.facadeModuleId?.endsWith(file))
          if (!chunk) throw new Error(`No chunk was built for the screen ${name} (${file})`)
          map[name] = [chunk.fileName, ...chunk.imports].filter((needed) => !already.has(needed)).map((needed) => `/${needed}`)
        }
        return [{ tag: 'meta', attrs: { name: 'chunks', content: encodeURIComponent(JSON.stringify(map)) }, injectTo: 'head' as const }]
      },
    },
  }
}
