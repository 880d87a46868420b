import type { EventDetail } from '../../../domain/events/contract.ts'

/** How many more people a player with a seat can bring. Their guests count, and the friends who came along before. */
export const countRoomForFriends = ({ maxGuests, live }: Pick<EventDetail, 'maxGuests' | 'live'>): number =>
  maxGuests - ((live.mine?.seats ?? 1) - 1) - (live.friends ?? []).filter(({ isMine }) => isMine).length
