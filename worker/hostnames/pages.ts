import { teamDiscoverPath } from '../../domain/discover/state.ts'
import { teamSiteKey } from '../../domain/hostnames/keys.ts'
import { notFoundPage } from '../../domain/pages.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { readTeamSite } from './team-site.ts'

/** The one page on the own domain of a community. Search engines find its games at the product. */
export async function teamSitePage(c: AppContext): Promise<PageContent> {
  const site = await readTeamSite(c)
  if (!site) return { status: 404, title: notFoundPage.title }
  const { id, name, description } = site.team
  return {
    title: name,
    description: description || `The next games of ${name}: when, where, and how many seats are left.`,
    canonical: teamDiscoverPath(id),
    queries: [inlineAnswer(teamSiteKey, site)],
  }
}
