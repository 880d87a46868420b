import type { Availability } from '../availability/contract.ts'
import { overlap } from '../availability/find-free-time.ts'
import type { PlayedActivity } from '../profiles/contract.ts'
import { hour } from '../time/spans.ts'
import type { NearPlayer } from './contract.ts'

const week = 7 * 24 * hour

/** How many hours of the coming week both can play. */
export function hoursTogether(mine: Availability | null, theirs: Availability | null, now: number): number | null {
  if (!mine || !theirs) return null
  const shared = overlap([mine, theirs], now, now + week).filter(({ free }) => free.length === 2)
  return Math.round(shared.reduce((sum, { start, end }) => sum + end - start, 0) / hour)
}

/** What both play, in the order of the one who looks. */
export const sharedActivities = (mine: readonly PlayedActivity[], theirs: readonly PlayedActivity[]) =>
  mine.flatMap(({ activity, isOn }) => {
    const other = theirs.find((played) => played.isOn && played.activity === activity)
    return isOn && other ? [{ activity, level: other.level }] : []
  })

/** A step of level apart counts for about as much as ten miles, an hour together for a mile. */
export function rankPlayers(players: readonly NearPlayer[], mine: readonly PlayedActivity[]): NearPlayer[] {
  const levelOf = new Map(mine.map(({ activity, level }) => [activity as string, level]))
  const apart = ({ shared }: NearPlayer) =>
    Math.min(
      ...shared.map(({ activity, level }) => {
        const own = levelOf.get(activity) ?? null
        return own === null || level === null ? 1 : Math.abs(own - level)
      }),
      4,
    )
  const score = (player: NearPlayer) =>
    5 * player.shared.length + Math.min(20, player.hoursTogether ?? 0) - player.miles - 10 * apart(player)
  return players.toSorted((a, b) => score(b) - score(a))
}
