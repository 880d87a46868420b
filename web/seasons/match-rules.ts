import { can } from '../../domain/access/can.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { MatchSide, Session } from '../../domain/seasons/results-contract.ts'

type Viewer = Pick<SeasonDetail, 'role' | 'me'>

/** The side whose captain the viewer is. */
function sideOf({ me }: Viewer, { homeGroupId, awayGroupId }: Session): MatchSide | null {
  if (me?.kind !== 'captain' || me.groupId === null) return null
  return me.groupId === homeGroupId ? 'home' : me.groupId === awayGroupId ? 'away' : null
}

/** What the viewer can do with the result of a match. The server checks it again. */
export function listMatchActions(viewer: Viewer, session: Session, now: number): { mayEnter: boolean; mayAnswer: boolean } {
  const { homeGroupId, isCancelled, startsAt, result } = session
  if (homeGroupId === null || isCancelled || startsAt > now) return { mayEnter: false, mayAnswer: false }
  const side = sideOf(viewer, session)
  const hasAgreed = side !== null && result?.agreed.includes(side) === true
  const isOnlyMine = result === null || (result.state === 'entered' && result.agreed.length === 1 && hasAgreed)
  return {
    mayEnter: can(viewer.role, 'results.enter') || (side !== null && isOnlyMine),
    mayAnswer: side !== null && result?.state === 'entered' && !hasAgreed,
  }
}
