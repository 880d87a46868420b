import { DurableObject } from 'cloudflare:workers'
import { changeText } from '../../durable-objects/conversation/change-message.ts'
import { migrate } from '../../durable-objects/conversation/migrations.ts'
import { Room } from '../../durable-objects/conversation/room.ts'
import { sendMessage } from '../../durable-objects/conversation/send-message.ts'

type TalkEnv = { CONVERSATION: DurableObjectNamespace<Conversation> }

/** What a test asks of the conversation. Messages have the numbers 1, 2, 3 … */
export type Talk = { say: string[] } | { edit: number; text: string } | { find: string }

/** Each message has an author of its own, because nobody may send so many at once. */
const authorOf = (seq: number) => `author-${seq}`
const makeSender = (seq: number) => ({ userId: authorOf(seq), mayWrite: true, mayModerate: false, isInvited: false })

/** Keeps a conversation with the product's code, without its other parts. */
export class Conversation extends DurableObject<TalkEnv> {
  async talk(asked: Talk): Promise<string[]> {
    migrate(this.ctx.storage)
    const room = new Room(this.ctx, { ownHosts: new Set(), sandbox: null })
    if ('find' in asked) {
      const { seqs } = room.search.find(asked.find, Number.MAX_SAFE_INTEGER, new Set())
      return room.log.listBySeqs(seqs).map(({ text }) => text ?? '')
    }
    const first = room.log.lastSeq() + 1
    const say = (text: string, seq: number) => sendMessage(room, makeSender(seq), { clientId: `message-${seq}`, text, replyTo: null }, 1)
    const results =
      'say' in asked
        ? asked.say.map((text, index) => say(text, first + index))
        : [changeText(room, authorOf(asked.edit), asked.edit, asked.text, 2)]
    await this.ctx.storage.deleteAlarm()
    return results.flatMap((result) => (typeof result === 'string' ? result : result && 'refused' in result ? result.refused : []))
  }
}

export default {
  fetch: async (request, { CONVERSATION }) => Response.json(await CONVERSATION.getByName('talk').talk(await request.json<Talk>())),
} satisfies ExportedHandler<TalkEnv>
