import { listFaqs } from '../../domain/faqs/questions.ts'
import { structuredFaqs } from '../../domain/faqs/rules.ts'
import { platforms } from '../../domain/platforms.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { getOrigin } from '../platform/settings.ts'

/** The screen contains the texts. Here we add them as structured data for search engines. */
export async function faqsPage(c: AppContext): Promise<PageContent> {
  const { settings, site } = c.var
  return { structured: structuredFaqs(listFaqs(platforms[site.platform].name), `${getOrigin(settings, site.platform)}/faqs`) }
}
