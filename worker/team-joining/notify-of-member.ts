import { sql } from 'drizzle-orm'
import type { PlatformId } from '../../domain/platforms.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Clock } from '../platform/from-request.ts'

type Context = Clock & { platform?: PlatformId | undefined }

/**
 * Notifies the organizers of a person who joined, except the organizer who accepted them. Put it directly after a statement that
 * changes a row only if the person is new.
 */
export const notifyOfMember = ({ now, newId, platform }: Context, teamId: string, userId: string, acceptedBy?: string) =>
  notifyOf(
    { kind: 'team-joined', teamId, actorId: userId, at: now, ...(acceptedBy && { acceptedBy }) },
    { id: newId(), now, platform },
    sql`changes() > 0`,
  )
