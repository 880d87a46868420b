import { DurableObject } from 'cloudflare:workers'
import type { ConversationSummary } from '../../domain/messages/summary.ts'
import type { SiteRules } from '../../domain/other-sites/judge-url.ts'
import { migrate } from '../../durable-objects/conversation/migrations.ts'
import { Room } from '../../durable-objects/conversation/room.ts'
import { sendMessage } from '../../durable-objects/conversation/send-message.ts'
import type { PastMessage } from './past-talk.ts'

export type PastConversation = { id: string; days: PastMessage[][] }

/** Nobody links to another site in the past. */
const noSites: SiteRules = { ownHosts: new Set(), sandbox: null }

type WorldEnv = { CONVERSATION: DurableObjectNamespace<Conversation> }

/** Has the storage of the product's object with this name. */
export class Conversation extends DurableObject<WorldEnv> {
  /** People send their messages to the room of the product. Only its clock is that of the past. */
  async talk({ id, days }: PastConversation): Promise<ConversationSummary> {
    migrate(this.ctx.storage)
    const marks = new Map<string, number>()
    const written = new Map<string, number[]>()
    for (const [place, messages] of days.entries()) {
      // A new day is a new start of the object, whose limits only look at the last seconds.
      const room = new Room(this.ctx, noSites)
      for (const [index, { authorId: userId, text, at }] of messages.entries()) {
        const sender = { userId, mayWrite: true, mayModerate: false, isInvited: false }
        const sent = sendMessage(room, sender, { clientId: `demo-past-${place}-${index}`, text, replyTo: null }, at)
        if ('refused' in sent) throw new Error(`${userId} could not write: ${sent.refused}`)
      }
      const summary = room.summary.make(id)
      room.summary.setSaved(summary)
      for (const [userId, seq] of summary.marks) marks.set(userId, seq)
      for (const [userId, seqs] of summary.written) written.set(userId, [...(written.get(userId) ?? []), ...seqs])
    }
    await this.ctx.storage.deleteAlarm()
    return { ...new Room(this.ctx, noSites).summary.make(id), marks: [...marks], written: [...written] }
  }
}

export default {
  async fetch(request, { CONVERSATION }) {
    const conversation = await request.json<PastConversation>()
    return Response.json(await CONVERSATION.getByName(conversation.id).talk(conversation))
  },
} satisfies ExportedHandler<WorldEnv>
