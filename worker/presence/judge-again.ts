import { type SQL, sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { Env } from '../env.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { openPrimary } from '../platform/database.ts'
import { readSharesOnline } from '../privacy/reach.ts'

/** Jobs whose id starts with this run before their request is answered. */
export const judgePrefix = 'judge-presence:'

const putJudging = (rows: SQL, now: number): MessageInsert =>
  putRowsInOutbox(
    'work',
    sql`SELECT ${judgePrefix} || lower(hex(randomblob(16))) AS id,
      json_object('kind', 'judge-presence', 'userId', userId, 'watcherIds', json(watcherIds)) AS body FROM (${rows})`,
    { now },
  )

/** For the batch in which a person changes who sees that they are online. */
export const judgeAllAgain = (userId: string, now: number): MessageInsert =>
  putJudging(sql`SELECT ${userId} AS userId, 'null' AS watcherIds`, now)

/** For the batch in which blocks are made or lifted. `pairs` selects `blockerId` and `blockedId`. */
export const judgePairsAgain = (pairs: SQL, now: number): MessageInsert =>
  putJudging(sql`SELECT blockerId AS userId, json_array(blockedId) AS watcherIds FROM (${pairs})`, now)

/** A block counts in both directions, and in conversations it closes their sockets. It may run twice. */
export async function judgePresence({ userId, watcherIds }: WorkOf<'judge-presence'>, { env }: { env: Env }): Promise<void> {
  const presence = env.PRESENCE.getByName(userId)
  await presence.judgeWatchers(userId, watcherIds)
  if (watcherIds === null) await presence.tellConversations(userId, await readSharesOnline(openPrimary(env.DB), userId))
  await Promise.all((watcherIds ?? []).map((id) => env.PRESENCE.getByName(id).judgeWatchers(id, [userId])))
}
