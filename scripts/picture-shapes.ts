import type { Plugin } from 'vite'
import { type ActivityId, activities } from '../domain/activities.ts'
import { type CourtShapes, courtScale, courtShapesPath, type PictureParts, picturePartsPath } from '../domain/pictures/shapes.ts'
import { drawBeans } from '../web/ui/beans-drawing.ts'
import { drawings } from '../web/ui/court-art/court-svg.ts'
import { grounds } from '../web/ui/court-art/grounds.ts'
import { flattenLayers } from './pictures/flatten-layers.ts'
import { readAlphabets } from './pictures/read-alphabets.ts'

function makeCourt(id: ActivityId): CourtShapes {
  const { outerColor = grounds[id], crops, maxTurn, layers } = drawings[id]
  return { outerColor, ground: grounds[id], crops, maxTurn, shapes: flattenLayers(layers, courtScale) }
}

const makeParts = (): PictureParts => ({ ...readAlphabets(), beans: flattenLayers(drawBeans('plain'), courtScale) })

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
