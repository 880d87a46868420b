import type { EventDetail } from '../../../domain/events/contract.ts'

/** Whether a friend holds or held the viewer's seat for them. */
export const isBroughtByFriend = ({ friends = [] }: EventDetail['live']): boolean => friends.some(({ isMine }) => !isMine)

/** How many more people a player can bring. Their guests count, and the friends who came along before. */
export const countRoomForFriends = ({ maxGuests, live }: Pick<EventDetail, 'maxGuests' | 'live'>): number =>
  maxGuests - ((live.mine?.seats ?? 1) - 1) - (live.friends ?? []).filter(({ isMine }) => isMine).length
