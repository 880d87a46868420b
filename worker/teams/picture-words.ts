import type { SQLWrapper } from 'drizzle-orm'
import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describeTeamPicture } from '../../domain/teams/picture-words.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isTeam } from './actor.ts'
import { cityColumns, withCity } from './city-columns.ts'
import { teams } from './schema.ts'

const { name, activity, mainColor, secondColor, members } = teams

/** What the picture of a community says. The id can be a query. */
export const selectTeamPicture = (db: Database, id: SQLWrapper | string) =>
  db
    .select({ name, activity, mainColor, secondColor, members, ...cityColumns })
    .from(teams)
    .where(isTeam(id))

type Row = Awaited<ReturnType<typeof selectTeamPicture>>[number]
export const toTeamPicture = (row: Row): PictureWords => describeTeamPicture(withCity(row))

export async function findTeamPicture(db: Database, id: string): Promise<PictureWords | null> {
  const row = await readFirst(db, selectTeamPicture(db, id))
  return row ? toTeamPicture(row) : null
}
