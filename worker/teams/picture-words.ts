import type { PictureWords } from '../../domain/pictures/contract.ts'
import { describeTeamPicture } from '../../domain/teams/picture-words.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isTeam } from './actor.ts'
import { cityColumns, withCity } from './city-columns.ts'
import { teams } from './schema.ts'

const { name, activity, mainColor, secondColor, members } = teams

export async function findTeamPicture(db: Database, id: string): Promise<PictureWords | null> {
  const columns = { name, activity, mainColor, secondColor, members, ...cityColumns }
  const row = await readFirst(db, db.select(columns).from(teams).where(isTeam(id)))
  return row ? describeTeamPicture(withCity(row)) : null
}
