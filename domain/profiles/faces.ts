import type { Face } from './contract.ts'
import { pictureUrl } from './pictures.ts'

/** The name of people who have no display name yet and of deleted accounts. We never show a part of the email instead. */
export const unnamedPlayer = 'Unnamed Player'

export const makeFace = (id: string, displayName: string | null, photoKey: string | null): Face => ({
  id,
  name: displayName ?? unnamedPlayer,
  pictureUrl: pictureUrl(photoKey, 96),
})
