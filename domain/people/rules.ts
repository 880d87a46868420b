import type { Availability } from '../availability/contract.ts'
import { findSharedTime } from '../availability/find-free-time.ts'
import type { PlayedActivity } from '../profiles/contract.ts'
import { hour } from '../time/spans.ts'
import type { NearPlayer } from './contract.ts'

const week = 7 * 24 * hour

/** The number of hours in the next seven days in which both can play. */
export function countSharedHours(viewerTimes: Availability | null, otherTimes: Availability | null, now: number): number | null {
  if (!viewerTimes || !otherTimes) return null
  const shared = findSharedTime([viewerTimes, otherTimes], now, now + week).filter(({ free }) => free.length === 2)
  return Math.round(shared.reduce((sum, { start, end }) => sum + end - start, 0) / hour)
}

/** The activities both play, in the viewer's order, with the other person's level. */
export const findSharedActivities = (viewerActivities: readonly PlayedActivity[], otherActivities: readonly PlayedActivity[]) =>
  viewerActivities.flatMap(({ activity, isOn }) => {
    const other = otherActivities.find((played) => played.isOn && played.activity === activity)
    return isOn && other ? [{ activity, level: other.level }] : []
  })

/** The best partners first. One level of difference counts as much as ten miles, and one shared hour as much as one mile. */
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
    5 * player.shared.length + Math.min(20, player.hoursTogether ?? 0) - player.miles - 10 * levelDifference(player)
  return players.toSorted((a, b) => score(b) - score(a))
}
