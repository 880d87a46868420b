import type { Face } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from './shared.ts'

/** What a face is made of: columns for the builder, and the shape of rows that SQL reads. */
export const faceColumns = { id: people.id, name: people.displayName, photoKey: people.photoKey }

export type FaceRow = { id: string; name: string | null; photoKey: string | null }

export const toFace = ({ id, name, photoKey }: FaceRow): Face => makeFace(id, name, photoKey)
