import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { atEnd, once } from './shared.ts'

/** `faults` are the audits that cost points. */
export type Judged = { score: number; faults: string[] }

const launchBrowser = once(async () => {
  const { executablePath, args, env } = await findBrowser()
  const browser = await launch({
    chromePath: executablePath,
    chromeFlags: [...args, '--headless=new'],
    handleSIGINT: false,
    logLevel: 'error',
    ...(env ? { envVars: env } : {}),
  })
  atEnd(() => browser.kill())
  return browser
})

/** Scores of 0 to 100 by category, with Lighthouse's own settings for phones. */
export async function runLighthouse<Category extends string>(
  url: string,
  categories: readonly Category[],
): Promise<Record<Category, Judged>> {
  const { port } = await launchBrowser()
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const { audits, categories: judged, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not load ${url}: ${runtimeError.message}`)
  const entries = categories.map((name): [Category, Judged] => {
    const category = judged[name]
    if (!category || category.score === null) throw new Error(`Lighthouse gave ${url} no score for ${name}`)
    const faults = category.auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit && audit.score !== null && audit.score < 1
        ? [`${id} ${Math.round(audit.score * 100)} (${audit.title})`]
        : []
    })
    return [name, { score: category.score * 100, faults }]
  })
  return Object.fromEntries(entries) as Record<Category, Judged>
}
