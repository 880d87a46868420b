import { listFaqs } from '../../domain/faqs/questions.ts'
import { structuredFaqs } from '../../domain/faqs/rules.ts'
import { platforms } from '../../domain/platforms.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { originOf } from '../platform/settings.ts'

/** The screen brings the words with it; search engines get them here. */
export async function faqsPage(c: AppContext): Promise<PageContent> {
  const { settings, site } = c.var
  return { structured: structuredFaqs(listFaqs(platforms[site.platform].name), `${originOf(settings, site.platform)}/faqs`) }
}
