import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describeProfilePicture, type ProfilePreview } from '../../domain/profiles/picture-words.ts'
import { people } from '../accounts/shared.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { showsLinkPreview } from '../privacy/reach.ts'
import { profiles } from './schema.ts'

/** What a link to a profile says to everybody, if its person has allowed it. A profile itself is for members. */
export async function findPreview(db: Database, userId: string): Promise<ProfilePreview | null> {
  const { cityName, cityState, activities } = profiles
  const row = await readFirst(
    db,
    db
      .select({ name: people.displayName, cityName, cityState, activities })
      .from(profiles)
      .innerJoin(people, eq(people.id, profiles.userId))
      .where(and(eq(profiles.userId, userId), showsLinkPreview(profiles.userId), isNotNull(people.completedAt), isNull(people.deletedAt))),
  )
  return row?.name ? { ...row, name: row.name } : null
}

export async function findProfilePicture(db: Database, id: string): Promise<PictureWords | null> {
  const preview = await findPreview(db, id)
  return preview && describeProfilePicture(preview)
}
