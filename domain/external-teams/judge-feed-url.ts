import { type JudgedUrl, judgeUrl, type SiteRules } from '../other-sites/judge-url.ts'

/** Decides whether the server may open this address of a calendar. Calendar apps write some of them with `webcal:`. */
export const judgeFeedUrl = (text: string, rules: SiteRules, base?: string): JudgedUrl =>
  judgeUrl(text.trim().replace(/^webcals?:/i, 'https:'), rules, base)
