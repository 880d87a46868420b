import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { teamDrafts as drafts } from './schema.ts'

export const teamDraftData: PersonData = {
  feature: 'team-drafts',
  tables: { team_drafts: ['user_id'] },
  files: (userId) => sql`SELECT 'photos/' || ${drafts.photoKey} || '/' AS key FROM ${drafts}
    WHERE ${drafts.userId} = ${userId} AND ${drafts.photoKey} IS NOT NULL`,
  erase: (userId) => [sql`DELETE FROM ${drafts} WHERE ${drafts.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      'community-draft': selectAs(
        {
          page: drafts.step,
          activity: drafts.activity,
          name: drafts.name,
          description: drafts.description,
          city: drafts.cityName,
          state: drafts.cityState,
          mainColor: drafts.mainColor,
          secondColor: drafts.secondColor,
          joinMode: drafts.joinMode,
          topicsJson: drafts.topics,
          createdAt: drafts.createdAt,
          activeAt: drafts.activeAt,
          remindedAt: drafts.remindedAt,
        },
        sql`FROM ${drafts} WHERE ${drafts.userId} = ${userId}`,
      ),
    }),
}
