import { and, eq, sql } from 'drizzle-orm'
import { rolesThatCan } from '../../domain/access/can.ts'
import { formSentNotice, submissionDecidedNotice } from '../../domain/forms/notices.ts'
import { maxNotifiedAtOnce, noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { forms, submissions } from './schema.ts'

const selectSubmission = (submissionId: string) =>
  selectFields(
    {
      ...{ submissionId: submissions.id, formId: submissions.formId, state: submissions.state, userId: submissions.userId },
      ...{ teamId: forms.teamId, title: forms.title, team: communities.name },
    },
    sql`FROM ${submissions} JOIN ${forms} ON ${forms.id} = ${submissions.formId}
      JOIN ${communities} ON ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL WHERE ${submissions.id} = ${submissionId}`,
  )

const selectOrganizers = (db: Database, submissionId: string) =>
  db
    .select({ id: communityMembers.userId })
    .from(submissions)
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .innerJoin(
      communityMembers,
      and(eq(communityMembers.teamId, forms.teamId), inList(communityMembers.role, rolesThatCan('forms.manage'))),
    )
    .where(and(eq(submissions.id, submissionId), sql`${communityMembers.userId} IS NOT ${submissions.userId}`))
    .limit(maxNotifiedAtOnce)

export const formNotices: Renderers<'form-sent' | 'submission-decided'> = {
  'form-sent': async ({ submissionId }, { db }) => {
    const { found, organizers } = await runBatch(db, {
      found: selectSubmission(submissionId),
      organizers: selectOrganizers(db, submissionId),
    })
    const [sent] = found.rows
    if (!sent || sent.state === 'withdrawn') return noDeliveries
    return { deliveries: [{ ...formSentNotice({ ...sent, isAsked: sent.state === 'asked' }), to: organizers.rows.map(({ id }) => id) }] }
  },
  'submission-decided': async ({ submissionId, ...decided }, { db }) => {
    const sent = await readFirst(db, selectSubmission(submissionId))
    return sent && sent.userId !== null ? notifyOne(submissionDecidedNotice(sent, decided), sent.userId) : noDeliveries
  },
}
