import { readFileSync } from 'node:fs'
import type { Plugin, Rollup } from 'vite'

/**
 * Lists what the app may load at any time, so that the service worker can keep all of it: with a new version every screen
 * opens without a network, whichever was used before. The screens for development are left out, and `online`: parts that
 * are of no use without a network. They are kept once they were used.
 */
export function listOfflineFiles(screensFile: string, online: readonly string[]): Plugin & { isListed: (file: string) => boolean } {
  const listed = new Set<string>()
  return {
    name: 'list-offline-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      const chunks = new Map(Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])))
      const left = [...developmentScreens(screensFile), ...online]
      const visit = (chunk: Rollup.OutputChunk | undefined) => {
        if (!chunk || listed.has(chunk.fileName) || left.some((file) => chunk.facadeModuleId?.endsWith(file))) return
        listed.add(chunk.fileName)
        for (const style of chunk.viteMetadata?.importedCss ?? []) listed.add(style)
        for (const needed of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(needed))
      }
      visit([...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === 'index'))
      if (listed.size === 0) throw new Error('No chunk was built for index.html')
    },
    isListed: (file) => listed.has(file),
  }
}

/** The table of screens is read as text, as for their preloads: what stands after the deployed ones is for development. */
function developmentScreens(screensFile: string): string[] {
  const [, development = ''] = readFileSync(screensFile, 'utf8').split(/^}$/m, 2)
  return [...development.matchAll(/import\('\.(.+?)'\)/g)].map(([, file = '']) => file)
}
