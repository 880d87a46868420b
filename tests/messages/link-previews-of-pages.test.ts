import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findPreviewLink } from '../../domain/messages/find-preview-link.ts'
import { makePreview } from '../../domain/messages/make-preview.ts'
import type { SiteRules } from '../../domain/other-sites/judge-url.ts'
import { fetchPage } from '../../worker/messages/fetch-page.ts'
import { answerOutside, type Outside } from '../external-teams/teams.ts'

const rules: SiteRules = { ownHosts: new Set(['play.example.com', 'localhost']), sandbox: null }
const link = 'https://courts.example.org/north'

describe('The link of a message that gets a preview', () => {
  it.each([
    ['See https://courts.example.org/north.', link],
    ['(https://courts.example.org/north)', link],
    ['https://a.example/1 and https://b.example/2', 'https://a.example/1'],
    ['Join at https://play.example.com/discover/events/1, courts at https://courts.example.org/north', link],
    ['http://localhost:5173/messages https://courts.example.org/north', link],
    ['https://courts.example.org/north#map', `${link}#map`],
  ])('of "%s" is %s', (text, found) => {
    expect(findPreviewLink(text, rules)).toBe(found)
  })

  it.each([
    'No link',
    'https://play.example.com/discover/events/1',
    'https://PLAY.example.com./discover',
    'http://courts.example.org/north',
    // Only the first one counts, and we do not open it.
    'http://courts.example.org/north https://courts.example.org/north',
    'https://127.0.0.1/ and https://courts.example.org/north',
    'https://10.0.0.8/admin',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://metadata.google.internal/',
    'https://localhost.localdomain/',
    'https://courts.example.org:8443/',
    'https://pages.sandbox.localhost/a',
    'mailto:ana@example.com',
    'https://eve:secret@courts.example.org/',
    'courts.example.org/north',
  ])('is none in "%s"', (text) => {
    expect(findPreviewLink(text, rules)).toBeNull()
  })
})

describe('The page of a link', () => {
  const outside: Outside = { requests: [], answer: () => new Response() }
  beforeEach(() => answerOutside(outside))
  afterEach(() => void vi.unstubAllGlobals())

  const asPage = (html: BodyInit, type = 'text/html; charset=utf-8') => new Response(html, { headers: { 'content-type': type } })
  /** The preview of a page with this content. */
  async function preview(html: BodyInit, type?: string) {
    outside.answer = () => asPage(html, type)
    const page = await fetchPage(link, { rules, userAgent: 'Gather' })
    return page && makePreview(link, page)
  }

  it('says its title, its description and its site', async () => {
    const head = `<!doctype html><html><head><title>Ignored</title><meta property="og:title" content="North courts">
      <meta content='Six hard courts, open until 10 pm' property='og:description'><meta name=description content="Ignored">
      <meta property="og:site_name" content="City Parks"></head><body><title>Later</title><meta property="og:title" content="Later"></body>`
    expect(await preview(head)).toEqual({
      ...{ url: link, siteName: 'City Parks', title: 'North courts', description: 'Six hard courts, open until 10 pm' },
    })
    expect(outside.requests.map(({ url, init }) => [url, init.redirect, init.method])).toEqual([[link, 'manual', undefined]])
    expect([...(outside.requests[0]?.headers.entries() ?? [])]).toEqual([
      ['accept', 'text/html'],
      ['user-agent', 'Gather'],
    ])
  })

  it('falls back to its plain title and description, and leaves out what says nothing new', async () => {
    expect(await preview('<title> North\n  courts </title><META NAME="Description" CONTENT="Six courts">')).toEqual({
      ...{ url: link, siteName: null, title: 'North courts', description: 'Six courts' },
    })
    const repeated =
      '<title>North</title><meta name="description" content="North"><meta property="og:site_name" content="Courts.example.org">'
    expect(await preview(repeated)).toEqual({ url: link, siteName: null, title: 'North', description: null })
  })

  it.each([
    ['Tom &amp; Jerry&#39;s &quot;Court&quot;', 'Tom & Jerry\'s "Court"'],
    ['Caf&eacute; &Uuml;ber&shy;all &ndash; &#x1F3BE; &hellip;', 'Café Überall – 🎾 …'],
    ['&amp;lt;b&amp;gt; &bogus; &constructor; &', '&lt;b&gt; &bogus; &constructor; &'],
    ['a&#8238;gnp.exe&#0;&#x2028;b&#9;&#99999999;', 'a gnp.exe\uFFFD b &#99999999;'],
    ['\u2066in\u2069 z\u200Be\u00ADro &#xE0041;', 'in zero'],
    ['Broken &#xD800; pair', 'Broken \uFFFD pair'],
    ['<b>bold</b><script>alert(1)</script>', '<b>bold</b><script>alert(1)</script>'],
    ['x'.repeat(5000), 'x'.repeat(150)],
    ['🎾'.repeat(200), '🎾'.repeat(75)],
  ])('has the title %s as plain text', async (written, title) => {
    expect((await preview(`<title>${written}</title>`))?.title).toBe(title)
    expect((await preview(`<meta property="og:title" content='${written.replaceAll("'", '&apos;')}'>`))?.title).toBe(title)
  })

  it.each([
    ['nothing', ''],
    ['no title', '<p>Hello</p>'],
    ['an empty title', '<title> &nbsp; &#8203; </title>'],
    ['a title that is no element', '<!-- <title>Hidden</title> --><p title="x">'],
  ])('with %s has no preview', async (_, html) => {
    expect(await preview(html)).toBeNull()
  })

  it.each([
    ['never ends', '<title>Open', 'Open'],
    ['is cut in a tag', '<title>Open</title><meta property="og:title" content="Cut', 'Open'],
    ['has tags inside each other', `<title>Deep</title>${'<div>'.repeat(80_000)}`, 'Deep'],
    ['has an attribute without an end', `<title>Open</title><meta property="og:title" content="${'a'.repeat(400_000)}`, 'Open'],
    ['has thousands of titles', '<title>First</title>'.repeat(20_000), 'First'],
    ['has zeros', '<title>A\0B</title>', 'A B'],
  ])('that %s is read without harm', async (_, html, title) => {
    expect((await preview(html))?.title).toBe(title)
  })

  it('is read in its charset, also if it names one that does not exist', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('<title>Caf'), 0xe9, ...new TextEncoder().encode('</title>')])
    expect((await preview(bytes, 'text/html; charset="ISO-8859-1"'))?.title).toBe('Café')
    expect((await preview(bytes, 'text/html;version=5; charset=made-up'))?.title).toBe('Caf\uFFFD')
  })

  it.each([
    ['text/plain', 200],
    ['application/xhtml+xml', 200],
    ['text/html-like', 200],
    ['image/svg+xml', 200],
    ['', 200],
    ['text/html', 404],
    ['text/html', 500],
  ])('is not read as %s with the status %s', async (type, status) => {
    let wasCancelled = false
    const body = new ReadableStream({
      cancel() {
        wasCancelled = true
      },
    })
    outside.answer = () => new Response(body, { status, headers: type ? { 'content-type': type } : {} })
    expect(await fetchPage(link, { rules, userAgent: 'Gather' })).toBeNull()
    expect(wasCancelled).toBe(true)
  })
})
