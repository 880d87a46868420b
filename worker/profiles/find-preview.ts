import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describeProfilePicture, type ProfilePreview } from '../../domain/profiles/picture-words.ts'
import { people } from '../accounts/shared.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { privacySettings } from '../privacy/schema.ts'
import { profiles } from './schema.ts'

/** What a link to a profile says to everybody, if its person has allowed it. A profile itself is for members. */
export async function findPreview(db: Database, userId: string): Promise<ProfilePreview | null> {
  const { cityName, cityState, activities } = profiles
  const row = await readFirst(
    db,
    db
      .select({ name: people.displayName, cityName, cityState, activities })
      .from(privacySettings)
      .innerJoin(people, eq(people.id, privacySettings.userId))
      .innerJoin(profiles, eq(profiles.userId, privacySettings.userId))
      .where(
        and(eq(privacySettings.userId, userId), privacySettings.publicLinkPreview, isNotNull(people.completedAt), isNull(people.deletedAt)),
      ),
  )
  return row?.name ? { ...row, name: row.name } : null
}

export async function findProfilePicture(db: Database, id: string): Promise<PictureWords | null> {
  const preview = await findPreview(db, id)
  return preview && describeProfilePicture(preview)
}
