import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { atEnd, once } from './shared.ts'

export type LoadedFile = {
  url: string
  kind: string
  bytes: number
  encoding: string /** Asked for before the heading was on the screen. */
  isEarly: boolean
}

const launch = once(async (): Promise<Browser> => {
  const browser = await chromium.launch(await findBrowser())
  atEnd(() => browser.close())
  return browser
})

/** As Lighthouse has it: with files there at once, nothing that waits for another would be seen to come late. */
const phoneNetwork = { offline: false, latency: 150, downloadThroughput: (1_600 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

/** Runs in the page before anything else: notes when the first h1 reached the screen. */
const watchHeading = `
  globalThis.headingPainted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.identifier === 'first-heading') {
        resolve(performance.timeOrigin + (entry.paintTime ?? entry.renderTime))
      }
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

/** Loads a page in a browser that has never seen it, until it is quiet. Sizes are what came over the wire, headers included. */
export async function loadPage(address: string): Promise<LoadedFile[]> {
  const browser = await launch()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    // The local server takes the first encoding that a browser names, which is gzip; Cloudflare prefers brotli.
    extraHTTPHeaders: { 'accept-encoding': 'br' },
  })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', phoneNetwork)
    const files = new Map<string, LoadedFile & { asked: number }>()
    devTools.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
      files.set(requestId, { url: request.url, kind: type ?? 'Other', bytes: 0, encoding: '', asked: wallTime * 1000, isEarly: false })
    })
    devTools.on('Network.responseReceived', ({ requestId, response }) => {
      const file = files.get(requestId)
      if (file) file.encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? ''
    })
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = files.get(requestId)
      if (file) file.bytes = encodedDataLength
    })
    await page.addInitScript(watchHeading)
    await page.goto(address, { waitUntil: 'networkidle' })
    const painted = await page.evaluate<number>('headingPainted')
    return [...files.values()].map(({ asked, ...file }) => ({ ...file, isEarly: asked < painted }))
  } finally {
    await context.close()
  }
}
