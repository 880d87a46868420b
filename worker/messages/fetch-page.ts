import type { PageFacts } from '../../domain/messages/make-preview.ts'
import { judgeUrl, type SiteRules } from '../../domain/other-sites/judge-url.ts'
import { discardBody, loadFromSite, readUpTo } from '../other-sites/load.ts'

const pageTimeout = 5000
/** What a page says about itself stands at its start, so we read no further. */
const maxPageBytes = 512 * 1024
/** A longer title is cut anyway. */
const maxTitleLength = 2000

/** Loads a page of another site, and reads its head. Null if there is no such page. */
export async function fetchPage(url: string, { rules, userAgent }: { rules: SiteRules; userAgent: string }): Promise<PageFacts | null> {
  const headers = new Headers({ accept: 'text/html', 'user-agent': userAgent })
  const loaded = await loadFromSite({ url, rules, judge: judgeUrl, headers, timeout: pageTimeout }, async (response, signal) => {
    const html = await readHtml(response, signal)
    return html === null ? null : readHead(html)
  })
  return loaded.fault === null ? loaded.result : null
}

async function readHtml(response: Response, signal: AbortSignal): Promise<string | null> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !/^text\/html\s*(;|$)/i.test(type)) {
    await discardBody(response)
    return null
  }
  const { bytes } = await readUpTo(response, maxPageBytes, signal)
  return makeDecoder(/;\s*charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8').decode(bytes)
}

function makeDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // A page may name a charset that does not exist.
    return new TextDecoder()
  }
}

/** The first of each counts, because what people write on a page comes after its head. */
async function readHead(html: string): Promise<PageFacts> {
  const facts: PageFacts = { title: '', description: '', ogTitle: '', ogDescription: '', ogSiteName: '' }
  const keep = (name: keyof PageFacts) => ({
    element(meta: Element) {
      facts[name] ||= meta.getAttribute('content') ?? ''
    },
  })
  let titles = 0
  const rewritten = new HTMLRewriter()
    .on('title', {
      element() {
        titles += 1
      },
      text({ text }) {
        if (titles === 1 && facts.title.length < maxTitleLength) facts.title += text
      },
    })
    .on('meta[name="description" i]', keep('description'))
    .on('meta[property="og:title" i]', keep('ogTitle'))
    .on('meta[property="og:description" i]', keep('ogDescription'))
    .on('meta[property="og:site_name" i]', keep('ogSiteName'))
    .transform(new Response(html))
  // The parser gives up when too many tags are inside each other. What the page says about itself came before.
  await rewritten.body?.pipeTo(new WritableStream()).catch(() => undefined)
  return facts
}
