import { sql } from 'drizzle-orm'
import type { ConversationSummary } from '../../domain/messages/summary.ts'
import type { Alert } from '../../durable-objects/conversation/alerts.ts'
import { ConversationObject } from '../../durable-objects/conversation/conversation.ts'
import type { DueLink } from '../../durable-objects/conversation/link-previews.ts'
import { isOpen } from '../../durable-objects/conversation/sockets.ts'
import { openPrimary } from '../platform/database.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { tellOnline, tellUnread } from '../presence/tell-online.ts'
import { queuePreviews } from './preview-link.ts'
import { saveSummary } from './save-summary.ts'
import { selectMembers } from './select-members.ts'
import { queueAlert } from './send-alert.ts'
import { Teller } from './teller.ts'

/** The Durable Object of a conversation, which writes to the database what lists show of it. */
export class Conversation extends ConversationObject {
  #teller: Teller | undefined

  protected override async saveSummary(summary: ConversationSummary): Promise<string[]> {
    const goneIds = await saveSummary(openPrimary(this.env.DB), summary)
    if (summary.written.length > 0) {
      this.#teller ??= new Teller(() => this.#tellElsewhere(summary.conversationId))
      await this.#teller.tellSoon(Date.now())
    }
    return goneIds
  }

  /** The devices ask by themselves too, so a failure must not undo the summary. */
  protected override async tellReaders(userIds: readonly string[]): Promise<void> {
    await tellUnread(this.env, userIds, 'messages').catch((error: unknown) => logLine('warn', 'reading-not-told', getErrorFields(error)))
  }

  protected override sendAlert(alert: Alert): Promise<void> {
    return queueAlert(this.env, alert)
  }

  protected override loadPages(conversationId: string, links: readonly DueLink[]): Promise<void> {
    return queuePreviews(this.env, conversationId, links)
  }

  /** Whoever has the conversation open knows it already. */
  #tellElsewhere(conversationId: string): Promise<number> {
    const here = this.ctx
      .getWebSockets()
      .filter(isOpen)
      .flatMap((socket) => this.ctx.getTags(socket).slice(0, 1))
    const elsewhere = sql`SELECT userId FROM (${selectMembers(conversationId)}) WHERE userId NOT IN (SELECT value FROM json_each(${JSON.stringify(here)}))`
    return tellOnline(openPrimary(this.env.DB), this.env, elsewhere, { about: 'messages' })
  }
}
