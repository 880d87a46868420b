import { sql } from 'drizzle-orm'
import { createOrganization } from '../../worker/organizations/commands.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'

const id = 'demo-organization'
const teamIds = ['sunset-smashers', 'riverside-rookies', 'trailhead-runners']
const askingTeamId = 'round-rock-dinks'

/** Adds an organization of three communities that agreed, and one that asks. Needs the teams and the communities. */
export async function addOrganization(db: Database, now: number): Promise<void> {
  await createOrganization(db, { now, newId: () => id }, 'demo-organizer', {
    name: 'Hill Country Play',
    description: 'Communities between Austin and San Antonio that share courts, trails and a calendar. Everyone is welcome at every game.',
  })
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO organization_teams (organization_id, team_id, organization_agreed_at, team_agreed_at)
      SELECT ${id}, value, ${now}, ${now} FROM json_each(${JSON.stringify(teamIds)})`,
    // This one waits for the answer of the organization.
    sql`INSERT OR IGNORE INTO organization_teams (organization_id, team_id, team_agreed_at) VALUES (${id}, ${askingTeamId}, ${now})`,
  ])
}
