import { sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { PrivacySwitches } from '../../domain/privacy/contract.ts'

/** For the batch that sets a profile up: what the person leaves on is stored. */
export const storeSwitches = (userId: string, switches: PrivacySwitches, now: number, when: ReturnType<typeof sql>) => sql`
  INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
  SELECT ${userId}, ${Number(switches.messagesFromAnyone)}, ${Number(switches.publicBadges)}, ${Number(switches.publicOnlineStatus)},
    ${Number(switches.publicUpcomingGames)}, ${now} WHERE ${when} ON CONFLICT (user_id) DO NOTHING`

/** Who blocked an address before it had an account has blocked its owner from now on. */
export const claimWaitingBlocks = ({ id, email }: { id: string; email: string }) => sql`
  UPDATE OR IGNORE blocks SET blocked_id = ${id}
  WHERE email_key = ${canonicalAddress(email)} AND blocked_id IS NULL AND blocker_id <> ${id}`
