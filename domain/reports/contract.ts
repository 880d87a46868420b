import * as v from 'valibot'
import { Id } from '../ids.ts'
import { plainText } from '../texts.ts'

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
