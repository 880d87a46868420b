import type { News } from '../../domain/presence/frames.ts'
import { PresenceObject } from '../../durable-objects/presence/presence.ts'
import type { OnlineJudgement } from '../../durable-objects/presence/watching.ts'
import { countUnreadConversations } from '../messages/queries.ts'
import { countUnread } from '../notifications/queries.ts'
import { readClockOffset } from '../platform/clock.ts'
import { openPrimary } from '../platform/database.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { judgeOnline } from '../privacy/reach.ts'
import { saveOnline, saveShown } from './register.ts'

/** The Durable Object of a person's presence, which asks the database whose presence they may see. */
export class Presence extends PresenceObject {
  protected override judgeOnline(viewerId: string, userIds: readonly string[]): Promise<OnlineJudgement> {
    return judgeOnline(openPrimary(this.env.DB), viewerId, userIds)
  }

  protected override async countUnread(userId: string, about: 'messages' | 'notices'): Promise<News> {
    const db = openPrimary(this.env.DB)
    if (about === 'notices') return { about, unread: { unread: await countUnread(db, userId) } }
    const now = Date.now() + (await readClockOffset(this.env))
    return { about, unread: await countUnreadConversations(db, userId, now) }
  }

  /** Without it the person asks for news each minute, so a failure must not close their socket. */
  protected override async saveOnline(userId: string, isOnline: boolean): Promise<void> {
    const now = Date.now() + (await readClockOffset(this.env))
    await saveOnline(openPrimary(this.env.DB), now, userId, isOnline).catch(logFailure)
  }

  protected override async saveShown(userId: string, change: { shown?: string; hidden?: string }): Promise<void> {
    await saveShown(openPrimary(this.env.DB), userId, change).catch(logFailure)
  }
}

const logFailure = (error: unknown) => logLine('warn', 'online-not-saved', getErrorFields(error))
