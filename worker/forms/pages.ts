import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { FormPath } from '../../domain/forms/contract.ts'
import { frameParameter, themeParameter } from '../../domain/forms/paths.ts'
import { readTheme } from '../../domain/themes.ts'
import { readFirst } from '../platform/batch.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import type { PageContent } from '../platform/page-content.ts'
import { communities } from '../teams/shared.ts'
import { forms } from './schema.ts'

/** The page of a form. In a frame it has no bars, and only the sites that its organizers have listed can show it. */
export async function formPage(c: AppContext): Promise<PageContent> {
  if (c.req.query(frameParameter) === undefined) return {}
  const params = v.safeParse(FormPath, { id: c.req.param('id') })
  const origins = params.success ? await listFrameOrigins(c, params.output.id) : []
  return { frame: { origins, theme: readTheme(c.req.query(themeParameter)) } }
}

/** No site may show a form that is not there, is not published, or belongs to another community than this domain. */
async function listFrameOrigins(c: AppContext, formId: string): Promise<string[]> {
  const { site } = c.var
  const db = getPrimary(c)
  const isOnSite = site.kind === 'team' ? eq(forms.teamId, site.teamId) : undefined
  const form = await readFirst(
    db,
    db
      .select({ settings: forms.settings })
      .from(forms)
      .innerJoin(communities, and(eq(communities.id, forms.teamId), sql`${communities.deletedAt} IS NULL`))
      .where(and(eq(forms.id, formId), sql`${forms.publishedNumber} IS NOT NULL`, isOnSite)),
  )
  return form?.settings.frameOrigins ?? []
}
