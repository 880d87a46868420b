import { AppError } from '../../domain/errors.ts'
import { type CreateReport, parseReportedMessageId, type ReportKind } from '../../domain/reports/contract.ts'
import { requireVisible } from '../events/acting.ts'
import { admit } from '../messages/admit.ts'
import { findStoredPlace, placeNotFound } from '../places/queries.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { getPrimary } from '../platform/from-request.ts'
import { requireReach } from '../privacy/reach.ts'

export type ReportedMessage = { authorId: string; text: string }

/** For each kind: throws unless the viewer may see the subject, because people may only report what they can see. */
const requireReportable: Record<Exclude<ReportKind, 'message'>, (db: Database, viewerId: string, subjectId: string) => Promise<unknown>> = {
  event: requireVisible,
  person: (db, viewerId, subjectId) => requireReach(db, viewerId, subjectId, 'profile'),
  place: async (db, _, subjectId) => {
    if (!(await findStoredPlace(db, subjectId))) throw placeNotFound()
  },
}

/** Checks that the viewer may report this. Returns the message with its words, if it is one. */
export async function findReported(c: AppContext, viewerId: string, { kind, subjectId }: CreateReport): Promise<ReportedMessage | null> {
  if (kind !== 'message') {
    await requireReportable[kind](getPrimary(c), viewerId, subjectId)
    return null
  }
  const { conversationId, seq } = parseReportedMessageId(subjectId)
  const admission = await admit(c, conversationId)
  const message = await c.env.CONVERSATION.getByName(conversationId).find(admission, seq)
  if (!message || message.text === null || message.authorId === viewerId) throw new AppError('NotFound')
  // Who handles reports is not in the conversation, and at least reads what the files are called.
  const names = message.files?.map(({ name, description }) => (description === null ? name : `${name}: ${description}`)) ?? []
  return { authorId: message.authorId, text: [message.text, ...message.answers, ...names].filter(Boolean).join('\n') }
}
