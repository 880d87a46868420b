import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import type { MatchSide, ResultState } from './results-contract.ts'

type SubstituteAsk = {
  actor: { id: string; name: string } | null
  teamId: string
  seasonId: string
  eventId: string
  title: string
  whenAndWhere: string
}

/** For a person who is asked to take a seat. It leads to the season, where they say yes or no. */
export const substituteNotice = ({ actor, teamId, seasonId, eventId, title, whenAndWhere }: SubstituteAsk): NoticeContent =>
  makeNotice({
    key: `substitute:${eventId}`,
    topic: 'eventJoined',
    actorId: actor?.id ?? null,
    teamId,
    urgency: 'firstComes',
    title: actor ? `${actor.name} asks if you can play: ${title}` : `Can you play? ${title}`,
    text: `${whenAndWhere}. A seat is free. The first person who says yes gets it.`,
    path: `/team/${teamId}/seasons/${seasonId}`,
  })

type ChangedResult = {
  changeId: string
  teamId: string
  seasonId: string
  seasonLabel: string
  names: Record<MatchSide, string>
  homeScore: number
  awayScore: number
  forfeitSide: MatchSide | null
  state: ResultState
  disputedSide: MatchSide | null
}

/** For the captains who should look at a result. It names sides and no person. Null if nobody has to. */
export function resultNotice(result: ChangedResult): NoticeContent | null {
  const { changeId, teamId, seasonId, seasonLabel, names, homeScore, awayScore, forfeitSide, state, disputedSide } = result
  const score = forfeitSide === null ? `${homeScore} to ${awayScore}` : `a forfeit by ${names[forfeitSide]}`
  const match = `${names.home} against ${names.away}`
  const about = { key: `result:${changeId}`, topic: 'eventJoined', teamId, path: `/team/${teamId}/seasons/${seasonId}` } as const
  if (state === 'entered') {
    return makeNotice({ ...about, title: `Is ${score} right? ${match}`, text: `Confirm or dispute the result in ${seasonLabel}.` })
  }
  if (state === 'disputed' && disputedSide !== null) {
    return makeNotice({
      ...about,
      title: `${names[disputedSide]} disputes ${score}: ${match}`,
      text: `The result in ${seasonLabel} does not count until someone who keeps the score settles it.`,
    })
  }
  return null
}

/** The sides whose captains should look: those who have not agreed to a new result, and the other side of a dispute. */
export function listSidesToNotify(state: ResultState, agreed: readonly MatchSide[], disputedSide: MatchSide | null): MatchSide[] {
  const sides = ['home', 'away'] as const
  if (state === 'entered') return sides.filter((side) => !agreed.includes(side))
  return state === 'disputed' ? sides.filter((side) => side !== disputedSide) : []
}
