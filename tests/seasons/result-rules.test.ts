import { describe, expect, it } from 'vitest'
import {
  confirmResult,
  disputeResult,
  enterResult,
  judgeAnswer,
  judgeEntry,
  type Match,
  type ScoreKeeper,
  type StoredResult,
  stateOf,
} from '../../domain/seasons/result-rules.ts'

const match: Match = { isMatch: true, isCancelled: false, startsAt: 100, version: 3, result: null }
const keeper: ScoreKeeper = { keepsScore: true, side: null }
const home: ScoreKeeper = { keepsScore: false, side: 'home' }
const away: ScoreKeeper = { ...home, side: 'away' }
const member: ScoreKeeper = { ...home, side: null }

const score = { homeScore: 2, awayScore: 1, forfeitSide: null }
const holding = (result: StoredResult): Match => ({ ...match, result })
const byHome = enterResult(match, home, score).result
const byKeeper = enterResult(match, keeper, score).result
const confirmed = confirmResult(byHome, 'away').result
const disputed = disputeResult(byHome, 'away').result
const settled = enterResult(holding(disputed), keeper, { ...score, awayScore: 2 }).result

const entry = (each: ScoreKeeper, more: Partial<Match> = {}, version = 3) =>
  judgeEntry(100, { ...match, ...more }, each, version)?.code ?? 'ok'
const answer = (each: ScoreKeeper, result: StoredResult | null) => judgeAnswer(100, { ...match, result }, each, 3)?.code ?? 'ok'

describe('Entering a result', () => {
  it('is for people who keep the score and for both captains', () => {
    expect([keeper, home, away, member].map((each) => entry(each))).toEqual(['ok', 'ok', 'ok', 'NotAllowed'])
  })

  it('needs a match that has started and was not cancelled', () => {
    expect(entry(keeper, { startsAt: 101 })).toBe('ResultTooEarly')
    expect(entry(keeper, { isCancelled: true })).toBe('MatchCancelled')
    expect(entry(keeper, { isMatch: false })).toBe('NotAMatch')
  })

  it('needs the version that the person saw', () => {
    expect(entry(keeper, {}, 2)).toBe('ResultChanged')
    expect(entry(home, {}, 4)).toBe('ResultChanged')
  })

  it('lets a captain correct only what nobody else agreed to or changed', () => {
    expect(entry(home, { result: byHome })).toBe('ok')
    expect(entry(away, { result: byHome })).toBe('ResultOfOthers')
    for (const result of [byKeeper, confirmed, disputed, settled]) expect(entry(home, { result })).toBe('ResultOfOthers')
    for (const result of [byKeeper, byHome, confirmed, disputed, settled]) expect(entry(keeper, { result })).toBe('ok')
  })
})

describe('A result', () => {
  it('is confirmed once the captains of both sides agree', () => {
    expect([byKeeper, byHome, confirmed].map(stateOf)).toEqual(['entered', 'entered', 'confirmed'])
    expect(stateOf(confirmResult(confirmResult(byKeeper, 'away').result, 'home').result)).toBe('confirmed')
  })

  it('must be confirmed again after it was corrected', () => {
    const { kind, result } = enterResult(holding(confirmed), keeper, { ...score, homeScore: 9 })
    expect([kind, stateOf(result), result.homeScore]).toEqual(['corrected', 'entered', 9])
  })

  it('is settled by who keeps the score after a dispute, without the captains', () => {
    expect([stateOf(disputed), stateOf(settled)]).toEqual(['disputed', 'confirmed'])
    expect(enterResult(holding(disputed), keeper, score).kind).toBe('settled')
  })
})

describe('Answering a result', () => {
  it('is for the captains', () => {
    expect(answer(away, byHome)).toBe('ok')
    expect([keeper, member].map((each) => answer(each, byHome))).toEqual(['CaptainsOnly', 'NotAllowed'])
    expect(answer(away, null)).toBe('NoResult')
    expect(answer(home, disputed)).toBe('ResultDisputed')
    expect(answer(away, settled)).toBe('ResultSettled')
  })

  it('is not for a captain who has entered or confirmed it', () => {
    expect(answer(home, byHome)).toBe('ResultAgreed')
    expect(answer(away, confirmed)).toBe('ResultAgreed')
    expect(answer(home, byKeeper)).toBe('ok')
  })
})
