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

/** Creates a generator of numbers from 0 to 1 that depend only on the seed: FNV-1a hashes the seed, then mulberry32 generates. */
function createRandom(seed: string): () => number {
  let state = 2166136261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
