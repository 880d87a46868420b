import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { once } from './shared.ts'

/** `faults` are the audits that lowered the score. */
export type AuditResult = { score: number; faults: string[] }

const launchBrowser = once(async () => {
  const { executablePath, args, env } = await findBrowser()
  const browser = await launch({
    chromePath: executablePath,
    chromeFlags: [...args, '--headless=new'],
    handleSIGINT: false,
    logLevel: 'error',
    ...(env ? { envVars: env } : {}),
  })
  // After Ctrl-C, a library may end the process before our own cleanup runs. So we also kill the browser when the process exits.
  process.once('exit', () => browser.kill())
  return browser
})

const attempts = 3

/** On a busy machine, the browser's trace sometimes lacks its beginning. Lighthouse itself then says to run it again. */
async function loadAndAudit(url: string, audited: { onlyCategories: string[] } | { onlyAudits: string[] }) {
  const { port } = await launchBrowser()
  let fault = 'nothing came back'
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = await lighthouse(url, { port, logLevel: 'error', ...audited })
    if (result && !result.lhr.runtimeError) return result.lhr
    fault = result?.lhr.runtimeError?.message ?? fault
  }
  throw new Error(`Lighthouse could not judge ${url}: ${fault}`)
}

/** Returns a score from 0 to 100 for each category, with Lighthouse's own settings for phones. */
export async function runLighthouse<Category extends string>(
  url: string,
  categories: readonly Category[],
): Promise<Record<Category, AuditResult>> {
  const { audits, categories: judged } = await loadAndAudit(url, { onlyCategories: [...categories] })
  const entries = categories.map((name): [Category, AuditResult] => {
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
  return Object.fromEntries(entries) as Record<Category, AuditResult>
}

/** How much of the screen moves while the page loads on a phone. */
export async function measureLayoutShift(url: string): Promise<number> {
  const audit = 'cumulative-layout-shift'
  const { audits } = await loadAndAudit(url, { onlyAudits: [audit] })
  const shift = audits[audit]?.numericValue
  if (shift === undefined) throw new Error(`Lighthouse measured no layout shift of ${url}`)
  return shift
}
