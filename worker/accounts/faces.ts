import type { Column } from 'drizzle-orm'
import type { Face } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from './shared.ts'

/** What a face is made of, of a table of people that stands under another name. */
export const faceColumnsOf = <Id extends Column, Name extends Column, Key extends Column>({
  id,
  displayName,
  photoKey,
}: {
  id: Id
  displayName: Name
  photoKey: Key
}) => ({
  id,
  name: displayName,
  photoKey,
})

/** What a face is made of: for the builder, and the shape of rows that SQL reads. */
export const faceColumns = faceColumnsOf(people)

export type FaceRow = { id: string; name: string | null; photoKey: string | null }

export const toFace = ({ id, name, photoKey }: FaceRow): Face => makeFace(id, name, photoKey)
