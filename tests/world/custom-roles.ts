import { sql } from 'drizzle-orm'
import { allowsCustomRoles } from '../../worker/payments/team-entitlement.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asNumber, select } from '../../worker/platform/row-query.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { createCustomRole } from '../../worker/teams/change-custom-roles.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { runStatements } from '../setup/run-statements.ts'

const teamId = 'round-rock-dinks'
const ownerId = 'demo-host'
const memberId = 'demo-organizer'

/** A role that `demo-host` has made and given to `demo-organizer`. Needs the plans: without the sandbox, nobody has Pro. */
export async function addCustomRoles(db: Database, now: number): Promise<void> {
  const plan = select(
    { teams: asNumber },
    sql`SELECT count(*) AS teams FROM teams WHERE id = ${teamId} AND ${allowsCustomRoles(sql`plan`)}`,
  )
  if ((await readFirst(db, plan))?.teams !== 1) return
  await addMember(db, { now, newId: () => memberId }, asPerson(ownerId), teamId, memberId)
  const { id } = await createCustomRole(db, { now, newId: () => 'demo-role-created' }, asPerson(ownerId), teamId, {
    ...{ name: 'Match secretary', rights: ['results.enter', 'announce'], idempotencyKey: 'demo-role' },
  })
  // By the command, the person would be notified.
  await runStatements(db, [
    sql`UPDATE team_members SET custom_role_id = ${id}, rights = (SELECT rights FROM team_roles WHERE id = ${id})
      WHERE team_id = ${teamId} AND user_id = ${memberId} AND role = 'member'`,
  ])
}
