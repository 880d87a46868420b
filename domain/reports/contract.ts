import * as v from 'valibot'
import { Id } from '../ids.ts'
import { plainText } from '../texts.ts'

/** What can be reported. A new kind is a word here; worker/reports/kinds.ts then does not compile before it says who may see one. */
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

/** More than anybody meets in a day, and a bound on what one person can fill. */
export const reportsADay = 20

/** As an operator reads it. */
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
