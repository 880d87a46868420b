import { and, eq } from 'drizzle-orm'
import { endorsedNotice } from '../../domain/endorsements/notices.ts'
import { selectName } from '../accounts/select-name.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { endorsements } from './schema.ts'

export const endorsementNotices: Renderers<'endorsed'> = {
  endorsed: async ({ actorId, personId, endorsement }, { db }) => {
    const { actor, given } = await runBatch(db, {
      actor: selectName(db, actorId),
      given: db
        .select({ at: endorsements.createdAt })
        .from(endorsements)
        .where(and(eq(endorsements.toId, personId), eq(endorsements.fromId, actorId), eq(endorsements.kind, endorsement))),
    })
    const actorName = actor.rows[0]?.name
    if (!actorName || given.rows.length === 0) return noDeliveries
    return notifyOne(endorsedNotice({ actorId, actorName, personId, endorsement }), personId)
  },
}
