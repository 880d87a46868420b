import { findActivity } from '../activities.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'

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
    actorId,
    title: `Need ${needed} more for ${label} at ${placeName}`,
    text: `${actorName} is there now and is looking for players.`,
    path: `/places/view/${placeId}`,
  })
}
