import { AppError } from '../errors.ts'
import { type EnterResult, type MatchSide, type ResultChangeKind, type ResultState, sides } from './results-contract.ts'

export type MatchScore = { homeScore: number; awayScore: number; forfeitSide: MatchSide | null }

/** What is stored about the result of a match. `agreed` are the sides whose captain entered or confirmed it. */
export type StoredResult = MatchScore & { agreed: readonly MatchSide[]; disputedSide: MatchSide | null; isSettled: boolean }

export type Match = {
  isMatch: boolean
  isCancelled: boolean
  startsAt: number
  version: number
  result: StoredResult | null
}

/** Who acts: whether they keep the score of every match, and the side whose captain they are. */
export type ScoreKeeper = { keepsScore: boolean; side: MatchSide | null }

export const sessionNotFound = () => new AppError('SessionNotFound')

export function stateOf({ agreed, disputedSide, isSettled }: StoredResult): ResultState {
  if (disputedSide !== null) return 'disputed'
  return isSettled || sides.every((side) => agreed.includes(side)) ? 'confirmed' : 'entered'
}

/** What holds for every change of a result. */
function judgeMatch(now: number, match: Match, version: number): AppError | null {
  if (!match.isMatch) return new AppError('NotAMatch')
  if (match.isCancelled) return new AppError('MatchCancelled')
  if (match.startsAt > now) return new AppError('ResultTooEarly')
  return match.version === version ? null : new AppError('ResultChanged')
}

const judgeKeeper = ({ keepsScore, side }: ScoreKeeper): AppError | null =>
  keepsScore || side !== null ? null : new AppError('NotAllowed')

/** A captain may change the result only as long as nobody else has agreed to it or changed it. */
const isOnlyFrom = ({ agreed, disputedSide, isSettled }: StoredResult, side: MatchSide | null): boolean =>
  disputedSide === null && !isSettled && agreed.length === 1 && agreed[0] === side

export function judgeEntry(now: number, match: Match, keeper: ScoreKeeper, version: number): AppError | null {
  const refusal = judgeKeeper(keeper) ?? judgeMatch(now, match, version)
  if (refusal) return refusal
  const isTheirs = match.result === null || keeper.keepsScore || isOnlyFrom(match.result, keeper.side)
  return isTheirs ? null : new AppError('ResultOfOthers')
}

export type NextResult = { kind: ResultChangeKind; result: StoredResult }

/** Settles a dispute if somebody who keeps the score enters the result again: then no captain has to agree any more. */
export function enterResult(
  { result: before }: Match,
  { keepsScore, side }: ScoreKeeper,
  { homeScore, awayScore, forfeitSide }: Omit<EnterResult, 'version' | 'note'>,
): NextResult {
  const isSettled = keepsScore && before?.disputedSide != null
  return {
    kind: isSettled ? 'settled' : before === null ? 'entered' : 'corrected',
    result: { homeScore, awayScore, forfeitSide, agreed: side === null ? [] : [side], disputedSide: null, isSettled },
  }
}

/** A captain confirms or disputes a result that they have not agreed to. */
export function judgeAnswer(now: number, match: Match, keeper: ScoreKeeper, version: number): AppError | null {
  const refusal = judgeKeeper(keeper) ?? (keeper.side === null ? new AppError('CaptainsOnly') : judgeMatch(now, match, version))
  if (refusal) return refusal
  if (match.result === null) return new AppError('NoResult')
  if (match.result.disputedSide !== null) return new AppError('ResultDisputed')
  if (match.result.isSettled) return new AppError('ResultSettled')
  // Otherwise a captain could make the version that the other one sees out of date, again and again.
  return match.result.agreed.some((side) => side === keeper.side) ? new AppError('ResultAgreed') : null
}

export const confirmResult = (result: StoredResult, side: MatchSide): NextResult => ({
  kind: 'confirmed',
  result: { ...result, agreed: sides.filter((each) => each === side || result.agreed.includes(each)) },
})

export const disputeResult = (result: StoredResult, side: MatchSide): NextResult => ({
  kind: 'disputed',
  result: { ...result, disputedSide: side },
})
