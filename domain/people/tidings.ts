import { findActivity } from '../activities.ts'
import type { Tidings } from '../notifications/contract.ts'
import { instantToLocal } from '../time/wall-clock.ts'

type Newcomer = { id: string; name: string; timeZone: string }

/** "Lee is new near you", to who plays the same. However many arrive, one a day is told of: the key is the day. */
export const tellNewcomer = ({ id, name, timeZone }: Newcomer, activity: string, to: readonly string[], now: number): Tidings => ({
  key: newcomerKey(timeZone, now),
  topic: 'usersJoinNearby',
  actorId: id,
  teamId: null,
  title: `${name} is new near you`,
  text: `You both play: ${findActivity(activity)?.label ?? activity}.`,
  path: `/profile/${id}`,
  to: [...to],
})

export const newcomerKey = (timeZone: string, now: number): string => `newcomer-nearby:${instantToLocal(now, timeZone).date}`
