import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { personData } from '../person-data.ts'
import { AssertionFailed, mustHold, runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { accountData } from './person-data.ts'
import { shownName } from './shown-name.ts'

/**
 * Ends an account for good, in one batch: all of it or nothing. What others still need stays without a name. The receipt
 * goes to the address that is erased right after.
 */
export async function deleteAccount({ db, now, newId, platform }: AccountContext, userId: string): Promise<void> {
  const others = personData.filter((data) => data !== accountData)
  const files = personData.flatMap((data) => (data.files ? [data.files(userId)] : []))
  const workedOut = await Promise.all(others.flatMap((data) => (data.read ? [data.read(db, userId)] : [])))
  const receipt = sql`
    SELECT ${newId()} AS id, json_object('to', u.email, 'platform', ${platform}, 'template', json_object('name', 'account-deleted',
      'data', json_object('username', ${shownName('u')}))) AS body
    FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`
  const objects = sql`SELECT ${newId()} AS id, json_object('kind', 'forget-objects', 'userId', id) AS body
    FROM users WHERE id = ${userId} AND deleted_at IS NULL`
  await runBatch(db, {
    free: mustHold('nothing-holds', sql`NOT (${holds(userId)})`),
    files: files.map((keys) =>
      putRowsInOutbox(
        'work',
        sql`SELECT ${newId()} AS id, json_object('kind', 'erase-files', 'keys', json_group_array(key)) AS body FROM (${keys}) HAVING count(*) > 0`,
        { now },
      ),
    ),
    workedOut: workedOut.flat(),
    erased: others.flatMap((data) => data.erase(userId, now)),
    objects: putRowsInOutbox('work', objects, { now }),
    receipt: putRowsInOutbox('mail', receipt, { now }),
    account: accountData.erase(userId, now),
  }).catch((error: unknown) => {
    throw error instanceof AssertionFailed ? new AppError('StillInTeams') : error
  })
}

const holds = (userId: string) =>
  sql.join(
    personData.flatMap((data) => (data.holds ? [data.holds(userId)] : [])),
    sql` OR `,
  )
