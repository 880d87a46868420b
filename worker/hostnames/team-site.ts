import { defaultDiscoverState } from '../../domain/discover/state.ts'
import type { TeamSite } from '../../domain/hostnames/contract.ts'
import { answerDiscover } from '../discover/answer.ts'
import type { AppContext } from '../platform/context.ts'
import { findTeamCard } from '../teams/find-teams.ts'
import { findTeam } from '../teams/queries.ts'

/** Reads what the domain of a community shows. Null on the product's domains, and if the community was deleted. */
export async function readTeamSite(c: AppContext): Promise<TeamSite | null> {
  const { site, db } = c.var
  if (site.kind !== 'team') return null
  const viewerId = (await c.var.viewer())?.id ?? null
  const [team, about, { events, next }] = await Promise.all([
    findTeamCard(db, { viewerId, now: c.var.now() }, site.teamId),
    findTeam(db, site.teamId),
    answerDiscover(c, { ...defaultDiscoverState, teamId: site.teamId, order: 'date' }),
  ])
  if (!team || !about) return null
  return { team: { ...team, description: about.description }, events, hasMore: next !== null }
}
