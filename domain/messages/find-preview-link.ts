import { hostOf, judgeUrl, type SiteRules } from '../other-sites/judge-url.ts'
import { splitLinks } from '../rich-text/safe-href.ts'

/** The first link in a text that does not lead to us, if the server may open it. Links to us have no preview. */
export function findPreviewLink(text: string, rules: SiteRules): string | null {
  for (const { href } of splitLinks(text)) {
    if (href === null || rules.ownHosts.has(hostOf(new URL(href)))) continue
    return judgeUrl(href, rules).fault === null ? href : null
  }
  return null
}
