import type { ClientFrame, ServerFrame } from '../../domain/messages/frames.ts'
import type { Attachment } from './attachment.ts'
import { changeText } from './change-message.ts'
import { markAsRead, showTyping } from './mark-as-read.ts'
import { MessageViews } from './message-views.ts'
import { removePreview } from './preview-link.ts'
import { react } from './react.ts'
import { refuse, refuseWith, toError } from './refusals.ts'
import type { Room } from './room.ts'
import { sendMessage } from './send-message.ts'
import { vote } from './vote.ts'
import { makeWelcome } from './welcome.ts'

/** Does what a client asks for. Returns the answer that only this client gets. */
export function handleFrame(room: Room, author: Attachment, frame: ClientFrame, now: number): ServerFrame | null {
  const { userId } = author
  switch (frame.type) {
    case 'send': {
      const result = sendMessage(room, author, frame, now)
      if ('refused' in result) return refuseWith(toError(result), frame.clientId)
      // The others have had it already, but this client has not seen that it arrived.
      return result.isRepeated
        ? { type: 'messages', messages: new MessageViews(room, [result.message]).for(userId), after: result.message.seq - 1 }
        : null
    }
    case 'edit':
    case 'delete': {
      const refusal = changeText(room, userId, frame.seq, frame.type === 'edit' ? frame.text : null, now)
      return refusal && refuse(refusal)
    }
    case 'react': {
      const refusal = react(room, author, frame, now)
      return refusal && refuse(refusal)
    }
    case 'vote': {
      const refusal = vote(room, author, frame, now)
      return refusal && refuse(refusal)
    }
    case 'remove-preview': {
      const refusal = removePreview(room, userId, frame.seq)
      return refusal && refuse(refusal)
    }
    case 'read': {
      const refusal = author.isInvited ? null : markAsRead(room, userId, frame.seq, now)
      return refusal && refuse(refusal)
    }
    case 'typing':
      if (!author.isInvited) showTyping(room, userId)
      return null
    case 'sync':
      return makeWelcome(room, userId, frame, now)
  }
}
