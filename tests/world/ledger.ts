import { tellOfNews } from '../../worker/ledger/queue-syncs.ts'
import { syncLedger } from '../../worker/ledger/sync-ledger.ts'
import { findAccountOf } from '../../worker/payments/payout-accounts.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { openSandbox } from './sandbox.ts'

/** The books of `demo-host`, as Stripe has them. Comes after everything that is sold. */
export async function addLedger(db: Database): Promise<void> {
  const sandbox = await openSandbox(db)
  const account = await findAccountOf(db, 'demo-host')
  if (!sandbox || !account) return
  const now = Date.now()
  await runBatch(db, { known: tellOfNews(account.stripeId, now) })
  await runBatch(db, { read: await syncLedger(sandbox.openAt(now), { kind: 'sync-ledger', accountId: account.stripeId }) })
}
