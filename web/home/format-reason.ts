import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { activityLabel } from '../profiles/activity-row.tsx'

/** Within this distance, being near is the reason. */
const nearMiles = 5

/** Why home recommends a game: the strongest reason first. The search finds only games that are near, so there always is one. */
export function formatReason({ activity, miles, reasons }: Pick<DiscoverEvent, 'activity' | 'miles' | 'reasons'>): string {
  if (reasons.includes('youCanPlay')) return 'Fits your availability'
  if (reasons.includes('yourLevel')) return 'Matches your level'
  if (reasons.includes('yourActivity')) return `You play ${activityLabel(activity).toLowerCase()}`
  return miles !== null && miles <= nearMiles ? 'Close to you' : 'Coming up near you'
}
