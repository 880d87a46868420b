import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type BeansMood, drawBeans } from '../web/ui/beans-drawing.ts'
import { writePath } from '../web/ui/court-art/court-svg.ts'

const readFont = () => readFile(fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')))

const drawMood = (mood: BeansMood) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g fill="none">${drawBeans(mood).map(writePath).join('')}</g></svg>`

/** The files of pages without scripts (worker/platform/plain-page.ts), by their addresses, which plain.css and the Worker name. */
const files: Record<string, { type: string; make: () => Promise<Buffer> | string }> = {
  '/plain/figtree.woff2': { type: 'font/woff2', make: readFont },
  '/plain/beans.svg': { type: 'image/svg+xml', make: () => drawMood('plain') },
  '/plain/beans-sad.svg': { type: 'image/svg+xml', make: () => drawMood('sad') },
}

/** Gives these pages the letters and the dog of the app, which has them only in files whose names change with each build. */
export function plainFiles(): Plugin {
  return {
    name: 'plain-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const [path, { make }] of Object.entries(files)) this.emitFile({ type: 'asset', fileName: path.slice(1), source: await make() })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files[request.url ?? '']
        if (!file) return next()
        Promise.resolve(file.make()).then((content) => {
          response.setHeader('content-type', file.type)
          response.end(content)
        }, next)
      })
    },
  }
}
