import { findActivity } from '../activities.ts'
import { type NoticeWords, noticeOf } from '../notifications/contract.ts'

type Call = {
  pingId: string
  placeId: string
  placeName: string
  actorId: string
  actorName: string
  activity: string
  needed: number
}

/** "Need 2 more", to those who follow the place. */
export function placeCallNotice({ pingId, placeId, placeName, actorId, actorName, activity, needed }: Call): NoticeWords {
  const label = findActivity(activity)?.label ?? 'a game'
  return noticeOf({
    key: `place-ping:${pingId}`,
    topic: 'usersJoinNearby',
    actorId,
    title: `Need ${needed} more for ${label} at ${placeName}`,
    text: `${actorName} is there now and looks for players.`,
    path: `/places/view/${placeId}`,
  })
}
