import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { putInOutboxFrom } from '../jobs/commands.ts'
import { personData } from '../person-data.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { accountData } from './person-data.ts'
import { shownName } from './shown-name.ts'

/**
 * Ends an account for good, in one batch: all of it or nothing. What others still need stays without a name. The receipt
 * goes to the address that is erased right after. Answers the jobs that wait in the outbox.
 */
export async function deleteAccount({ db, now, newId, platform }: AccountContext, userId: string): Promise<string[]> {
  const others = personData.filter((data) => data !== accountData)
  const jobs: string[] = []
  const name = () => {
    const id = newId()
    jobs.push(id)
    return id
  }
  const files = personData.flatMap((data) => (data.files ? [data.files(userId)] : []))
  const workedOut = await Promise.all(others.flatMap((data) => (data.read ? [data.read(db, userId)] : [])))
  const receipt = sql`
    SELECT json_object('to', u.email, 'platform', ${platform}, 'template', json_object('name', 'account-deleted',
      'data', json_object('username', ${shownName('u')}))) AS body
    FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`
  await runBatch(db, [
    // D1 cannot ask first and stop: this breaks the whole batch while something of theirs must end before.
    sql`UPDATE users SET email = NULL WHERE id = ${userId} AND (${holds(userId)})`,
    ...files.map((keys) =>
      putInOutboxFrom(
        sql`SELECT json_object('kind', 'erase-files', 'keys', json_group_array(key)) AS body FROM (${keys}) HAVING count(*) > 0`,
        { id: name(), queue: 'work', now },
      ),
    ),
    ...workedOut.flat(),
    ...others.flatMap((data) => data.erase(userId, now)),
    putInOutboxFrom(receipt, { id: name(), queue: 'mail', now }),
    ...accountData.erase(userId, now),
  ]).catch((error: unknown) => {
    throw error instanceof Error && error.message.includes('NOT NULL constraint failed: users.email') ? new AppError('StillInTeams') : error
  })
  return jobs
}

const holds = (userId: string) =>
  sql.join(
    personData.flatMap((data) => (data.holds ? [data.holds(userId)] : [])),
    sql` OR `,
  )
