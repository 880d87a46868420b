import type { Face } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from './shared.ts'

/** What a face is made of, of a table of people that stands under another name. */
export const faceColumnsOf = ({ id, displayName, photoKey }: Pick<typeof people, 'id' | 'displayName' | 'photoKey'>) => ({
  id,
  name: displayName,
  photoKey,
})

/** What a face is made of: for the builder, and the shape of rows that SQL reads. */
export const faceColumns = faceColumnsOf(people)

export type FaceRow = { id: string; name: string | null; photoKey: string | null }

export const toFace = ({ id, name, photoKey }: FaceRow): Face => makeFace(id, name, photoKey)
