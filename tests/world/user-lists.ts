import type { Database } from '../../worker/platform/database.ts'
import { addToUserList, createUserList } from '../../worker/user-lists/commands.ts'

/** Adds a list of the demo player, with one person who has an account and one email address. The people must exist first. */
export async function addUserLists(db: Database, now: number): Promise<void> {
  const list = await createUserList(db, { now, newId: () => 'tuesday-doubles' }, 'demo-player', {
    name: 'Tuesday doubles',
    idempotencyKey: 'tuesday-doubles',
  })
  await addToUserList(db, { now, newId: () => 'tuesday-doubles-1' }, 'demo-player', list, { userId: 'demo-host' })
  await addToUserList(db, { now: now + 1, newId: () => 'tuesday-doubles-2' }, 'demo-player', list, { email: 'sam.okafor@example.com' })
}
