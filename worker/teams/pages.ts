import * as v from 'valibot'
import { findActivity } from '../../domain/activities.ts'
import { discoveredEventsKey } from '../../domain/discover/keys.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import { writeTeamGames } from '../../domain/discover/team-games.ts'
import { picturePath } from '../../domain/pictures/contract.ts'
import { inlineAnswer, inlineFirstPage } from '../../domain/query-keys.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { teamDetailKey } from '../../domain/teams/keys.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { describeTeamPicture } from '../../domain/teams/picture-words.ts'
import { makeStructuredTeam } from '../../domain/teams/structured-team.ts'
import { answerDiscover } from '../discover/answer.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { getOrigin } from '../platform/settings.ts'
import { findTeamDetail } from './find-team-detail.ts'

export const notFound: PageContent = { status: 404, title: 'Team not found', description: 'This community does not exist.' }

/** The page of no community. The screen leads to the start page. */
export const noTeamPage = (): Promise<PageContent> => Promise.resolve(notFound)

/** The page of a community with its next games, so that it opens without an API request. */
export async function teamPage(c: AppContext): Promise<PageContent> {
  const params = v.safeParse(TeamId, { id: c.req.param('id') })
  if (!params.success) return notFound
  const { id } = params.output
  const viewerId = (await c.var.viewer())?.id ?? null
  const search = writeTeamGames(id, false)
  const [team, games] = await Promise.all([
    findTeamDetail(c.var.db, { viewerId, now: c.var.now() }, id),
    answerDiscover(c, readDiscoverState(new URLSearchParams(search))),
  ])
  const queries = [inlineAnswer(teamDetailKey(id), team)]
  if (!team) return { ...notFound, queries }
  return { ...describeTeam(c, team), queries: [...queries, inlineFirstPage(discoveredEventsKey(search), games)] }
}

/** What a shared link and a search engine show of a community. */
export function describeTeam(c: AppContext, team: TeamDetail) {
  const { id, name, activity, city, organizerWebsite } = team
  const { platform } = c.var.site
  const what = activity === null ? 'Games' : findActivity(activity)?.label
  const description =
    team.description || `${what}${city ? ` in ${city.name}, ${city.state}` : ''} with ${name}: when, where, and how to join.`
  const image = organizerWebsite.metaLogoURL ?? picturePath('teams', id, describeTeamPicture(team))
  const canonical = teamPath(id)
  const origin = getOrigin(c.var.settings, platform)
  const structured = makeStructuredTeam(team, { url: origin + canonical, image: origin + image, description })
  return { title: name, description, image, canonical, structured }
}
