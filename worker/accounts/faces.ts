import type { Column } from 'drizzle-orm'
import type { Face } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from './shared.ts'

/** The columns of a face, from an alias of the table of people. */
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

/** The columns of a face, for Drizzle's builder and for rows read by `select`. */
export const faceColumns = faceColumnsOf(people)

export type FaceRow = { id: string; name: string | null; photoKey: string | null }

export const toFace = ({ id, name, photoKey }: FaceRow): Face => makeFace(id, name, photoKey)
