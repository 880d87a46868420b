import { type Attendance, attendanceGames } from '../../domain/roster/contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { selectTeamAttendance } from '../events/team-attendance.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asPerson, readFacts, selectFacts } from '../teams/actor.ts'

/** How often each member came to the last games of the team, for its owner and organizers. */
export async function readAttendance(db: Database, viewerId: string, teamId: string, now: number): Promise<Attendance> {
  const actor = asPerson(viewerId)
  const { facts, counted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    counted: selectTeamAttendance(db, teamId, { now, games: attendanceGames }),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'roster.manage')
  return {
    games: counted.rows[0]?.games ?? 0,
    people: counted.rows.filter(({ userId }) => userId !== '').map(({ userId, joined, checkedIn }) => ({ userId, joined, checkedIn })),
  }
}
