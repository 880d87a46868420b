import { createRandom } from './random.ts'

/** A part of a drawing that may be shown: its center and its zoom. */
export type Crop = readonly [x: number, y: number, zoom: number]

export type CourtCrop = { x: number; y: number; angle: number; scale: number }

/** Chooses the part of a court that is shown, its turn and its zoom. The same seed always gives the same crop. */
export function cropCourt({ crops, maxTurn = 30 }: { crops: readonly Crop[]; maxTurn?: number | undefined }, seed: string): CourtCrop {
  const random = createRandom(seed)
  const [x, y, zoom] = crops[Math.floor(random() * crops.length)] ?? [150, 80, 1]
  const side = random() < 0.5 ? -1 : 1
  // A crop is never quite straight, because a straight one looks like a diagram and not like a real court.
  const angle = Math.round(side * maxTurn * (0.25 + 0.75 * random()) * 10) / 10
  const scale = Math.round(zoom * (0.96 + 0.14 * random()) * 100) / 100
  return { x, y, angle, scale }
}
