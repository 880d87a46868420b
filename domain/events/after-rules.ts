import { AppError } from '../errors.ts'
import { day } from '../time/spans.ts'
import type { EventState } from './states.ts'

const days = 14

/** Until then who played can say how it was, and say it otherwise. */
export const mayBeSaidUntil = (endsAt: number): number => endsAt + days * day

export type AfterFacts = {
  state: EventState
  endsAt: number
  isHost: boolean
  /** They had a seat, and nobody wrote down that they did not come. */
  wasThere: boolean
}

/** Why someone cannot say how it was; null where they can. */
export function judgeWord({ state, endsAt, isHost, wasThere }: AfterFacts, now: number): AppError | null {
  if (isHost) return new AppError('HostCannotReview')
  if (!wasThere) return new AppError('DidNotPlay')
  if (state !== 'published') return new AppError('DidNotTakePlace')
  if (endsAt > now) return new AppError('EventNotOver')
  if (mayBeSaidUntil(endsAt) <= now) return new AppError('TooLateToReview')
  return null
}
