import type { ActivityId } from '../../domain/activities.ts'
import { type CourtShapes, courtScale, type PictureParts } from '../../domain/pictures/shapes.ts'
import { drawBeans } from '../../web/ui/beans-drawing.ts'
import { drawings } from '../../web/ui/court-art/court-svg.ts'
import { grounds } from '../../web/ui/court-art/grounds.ts'
import { flattenLayers } from './flatten-layers.ts'
import { readAlphabets } from './read-alphabets.ts'

export function makeCourt(id: ActivityId): CourtShapes {
  const { outerColor = grounds[id], crops, maxTurn, layers } = drawings[id]
  return { outerColor, ground: grounds[id], crops, maxTurn, shapes: flattenLayers(layers, courtScale) }
}

export const makeParts = (): PictureParts => ({ ...readAlphabets(), beans: flattenLayers(drawBeans('plain'), courtScale) })
