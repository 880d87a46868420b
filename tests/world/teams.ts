import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { findTeam } from '../../worker/teams/queries.ts'

const teams = [
  {
    id: 'sunset-smashers',
    ownerId: 'demo-host',
    name: 'Sunset Smashers',
    description: 'Pickleball at Northside Courts, most evenings. New partner every fifteen minutes, coffee after.',
    members: ['demo-player'],
  },
  {
    id: 'riverside-rookies',
    ownerId: 'demo-organizer',
    name: 'Riverside Rookies',
    description: 'A first team for whoever never had one. We learn the rules as we go.',
    members: ['demo-player'],
  },
]

/** The two teams whose handles are fixed. Needs the people. */
export async function addTeams(db: Database, now: number): Promise<void> {
  for (const { id, ownerId, members, ...input } of teams) {
    const clock = { now, newId: () => id }
    if (!(await findTeam(db, id))) await createTeam(db, clock, ownerId, input)
    for (const userId of members) await addMember(db, clock, asPerson(ownerId), id, userId)
  }
}
