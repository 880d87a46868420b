import type { PlaceFeature, Reading } from './pieces.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

type Feature = { feature: PlaceFeature; isPlace: boolean }

const lights =
  'lights, light, lit, lighted, lighting, floodlights, floodlit, well lit, lit up, under the lights, under lights, night lights, with lights'
const indoor = 'indoor, indoors, inside, under a roof'
/** "Somewhere with lights" asks for a place, and "soccer with lights" does not. */
const listPlaces = (names: string) =>
  ['somewhere', 'some place', 'someplace', 'a place', 'place', 'anywhere', 'spot', 'spots', 'a spot']
    .flatMap((place) => names.split(', ').flatMap((name) => [`${place} ${name}`, `${place} thats ${name}`, `${place} that is ${name}`]))
    .join(', ')

export const featurePhrases = makePhrases<Feature>([
  [lights, { feature: 'lights', isPlace: false }],
  [listPlaces(lights), { feature: 'lights', isPlace: true }],
  [indoor, { feature: 'indoor', isPlace: false }],
  [listPlaces(indoor), { feature: 'indoor', isPlace: true }],
])

/** Reads what a place has, such as "with lights" and "indoors". */
export function readFeature(words: readonly Word[], at: number): Reading | null {
  const found = findPhrase(featurePhrases, words, at)
  return found && { length: found.length, meaning: { kind: 'feature', ...found.meaning } }
}
