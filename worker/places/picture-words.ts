import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describePlacePicture } from '../../domain/places/picture-words.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isPlace } from './queries.ts'
import { places } from './schema.ts'

const { name, activities, courts, cityName, cityState } = places

export async function findPlacePicture(db: Database, id: string): Promise<PictureWords | null> {
  const row = await readFirst(db, db.select({ name, activities, courts, cityName, cityState }).from(places).where(isPlace(id)))
  return row ? describePlacePicture(row) : null
}
