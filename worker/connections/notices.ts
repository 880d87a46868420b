import { and, eq } from 'drizzle-orm'
import { connectedNotice, connectionRequestedNotice, followedNotice } from '../../domain/connections/notices.ts'
import { selectName } from '../accounts/select-name.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectConnectionRow } from './queries.ts'
import { follows } from './schema.ts'

type Pair = { actorId: string; personId: string }

/** The actor's name, and their connection and the note of a request now. */
async function readPair(db: Database, pair: Pair) {
  const { actor, connection } = await runBatch(db, {
    actor: selectName(db, pair.actorId),
    connection: selectConnectionRow(pair.actorId, pair.personId),
  })
  return { actorName: actor.rows[0]?.name ?? null, state: connection.rows[0]?.state, note: connection.rows[0]?.note ?? '' }
}

export const connectionNotices: Renderers<'followed' | 'connection-requested' | 'connected'> = {
  followed: async ({ actorId, personId }, { db }) => {
    const { actor, follow } = await runBatch(db, {
      actor: selectName(db, actorId),
      follow: db
        .select({ since: follows.createdAt })
        .from(follows)
        .where(and(eq(follows.followerId, actorId), eq(follows.followedId, personId))),
    })
    const actorName = actor.rows[0]?.name
    if (!actorName || follow.rows.length === 0) return noDeliveries
    return notifyOne(followedNotice({ actorId, actorName, personId }), personId)
  },
  'connection-requested': async (pair, { db }) => {
    const { actorName, state, note } = await readPair(db, pair)
    if (!actorName || state !== 'sent') return noDeliveries
    return notifyOne(connectionRequestedNotice({ ...pair, actorName, note }), pair.personId)
  },
  connected: async (pair, { db }) => {
    const { actorName, state } = await readPair(db, pair)
    if (!actorName || state !== 'connected') return noDeliveries
    return notifyOne(connectedNotice({ ...pair, actorName }), pair.personId)
  },
}
