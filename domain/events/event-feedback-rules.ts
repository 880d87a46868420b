import { AppError } from '../errors.ts'
import { feedbackClosesAt } from './event-feedback-time.ts'
import type { EventState } from './states.ts'

export type EventFeedbackFacts = {
  state: EventState
  endsAt: number
  isHost: boolean
  /** The person had a seat, and no host marked them as a no-show. */
  hasPlayed: boolean
}

/** Why a person cannot give feedback; null if they can. */
export function judgeEventFeedback({ state, endsAt, isHost, hasPlayed }: EventFeedbackFacts, now: number): AppError | null {
  if (isHost) return new AppError('HostCannotGiveFeedback')
  if (!hasPlayed) return new AppError('DidNotPlay')
  if (state !== 'published') return new AppError('DidNotTakePlace')
  if (endsAt > now) return new AppError('EventNotOver')
  if (feedbackClosesAt(endsAt) <= now) return new AppError('TooLateForFeedback')
  return null
}
