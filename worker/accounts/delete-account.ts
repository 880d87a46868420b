import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { eraseRows, putRowsInOutbox } from '../jobs/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { personData } from '../person-data.ts'
import { AssertionFailed, mustHold, runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { accountData } from './person-data.ts'
import { people } from './shared.ts'

/**
 * Deletes an account for good, in one batch: everything or nothing. Records that other people still need stay without the
 * name. The confirmation email is queued before the batch erases the address.
 */
export async function deleteAccount({ db, now, newId, platform }: AccountContext, userId: string): Promise<void> {
  const others = personData.filter((data) => data !== accountData)
  const holds = personData.flatMap((data) => (data.blocksDeletion ? [data.blocksDeletion] : []))
  const files = personData.flatMap((data) => (data.files ? [data.files(userId)] : []))
  const preparedStatements = await Promise.all(others.flatMap((data) => (data.prepareErase ? [data.prepareErase(db, userId)] : [])))
  const objects = sql`SELECT ${newId()} AS id, json_object('kind', 'forget-objects', 'userId', ${people.id}) AS body
    FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NULL`
  await runBatch(db, {
    canBeDeleted: holds.map(({ error, when }) => mustHold(error, sql`NOT (${when(userId, now)})`)),
    files: files.map((keys) => eraseRows(newId(), keys, { now })),
    prepared: preparedStatements.flat(),
    erased: others.flatMap((data) => data.erase(userId, now)),
    objects: putRowsInOutbox('work', objects, { now }),
    receipt: mailPerson(eq(people.id, userId), { id: newId(), platform, template: { name: 'account-deleted', data: {} } }, { now }),
    account: accountData.erase(userId, now),
  }).catch((error: unknown) => {
    const hold = error instanceof AssertionFailed ? holds.find((one) => one.error === error.assertion) : undefined
    throw hold ? new AppError(hold.error) : error
  })
}
