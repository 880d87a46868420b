import { findActivity } from '../activities.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { day } from '../time/spans.ts'
import type { EditedField } from './kinds.ts'

type CallFacts = {
  callId: string
  placeId: string
  placeName: string
  actorId: string
  actorName: string
  activity: string
  needed: number
}

/** "Need 2 more", to the followers of the place. */
export function placeCallNotice({ callId, placeId, placeName, actorId, actorName, activity, needed }: CallFacts): NoticeContent {
  const label = findActivity(activity)?.label ?? 'a game'
  return makeNotice({
    key: `place-ping:${callId}`,
    topic: 'usersJoinNearby',
    urgency: 'lookingNow',
    actorId,
    title: `Need ${needed} more for ${label} at ${placeName}`,
    text: `${actorName} is there now and is looking for players.`,
    path: `/places/view/${placeId}`,
  })
}

export const proposalNoticePrefix = 'place-proposal:'

type ProposalFacts = {
  placeId: string
  placeName: string
  fields: readonly EditedField[]
  actorId: string | null
  isMailed: boolean
  now: number
}

/**
 * Asks people who know a place about a proposal. It does not contain the suggested text, because that may be an ad. Its key
 * contains the day, so that many proposals for one place make one notice a day.
 */
export function placeProposalNotice({ placeId, placeName, fields, actorId, isMailed, now }: ProposalFacts): NoticeContent {
  return makeNotice({
    key: `${proposalNoticePrefix}${placeId}:${Math.floor(now / day)}`,
    topic: 'usersJoinNearby',
    actorId,
    isMailed,
    title: `Is this change of ${placeName} right?`,
    text: `Someone wants to ${describeProposal(fields)}. Take a look and help to decide.`,
    path: `/places/view/${placeId}`,
  })
}

function describeProposal(fields: readonly EditedField[]): string {
  if (fields.includes('isDeleted')) return 'remove it or bring it back'
  if (fields.includes('name')) return 'give it another name'
  return fields.includes('lat') ? 'move it on the map' : 'change its details'
}
