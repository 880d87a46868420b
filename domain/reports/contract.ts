import * as v from 'valibot'
import { Id } from '../ids.ts'
import { plainText } from '../texts.ts'

/**
 * What can be reported. After you add a kind here, worker/reports/kinds.ts compiles only once it defines who may see a
 * subject of that kind.
 */
export const reportKinds = ['event', 'place', 'person'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = ['spam', 'wrong', 'unsafe', 'hateful', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const CreateReport = v.object({
  kind: v.picklist(reportKinds),
  subjectId: Id,
  reason: v.picklist(reportReasons),
  text: v.optional(plainText('A report', 1000), ''),
})
export type CreateReport = v.InferOutput<typeof CreateReport>

/** More than anybody needs in a day. It limits how much one person can store. */
export const maxReportsPerDay = 20

/** The page that shows what was reported. */
export const reportedPath: Record<ReportKind, (subjectId: string) => string> = {
  event: (id) => `/evt/${id}`,
  place: (id) => `/places/view/${id}`,
  person: (id) => `/profile/${id}`,
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
    }),
  ),
  next: v.nullable(v.string()),
})
export type ReportPage = v.InferOutput<typeof ReportPage>

export const ReportPath = v.object({ id: Id })
