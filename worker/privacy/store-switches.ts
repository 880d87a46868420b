import { type SQL, sql } from 'drizzle-orm'
import type { PrivacySwitches } from '../../domain/privacy/contract.ts'

/** For the batch that sets a profile up: what the person leaves on is stored. */
export const storeSwitches = (userId: string, switches: PrivacySwitches, now: number, when: SQL) => sql`
  INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
  SELECT ${userId}, ${Number(switches.messagesFromAnyone)}, ${Number(switches.publicBadges)}, ${Number(switches.publicOnlineStatus)},
    ${Number(switches.publicUpcomingGames)}, ${now} WHERE ${when} ON CONFLICT (user_id) DO NOTHING`
