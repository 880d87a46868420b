import { day, hour } from '../time/spans.ts'
import type { ExternalTeamState } from './contract.ts'
import type { FeedFailure } from './failures.ts'

export const maxFeedBytes = 1024 * 1024
export const feedTimeout = 10_000

/** How far ahead games are kept. */
export const feedHorizon = 26 * 7 * day
export const feedInterval = hour

/** A longer entry is a season or a vacation and no game. */
export const maxExternalGameLength = 14 * day

/** A calendar that did not change is still read again after this time, because its repeating games reach a day further by then. */
export const expansionLifetime = day

/** Who tries a calendar by hand waits this long before the next try. */
export const minTryInterval = 60_000

/** The waits after the first, second and third failure in a row. After that we try once a day. */
const retryWaits = [hour, 3 * hour, 12 * hour]
const dailyWait = day

/** A calendar that failed for this long is no longer tried. */
const maxFailingTime = 14 * day

/** From this number of failures in a row on, the owner gets a notification, once for each kind of failure. */
export const failuresBeforeNotice = 3

/** How long a person can bring back a team that they removed. */
export const removedTeamLifetime = day

/** The failures since the last success. */
export type FeedTrouble = { failureCount: number; failedSince: number | null; notifiedFailures: FeedFailure[] }

export type FeedTroubleOutcome = {
  failureCount: number
  failedSince: number
  notifiedFailures: FeedFailure[]
  state: ExternalTeamState
  /** Null if we no longer try. */
  nextFetchAt: number | null
  /** What the owner is notified of now. */
  notice: 'failing' | 'stopped' | null
}

/** What follows when loading a calendar has failed once more. */
export function countFailure(
  { failureCount, failedSince, notifiedFailures }: FeedTrouble,
  failure: FeedFailure,
  now: number,
): FeedTroubleOutcome {
  const since = failedSince ?? now
  const count = failureCount + 1
  if (now - since >= maxFailingTime) {
    return { failureCount: count, failedSince: since, notifiedFailures, state: 'stopped', nextFetchAt: null, notice: 'stopped' }
  }
  const isNews = count >= failuresBeforeNotice && !notifiedFailures.includes(failure)
  return {
    failureCount: count,
    failedSince: since,
    notifiedFailures: isNews ? [...notifiedFailures, failure] : notifiedFailures,
    state: 'active',
    nextFetchAt: now + (retryWaits[failureCount] ?? dailyWait),
    notice: isNews ? 'failing' : null,
  }
}
