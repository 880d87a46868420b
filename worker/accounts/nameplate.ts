import { sql } from 'drizzle-orm'

/** For the batch that sets a profile up or changes it: the name that stands everywhere, and that the profile is complete. */
export const setNameplate = (
  userId: string,
  { displayName, now }: { displayName: string; now: number },
  when: ReturnType<typeof sql>,
) => sql`
  UPDATE users SET display_name = ${displayName}, completed_at = coalesce(completed_at, ${now}), updated_at = ${now}
  WHERE id = ${userId} AND deleted_at IS NULL AND ${when}`
