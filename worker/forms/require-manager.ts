import { and, eq, type SQL } from 'drizzle-orm'
import { submissionNotFound } from '../../domain/forms/access.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { canAny, judgeRight } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { submissions } from './schema.ts'

/**
 * Throws unless the person manages the money of the community of this form. Whoever is not in it does not find out that there is one. The
 * condition belongs in each statement, because the right may end meanwhile.
 */
export async function requireManager(
  db: Database,
  actor: Actor,
  { formId, submissionId }: { formId: string; submissionId: string },
): Promise<{ teamId: string; isAllowed: SQL }> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.id, submissionId), eq(submissions.formId, formId))),
  })
  const roles = facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : []
  if (!canAny(roles, 'team.view')) throw formNotFound()
  const refusal = judgeRight(roles, 'billing.manage')
  if (refusal) throw refusal
  if (found.rows.length === 0) throw submissionNotFound()
  return { teamId, isAllowed: canAct(actor, teamId, 'billing.manage') }
}
