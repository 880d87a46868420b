import { findActivity } from '../activities.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { instantToLocal } from '../time/wall-clock.ts'

type Newcomer = { id: string; name: string; timeZone: string }

/**
 * "Lee is new near you", for nearby people with a shared activity. The key contains the date, so each person gets at most
 * one a day.
 */
export const newcomerNotice = ({ id, name, timeZone }: Newcomer, activity: string, now: number): NoticeContent =>
  makeNotice({
    key: makeNewcomerKey(timeZone, now),
    topic: 'usersJoinNearby',
    actorId: id,
    title: `${name} is new near you`,
    text: `You both play ${findActivity(activity)?.label ?? activity}.`,
    path: `/profile/${id}`,
  })

export const makeNewcomerKey = (timeZone: string, now: number): string => `newcomer-nearby:${instantToLocal(now, timeZone).date}`
