import type { Face } from './contract.ts'
import { pictureUrl } from './pictures.ts'

/** Whoever has no name yet, and whoever is not there any more. Nothing of an address is ever shown in its place. */
export const unnamedPlayer = 'Unnamed Player'

export const makeFace = (id: string, displayName: string | null, photoKey: string | null): Face => ({
  id,
  name: displayName ?? unnamedPlayer,
  pictureUrl: pictureUrl(photoKey, 96),
})
