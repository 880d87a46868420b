import type { ExternalTeam } from '../../domain/external-teams/contract.ts'
import { feedFailureTexts } from '../../domain/external-teams/failures.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'

const relativeTime = new Intl.RelativeTimeFormat('en-US')

/** "10 minutes ago" */
function formatAge(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < minute) return 'just now'
  if (age < hour) return relativeTime.format(-Math.floor(age / minute), 'minute')
  if (age < day) return relativeTime.format(-Math.floor(age / hour), 'hour')
  return relativeTime.format(-Math.floor(age / day), 'day')
}

type FetchState = Pick<ExternalTeam, 'isFetching' | 'fetchedAt' | 'failure' | 'state' | 'gameCount'>

/** What happened when the calendar was last read. `failure` is null if that worked; during a new try it stays. */
export function formatFetchState(team: FetchState, now: number): { text: string; failure: string | null } {
  const { isFetching, fetchedAt, failure, state, gameCount } = team
  const readText = fetchedAt === null ? 'Not read yet' : `Read ${formatAge(fetchedAt, now)}`
  const text = isFetching ? 'Reading the calendar' : failure === null ? `${readText} · ${formatGames(gameCount)}` : readText
  if (failure === null) return { text, failure }
  const stopped = state === 'stopped' ? ' It failed for two weeks, so we stopped trying.' : ''
  return { text, failure: feedFailureTexts[failure] + stopped }
}

const formatGames = (count: number) => (count === 0 ? 'no upcoming games' : count === 1 ? '1 upcoming game' : `${count} upcoming games`)
