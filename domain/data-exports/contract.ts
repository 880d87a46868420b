import * as v from 'valibot'
import { day } from '../time/spans.ts'

export const exportStates = ['waiting', 'working', 'ready', 'failed'] as const

/** How long a finished export can be downloaded. */
export const exportLifetime = 7 * day

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

/** The newest export, or null. */
export const LatestExport = v.object({ export: v.nullable(DataExport) })
