import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { demoPassword } from '../../../domain/demo-accounts.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { signIn } from '../../world/sign-in.ts'
import { atEnd, once } from './shared.ts'

export type LoadedFile = {
  name: string
  kind: 'script' | 'font' | 'other'
  /** The compressed size over the network, without headers. */
  bytes: number
  /** Whether it was requested before the heading was painted. */
  isEarly: boolean
}

const launch = once(async (): Promise<Browser> => {
  const browser = await chromium.launch(await findBrowser())
  atEnd(() => browser.close())
  return browser
})

/** The network that Lighthouse simulates. On a faster one, a file that is requested late would not be noticed. */
const phoneNetwork = { offline: false, latency: 150, downloadThroughput: (1_600 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

/** Runs in the page before any other script, and records when the first h1 is painted. */
const watchHeading = `
  globalThis.headingPainted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ identifier }) => identifier === 'first-heading')
      if (entry) resolve(entry.paintTime ?? entry.renderTime)
    }).observe({ type: 'element', buffered: true })
  })
  const mark = new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.setAttribute('elementtiming', 'first-heading')
    mark.disconnect()
  })
  mark.observe(document, { childList: true, subtree: true })
`

type Entry = { name: string; startTime: number; encodedBodySize: number }

const listEntries = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, encodedBodySize }))`

const kinds: Record<string, LoadedFile['kind']> = { '.js': 'script', '.woff2': 'font' }

async function listSessionCookies(origin: string, email: string) {
  const { readCookies } = await signIn(origin, email, demoPassword)
  return readCookies()
    .split('; ')
    .map((cookie) => {
      const end = cookie.indexOf('=')
      return { name: cookie.slice(0, end), value: cookie.slice(end + 1), url: origin }
    })
}

/** A new browser on a phone, in which this demo person has signed in. */
export async function openPhone(origin: string, email?: string): Promise<BrowserContext> {
  const browser = await launch()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    // The local server uses the first encoding that the browser accepts, which is gzip. Cloudflare prefers brotli.
    extraHTTPHeaders: { 'accept-encoding': 'br' },
  })
  if (email) await context.addCookies(await listSessionCookies(origin, email))
  return context
}

/** Loads a page without a cache, and waits until the network is idle. With `email`, this demo person has signed in. */
export async function loadPage(address: string, email?: string): Promise<LoadedFile[]> {
  const context = await openPhone(new URL(address).origin, email)
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.emulateNetworkConditions', phoneNetwork)
    await page.addInitScript(watchHeading)
    const notBrotli: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && response.headers()['content-encoding'] !== 'br') notBrotli.push(response.url())
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    if (notBrotli.length > 0) throw new Error(`Not sent as brotli: ${notBrotli.join(', ')}`)
    const painted = await page.evaluate<number>('headingPainted')
    const entries = await page.evaluate<Entry[]>(listEntries)
    return entries.map(({ name, startTime, encodedBodySize }) => {
      const { pathname } = new URL(name)
      return {
        name: path.posix.basename(pathname),
        kind: kinds[path.posix.extname(pathname)] ?? 'other',
        bytes: encodedBodySize,
        isEarly: startTime < painted,
      }
    })
  } finally {
    await context.close()
  }
}
