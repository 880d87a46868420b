import { can } from '../../domain/access/can.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { MatchSide, Session } from '../../domain/seasons/results-contract.ts'

type Viewer = Pick<SeasonDetail, 'role' | 'rights' | 'me'>

/** The side whose captain the viewer is. */
function sideOf({ me }: Viewer, { homeGroupId, awayGroupId }: Session): MatchSide | null {
  if (me?.kind !== 'captain' || me.groupId === null) return null
  return me.groupId === homeGroupId ? 'home' : me.groupId === awayGroupId ? 'away' : null
}

/** Whether the viewer sees who was asked to take a seat, and may ask somebody: organizers, and the captains of the game. */
export function mayAskSubstitutes(viewer: Viewer, session: Session, now: number): boolean {
  if (session.isCancelled || session.startsAt <= now) return false
  const isCaptain = viewer.me?.kind === 'captain' && (session.homeGroupId === null || sideOf(viewer, session) !== null)
  return can(viewer, 'seasons.manage') || isCaptain
}

/** What the viewer can do with the result of a match. The server checks it again. */
export function listMatchActions(viewer: Viewer, session: Session, now: number): { mayEnter: boolean; mayAnswer: boolean } {
  const { homeGroupId, isCancelled, startsAt, result } = session
  if (homeGroupId === null || isCancelled || startsAt > now) return { mayEnter: false, mayAnswer: false }
  const side = sideOf(viewer, session)
  const hasAgreed = side !== null && result?.agreed.includes(side) === true
  const isOnlyMine = result === null || (result.state === 'entered' && result.agreed.length === 1 && hasAgreed)
  return {
    mayEnter: can(viewer, 'results.enter') || (side !== null && isOnlyMine),
    mayAnswer: side !== null && result?.state === 'entered' && !hasAgreed,
  }
}
