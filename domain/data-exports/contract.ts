import * as v from 'valibot'
import { day } from '../time/spans.ts'

export const exportStates = ['waiting', 'working', 'ready', 'failed'] as const

/** A ready export can be fetched for seven days. */
export const exportKeptFor = 7 * day

export const DataExport = v.object({
  id: v.string(),
  state: v.picklist(exportStates),
  done: v.number(),
  total: v.number(),
  size: v.nullable(v.number()),
  createdAt: v.number(),
  expiresAt: v.nullable(v.number()),
})
export type DataExport = v.InferOutput<typeof DataExport>

/** The newest, or none. */
export const LatestExport = v.object({ export: v.nullable(DataExport) })
