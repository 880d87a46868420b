import { teamSiteKey } from '../../domain/hostnames/keys.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { describeTeam, notFound } from '../teams/pages.ts'
import { readTeamSite } from './team-site.ts'

/** The one page on the own domain of a community. For search engines, it is the page of the community at the product. */
export async function teamSitePage(c: AppContext): Promise<PageContent> {
  const site = await readTeamSite(c)
  return site ? { ...describeTeam(c, site.team), queries: [inlineAnswer(teamSiteKey, site)] } : notFound
}
