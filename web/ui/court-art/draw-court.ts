import { type Drawing, type Layer, near } from './layers.ts'

export interface Court {
  around: string | undefined
  /** The turn and zoom of this crop, as an SVG transform. */
  view: string
  layers: Layer[]
}

/** A drawing as this seed crops it: the same seed always sees the same. */
export function drawCourt({ around, layers, spots, turn = 30 }: Drawing, seed: string): Court {
  const roll = rollOf(seed)
  const [x, y, zoom] = spots[Math.floor(roll() * spots.length)] ?? [150, 80, 1]
  const side = roll() < 0.5 ? -1 : 1
  // Never quite straight, or a crop looks like a diagram and not like a place.
  const angle = near(side * turn * (0.25 + 0.75 * roll()))
  const scale = Math.round(zoom * (0.96 + 0.14 * roll()) * 100) / 100
  return { around, view: `translate(150 80) rotate(${angle}) scale(${scale}) translate(${-x} ${-y})`, layers }
}

/** FNV-1a to begin with, then mulberry32: numbers from 0 to 1 that depend on the words alone. */
function rollOf(words: string): () => number {
  let state = 2166136261
  for (let i = 0; i < words.length; i++) state = Math.imul(state ^ words.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
