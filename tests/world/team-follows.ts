import type { Database } from '../../worker/platform/database.ts'
import { followTeam } from '../../worker/team-follows/commands.ts'
import { crowdIds } from './crowd.ts'

/** How many people of the crowd follow Sunset Smashers. Members among them are left out. */
const fans = 40

/** The demo player follows two communities, and people of the crowd follow Sunset Smashers. Needs the smashers and the communities. */
export async function addTeamFollows(db: Database, now: number): Promise<void> {
  for (const teamId of ['trailhead-runners', 'lakeside-sevens']) await followTeam(db, now, 'demo-player', teamId)
  for (const userId of crowdIds.slice(0, fans)) await followTeam(db, now, userId, 'sunset-smashers')
}
