import * as v from 'valibot'
import { DiscoverEvent } from '../discover/contract.ts'
import { TeamDetail } from '../teams/detail-contract.ts'

/** What the own domain of a community shows. All its links lead to the product. */
export const TeamSite = v.object({
  team: TeamDetail,
  /** Its next public games, in the order of their dates. */
  events: v.array(DiscoverEvent),
  hasMore: v.boolean(),
})
export type TeamSite = v.InferOutput<typeof TeamSite>
