import type { ViewerState } from '../../../domain/events/viewer-state.ts'
import type { JoinProps } from './card-links.tsx'

/** In these states a person can accept a seat from a player. */
const statesWithoutSeat: readonly ViewerState[] = ['open', 'full', 'waiting', 'asked']

export const hasReceivedSeat = ({ event, viewerState, now }: Pick<JoinProps, 'event' | 'viewerState' | 'now'>): boolean =>
  statesWithoutSeat.includes(viewerState) && (event.live.transferReceived?.expiresAt ?? 0) > now
