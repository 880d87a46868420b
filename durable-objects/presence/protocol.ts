import { socketTimeout } from '../../domain/presence/contract.ts'

/** A frame can have the ids of all people that a tab watches. */
export const maxFrameLength = 4096
/** A socket may send this many frames in this time. Pings do not count, because the runtime answers them. */
export const maxFrames = 20
export const frameWindow = 10_000

/** So many people can watch one person. Everyone else asks each minute. */
export const maxWatchers = 1000
/** Somebody who closes their last tab may be reloading the page, so others hear of it this much later. */
export const offlineDelay = 3000

/** The Worker puts these into headers when it forwards the request. */
export const sessionHeader = 'x-session-id'
export const userHeader = 'x-user-id'

/** Whether a socket counts as online: it is open, and it sent something recently. */
export const isLive = (socket: { open: boolean; lastHeard: number }, now: number) => socket.open && now - socket.lastHeard < socketTimeout
