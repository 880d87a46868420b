import type { OpenConversation } from '../../domain/messages/contract.ts'
import { dana } from './people-examples.ts'

/** A conversation with Dana in which nobody has written yet. */
export const withDana: OpenConversation = {
  ...{ id: 'direct_dana', kind: 'direct', name: dana.name, photo: null, person: dana, team: null, event: null },
  ...{ blocked: false, mutedUntil: null, isRequest: false, last: null, unread: 0, mentionedSeq: null },
  ...{ mayWrite: true, mayModerate: false, mayPin: false, nextGameId: null, participants: [dana.id] },
}
