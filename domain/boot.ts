import * as v from 'valibot'
import { Session } from './access/contract.ts'
import { PublicConfig } from './config/contract.ts'

/** Data that the Worker adds to a page, so that its first content needs no request. */
export const Boot = v.object({
  /** The id of the request for this page, as in the log. */
  requestId: v.nullable(v.string()),
  config: PublicConfig,
  session: Session,
  /** The answers that the page would request, with their query keys. */
  queries: v.array(v.object({ key: v.array(v.union([v.string(), v.number()])), data: v.unknown() })),
})
export type Boot = v.InferOutput<typeof Boot>
