import { findActivity } from '../activities.ts'
import { type NoticeWords, noticeOf } from '../notifications/contract.ts'
import { instantToLocal } from '../time/wall-clock.ts'

type Newcomer = { id: string; name: string; timeZone: string }

/** "Lee is new near you", for people who play the same. The key is the day: however many arrive, people hear of one a day. */
export const newcomerNotice = ({ id, name, timeZone }: Newcomer, activity: string, now: number): NoticeWords =>
  noticeOf({
    key: newcomerKey(timeZone, now),
    topic: 'usersJoinNearby',
    actorId: id,
    title: `${name} is new near you`,
    text: `You both play: ${findActivity(activity)?.label ?? activity}.`,
    path: `/profile/${id}`,
  })

export const newcomerKey = (timeZone: string, now: number): string => `newcomer-nearby:${instantToLocal(now, timeZone).date}`
