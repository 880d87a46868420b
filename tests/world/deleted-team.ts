import { sql } from 'drizzle-orm'
import { day } from '../../domain/time/spans.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { runStatements } from '../setup/run-statements.ts'

const id = 'midnight-mixers'
const ownerId = 'demo-player'
const members = ['demo-host', 'demo-organizer']

/** A community that the player deleted four days ago and can still bring back. Needs the people. */
export async function addDeletedTeam(db: Database, now: number): Promise<void> {
  const [found] = await runStatements(db, [sql`SELECT 1 FROM teams WHERE id = ${id}`])
  if (found && found.results.length > 0) return
  const description = 'Doubles after dark with whoever is still awake. We meet less often now.'
  await createTeam(db, { now: now - 60 * day, newId: () => id }, ownerId, { name: 'Midnight Mixers', description, activity: 'pickleball' })
  for (const member of members) await addMember(db, { now: now - 50 * day, newId: () => `${id}-${member}` }, asPerson(ownerId), id, member)
  await deleteTeam(db, { now: now - 4 * day, newId: () => `${id}-deleted`, platform: 'gth' }, asPerson(ownerId), id, 'Midnight Mixers')
}
