import { eq } from 'drizzle-orm'
import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describePagePicture } from '../../domain/pictures/page-words.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { organizations } from './schema.ts'

export const describeOrganizationPicture = ({ name }: { name: string }): PictureWords =>
  describePagePicture({ activity: null, kind: 'Organization', title: name, detail: '' })

export async function findOrganizationPicture(db: Database, id: string): Promise<PictureWords | null> {
  const { name } = organizations
  const row = await readFirst(db, db.select({ name }).from(organizations).where(eq(organizations.id, id)))
  return row ? describeOrganizationPicture(row) : null
}
