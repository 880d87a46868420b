import type { HoursTogether } from '../availability/compare-hours.ts'
import type { PlayedActivity } from '../profiles/contract.ts'
import { createRandom } from '../random.ts'
import { day, hour } from '../time/spans.ts'
import type { NearPlayer } from './contract.ts'

/** The activities both play, in the viewer's order, with the other person's level. */
export const findSharedActivities = (viewerActivities: readonly PlayedActivity[], otherActivities: readonly PlayedActivity[]) =>
  viewerActivities.flatMap(({ activity, isOn }) => {
    const other = otherActivities.find((played) => played.isOn && played.activity === activity)
    return isOn && other ? [{ activity, level: other.level }] : []
  })

/** After midnight in all of the US, and before the morning. */
const dayStart = 10 * hour

/**
 * Where in the list of all people a search begins, from 0 to 1. It differs by viewer and day, so in a large city everybody is found by
 * somebody, and a viewer finds others tomorrow.
 */
export const pickSpot = (viewerId: string, now: number): number => createRandom(`${viewerId} ${Math.floor((now - dayStart) / day)}`)()

const hoursScores: Record<HoursTogether, number> = { none: 0, aLittle: 2, some: 7, aLot: 15 }

/** The best partners first. One level of difference counts as much as ten miles. */
export function rankPlayers(players: readonly NearPlayer[], viewerActivities: readonly PlayedActivity[]): NearPlayer[] {
  const viewerLevels = new Map(viewerActivities.map(({ activity, level }) => [activity as string, level]))
  const levelDifference = ({ shared }: NearPlayer) =>
    Math.min(
      ...shared.map(({ activity, level }) => {
        const viewerLevel = viewerLevels.get(activity) ?? null
        return viewerLevel === null || level === null ? 1 : Math.abs(viewerLevel - level)
      }),
      4,
    )
  const score = (player: NearPlayer) =>
    5 * player.shared.length + hoursScores[player.hoursTogether ?? 'none'] - player.miles - 10 * levelDifference(player)
  return players.toSorted((a, b) => score(b) - score(a))
}
