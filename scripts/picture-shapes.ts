import type { Plugin } from 'vite'
import { activities } from '../domain/activities.ts'
import { type CourtShapes, courtShapesPath, type PictureParts, picturePartsPath } from '../domain/pictures/shapes.ts'
import { makeCourt, makeParts } from './pictures/make-shapes.ts'

const files = new Map<string, () => CourtShapes | PictureParts>([
  [picturePartsPath, makeParts],
  ...activities.map(({ id }) => [courtShapesPath(id), () => makeCourt(id)] as const),
])

/** Writes what the Worker needs to draw the pictures of links: each court and all letters as polygons. */
export function pictureShapes(): Plugin {
  return {
    name: 'picture-shapes',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      for (const [path, make] of files) this.emitFile({ type: 'asset', fileName: path.slice(1), source: JSON.stringify(make()) })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const make = files.get(request.url ?? '')
        if (!make) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(make()))
      })
    },
  }
}
