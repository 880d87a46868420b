import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import { answerOutside, type Outside } from '../external-teams/teams.ts'
import { makeFriends, readPage, say } from '../messages/people.ts'
import { asPage, loadPages, pageUrl, urlsOf } from '../messages/preview-jobs.ts'
import { holdClock } from '../messages/ring.ts'
import { openChat } from '../messages/sockets.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()
const outside: Outside = { requests: [], answer: () => asPage('') }
holdClock()
beforeEach(() => answerOutside(outside))

/** Sends a link whose site answers so, and returns what others see of it. */
async function attack(answer: Outside['answer'], link = pageUrl): Promise<LinkPreview | undefined> {
  outside.answer = answer
  const { anna, ben, id } = await makeFriends()
  await say(anna, id, link)
  await loadPages(queues, id)
  return (await readPage(ben, id)).messages[0]?.preview
}

const redirect = (location: string) => new Response('moved', { status: 302, headers: { location } })

describe('A link to where only we could go', () => {
  it.each([
    'http://courts.example.org/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://10.0.0.8/admin',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:127.0.0.1]/',
    'https://１２７.０.０.１/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://localhost./api/health',
    'https://router.lan/',
    'https://courts.example.org:22/',
    'https://mailbox.sandbox.localhost/',
    'https://feeds.sandbox.localhost/team.ics',
  ])('is not opened: %s', async (link) => {
    outside.answer = () => asPage('Secret')
    const { anna, id } = await makeFriends()
    await say(anna, id, link)
    expect(await loadPages(queues, id)).toBe(0)
    // As one text, because a failure then says what was opened.
    expect(urlsOf(outside).join(' ')).toBe('')
  })

  it.each([
    'http://courts.example.org/north',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::1]/',
    '//10.0.0.8/',
    'https://metadata.google.internal/',
    'https://localhost:5173/api/health',
    'https://localhost/',
    'https://eve:secret@courts.example.org/',
    'file:///etc/passwd',
    'data:text/html,<title>Secret</title>',
  ])('is not opened behind a redirect: %s', async (location) => {
    expect(await attack(({ url }) => (url === pageUrl ? redirect(location) : asPage('Secret')))).toBeUndefined()
    expect(urlsOf(outside)).toEqual([pageUrl])
  })

  it('is not opened behind good redirects either, and there are three of them at most', async () => {
    const steps = ['https://b.example.com/', '/again', 'https://192.168.0.1/']
    expect(await attack(() => redirect(steps.shift() ?? ''))).toBeUndefined()
    expect(urlsOf(outside)).toEqual([pageUrl, 'https://b.example.com/', 'https://b.example.com/again'])
    outside.requests.length = 0
    expect(await attack(() => redirect('/round'))).toBeUndefined()
    expect(outside.requests).toHaveLength(4)
  })

  it('gets nothing of the person or of us', async () => {
    expect(await attack(({ url }) => (url === pageUrl ? redirect('https://b.example.com/') : asPage('Courts')))).toMatchObject({
      title: 'Courts',
    })
    for (const { headers, init } of outside.requests) {
      expect([...headers.keys()].sort()).toEqual(['accept', 'user-agent'])
      expect([init.method, init.body, init.redirect]).toEqual([undefined, undefined, 'manual'])
    }
  })
})

describe('A page that is huge or slow', () => {
  const part = new Uint8Array(64 * 1024).fill(32)

  it('is read up to 512 KB, whatever its length says', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('<title>Endless</title>')),
      pull(controller) {
        sent += part.byteLength
        controller.enqueue(part)
      },
    })
    const headers = { 'content-type': 'text/html', 'content-length': '100' }
    expect(await attack(() => new Response(endless, { headers }))).toMatchObject({ title: 'Endless' })
    expect(sent).toBeGreaterThanOrEqual(512 * 1024 - part.byteLength)
    expect(sent).toBeLessThan(512 * 1024 + 4 * part.byteLength)
  })

  it('is not read after 512 KB', async () => {
    const late = `${' '.repeat(512 * 1024)}<title>Too late</title>`
    expect(await attack(() => new Response(late, { headers: { 'content-type': 'text/html' } }))).toBeUndefined()
  })

  it('is stopped after five seconds, while it sends one byte after the other or nothing at all', async () => {
    const clock = new AbortController()
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds)
      return clock.signal
    })
    const drip = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('<title>Slow</title>'))
        // The next byte never comes; the five seconds are over instead.
        queueMicrotask(() => clock.abort())
      },
    })
    expect(await attack(() => new Response(drip, { headers: { 'content-type': 'text/html' } }))).toBeUndefined()
    expect(limits).toEqual([5000])
    expect(await attack(() => new Promise<Response>(() => undefined))).toBeUndefined()
  })
})

describe('A page that lies about itself', () => {
  it('is shown as text on one line, with the host of its link', async () => {
    const html = `<title>x</title>
      <meta property="og:title" content="<img src=x onerror=alert(1)>&#8238;gpj.exe&#10;&#0;">
      <meta property="og:site_name" content="Your Bank">
      <meta property="og:url" content="https://bank.example.com/">
      <meta property="og:image" content="https://eve.example.com/who-reads.png">
      <meta property="og:description" content="${'long '.repeat(2000)}">`
    const preview = await attack(() => new Response(html, { headers: { 'content-type': 'text/html' } }))
    expect(preview).toEqual({
      url: pageUrl,
      siteName: 'Your Bank',
      title: '<img src=x onerror=alert(1)> gpj.exe \uFFFD',
      description: 'long '.repeat(60).trim(),
    })
  })

  it('still leads to the link that was written, also after a redirect', async () => {
    const preview = await attack(({ url }) => (url === pageUrl ? redirect('https://eve.example.com/') : asPage('Elsewhere')))
    expect(preview).toMatchObject({ url: pageUrl, title: 'Elsewhere' })
  })
})

describe('Somebody who sends very many links', () => {
  it('makes us open only some of them, in all conversations together', async () => {
    outside.answer = () => asPage('Victim')
    const limited = vi.spyOn(env.ACCOUNT_LIMIT, 'limit')
    const left = new Map<string, number>()
    limited.mockImplementation(async ({ key }) => {
      left.set(key, (left.get(key) ?? 10) - 1)
      return { success: (left.get(key) ?? 0) >= 0 }
    })
    const { anna, ben, id } = await makeFriends()
    const sendMany = async (viewer: Viewer, count: number) => {
      for (let sent = 0; sent < count; sent += 1) await say(viewer, id, `https://victim.example.com/${viewer.id}/${sent}`)
    }
    await sendMany(anna, 15)
    await sendMany(ben, 2)
    expect(await loadPages(queues, id)).toBe(17)
    const opened = (viewer: Viewer) => urlsOf(outside).filter((url) => url.includes(viewer.id))
    expect([opened(anna).length, opened(ben).length]).toEqual([10, 2])
    expect([...left.keys()]).toEqual([`link-preview ${anna.id}`, `link-preview ${ben.id}`])
    // Each edit counts too.
    const chat = await openChat(anna, id)
    chat.send({ type: 'edit', seq: 1, text: 'https://victim.example.com/again' })
    await chat.next('changed')
    expect(await loadPages(queues, id)).toBe(1)
    expect(urlsOf(outside)).toHaveLength(12)
  })

  it('in one message gets one opened', async () => {
    await attack(() => asPage('First'), Array.from({ length: 100 }, (_, index) => `https://victim.example.com/${index}`).join(' '))
    expect(urlsOf(outside)).toEqual(['https://victim.example.com/0'])
  })
})
