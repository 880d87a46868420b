import { AppError } from '../errors.ts'
import type { EventFeedbackFacts } from './event-feedback-rules.ts'
import { feedbackClosesAt } from './event-feedback-time.ts'

/** Players can ask as long as they can give feedback. The count of requests is kept longer, so nobody asks twice. */
export const rematchClosesAt = feedbackClosesAt

/** Why a person cannot ask for the same game a week later; null if they can. Hosts host it themselves. */
export function judgeRematch({ state, endsAt, isHost, hasPlayed }: EventFeedbackFacts, now: number): AppError | null {
  if (isHost || !hasPlayed) return new AppError('PlayersOnly')
  if (state !== 'published') return new AppError('DidNotTakePlace')
  return endsAt > now || rematchClosesAt(endsAt) <= now ? new AppError('RematchClosed') : null
}
