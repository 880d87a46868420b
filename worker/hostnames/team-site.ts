import { readDiscoverState } from '../../domain/discover/read-state.ts'
import { writeTeamGames } from '../../domain/discover/team-games.ts'
import type { TeamSite } from '../../domain/hostnames/contract.ts'
import { answerDiscover } from '../discover/answer.ts'
import type { AppContext } from '../platform/context.ts'
import { findTeamDetail } from '../teams/find-team-detail.ts'

/** Reads what the domain of a community shows. Null on the product's domains, and if the community was deleted. */
export async function readTeamSite(c: AppContext): Promise<TeamSite | null> {
  const { site, db } = c.var
  if (site.kind !== 'team') return null
  const viewerId = (await c.var.viewer())?.id ?? null
  const [team, { events, next }] = await Promise.all([
    findTeamDetail(db, { viewerId, now: c.var.now() }, site.teamId),
    answerDiscover(c, readDiscoverState(new URLSearchParams(writeTeamGames(site.teamId, false)))),
  ])
  return team && { team, events, hasMore: next !== null }
}
