import { sql } from 'drizzle-orm'
import { coHostInviteDuration } from '../../domain/events/rules.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'
import { demoCoHostToken } from './demo-co-host-token.ts'

/** The link by which the demo host looks for co-hosts of a game. */
export async function addCoHostLink(db: Database, now: number): Promise<void> {
  await runStatements(db, [
    sql`INSERT OR REPLACE INTO co_host_links (event_id, inviter_id, token_hash, is_for_series, uses, max_uses, created_at, expires_at)
      SELECT id, creator_id, ${await hashSecret(demoCoHostToken)}, 0, 0, 5, ${now}, min(starts_at, ${now + coHostInviteDuration})
      FROM events WHERE id = 'demo-full-house'`,
  ])
}
