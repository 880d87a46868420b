import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isSignedIn } from './queries.ts'
import { pushDevices as d } from './schema.ts'

/** The person has a device that gets alerts. */
export const hasDevice = (userId: SQLWrapper): SQL => sql`EXISTS (SELECT 1 FROM ${d} WHERE ${d.userId} = ${userId} AND ${isSignedIn})`

/** A notice that a person gets on their devices. */
type PushedNotice = { jobPrefix: string; userId: string; key: string; isUrgent: boolean; isSilent: boolean }

/**
 * Puts one job for each device in the outbox, in the batch that writes the notices. Each device has its own job, so that a push service
 * that is down causes no second alert on the others. The texts are read when the job runs.
 */
export const pushToDevices = (pushed: readonly PushedNotice[], { now, isNew }: { now: number; isNew: (userId: SQL, key: SQL) => SQL }) =>
  putRowsInOutbox(
    'work',
    sql`SELECT push.value->>'jobPrefix' || '.' || ${d.id} AS id,
        json_object('kind', 'push', 'deviceId', ${d.id}, 'userId', ${d.userId}, 'noticeKey', push.value->>'key', 'testToken', NULL,
          'isUrgent', json(iif(push.value->>'isUrgent', 'true', 'false')),
          'isSilent', json(iif(push.value->>'isSilent', 'true', 'false'))) AS body
      FROM json_each(${JSON.stringify(pushed)}) push CROSS JOIN ${d} ON ${d.userId} = push.value->>'userId'
      WHERE ${isSignedIn} AND ${isNew(sql`push.value->>'userId'`, sql`push.value->>'key'`)}`,
    { now },
  )

/** The same for what people have not read in a conversation. A silent alert is never urgent. */
export const pushToDevicesOf = (
  people: readonly { userId: string; isSilent: boolean }[],
  { conversationId, jobPrefix, isUrgent, now }: { conversationId: string; jobPrefix: string; isUrgent: boolean; now: number },
) =>
  putRowsInOutbox(
    'work',
    sql`SELECT ${`${jobPrefix}.`} || ${d.id} AS id,
        json_object('kind', 'push', 'deviceId', ${d.id}, 'userId', ${d.userId}, 'noticeKey', NULL, 'testToken', NULL,
          'isUrgent', json(iif(person.value->>'isSilent', 'false', ${String(isUrgent)})),
          'isSilent', json(iif(person.value->>'isSilent', 'true', 'false')),
          'conversationId', ${conversationId}) AS body
      FROM json_each(${JSON.stringify(people)}) person CROSS JOIN ${d} ON ${d.userId} = person.value->>'userId'
      WHERE ${isSignedIn}`,
    { now },
  )
