import * as v from 'valibot'
import { Id } from '../ids.ts'
import { conversationKinds } from '../messages/kinds.ts'
import { plainText } from '../texts.ts'

/**
 * What can be reported. After you add a kind here, worker/reports/kinds.ts compiles only once it defines who may see a
 * subject of that kind.
 */
export const reportKinds = ['event', 'place', 'person', 'message'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = ['spam', 'wrong', 'unsafe', 'hateful', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** The conversation and the number of a message in it. */
export const reportedMessageId = (conversationId: string, seq: number) => `${conversationId}/${seq}`
const ReportedMessageId = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:${conversationKinds.join('|')})_[\\w-]{1,64}/[1-9]\\d{0,14}$`), 'This is not a valid id of a message.'),
)

/** The parts of a valid id of a message. */
export function parseReportedMessageId(subjectId: string): { conversationId: string; seq: number } {
  const [conversationId = '', seq] = subjectId.split('/')
  return { conversationId, seq: Number(seq) }
}

export const ReportText = plainText('A report', 1000)
const words = { reason: v.picklist(reportReasons), text: v.optional(ReportText, '') }

export const CreateReport = v.variant('kind', [
  v.object({ kind: v.picklist(['event', 'place', 'person']), subjectId: Id, ...words }),
  v.object({ kind: v.literal('message'), subjectId: ReportedMessageId, ...words }),
])
export type CreateReport = v.InferOutput<typeof CreateReport>

/** More than anybody needs in a day. It limits how much one person can store. */
export const maxReportsPerDay = 20

/** The page that shows what was reported. */
export const reportedPath: Record<ReportKind, (subjectId: string) => string> = {
  event: (id) => `/evt/${id}`,
  place: (id) => `/places/view/${id}`,
  person: (id) => `/profile/${id}`,
  message: (id) => {
    const { conversationId, seq } = parseReportedMessageId(id)
    return `/messages/${conversationId}?message=${seq}`
  },
}

/** Reports for operators, admins and moderators. */
export const ReportPage = v.object({
  reports: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(reportKinds),
      subjectId: v.string(),
      reporterId: v.nullable(v.string()),
      reason: v.picklist(reportReasons),
      text: v.string(),
      createdAt: v.number(),
      /** The reported message as it stood, because its author can change it. Null for other kinds. */
      message: v.nullable(v.object({ authorId: v.string(), authorName: v.nullable(v.string()), text: v.string() })),
    }),
  ),
  next: v.nullable(v.string()),
})
export type ReportPage = v.InferOutput<typeof ReportPage>

export const ReportPath = v.object({ id: Id })
