import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message, OpenConversation } from '../../domain/messages/contract.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import { dana } from './people-examples.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const url = 'https://www.courts.example.org/north#map'
const aConversation: OpenConversation = {
  ...{ id: 'direct_dana', kind: 'direct', name: dana.name, photo: null, person: dana, team: null, event: null },
  ...{ blocked: false, mutedUntil: null, isRequest: false, last: null, unread: 0, mentionedSeq: null },
  ...{ mayWrite: true, mayModerate: false, mayPin: false, nextGameId: null, participants: [] },
}
const aPreview = (more: Partial<LinkPreview> = {}): LinkPreview => ({
  ...{ url, siteName: 'City Parks', title: 'North courts', description: 'Six hard courts, open until 10 pm' },
  ...more,
})
const withPreview = (preview: LinkPreview, more: Partial<Message> = {}) => makeMessage(1, { text: `See ${url}`, preview, ...more })

let server: ConversationServer
const log = page.getByRole('log', { name: 'Messages' })
const card = log.getByRole('link', { name: /North courts/ })
/** The conversation opens at the first message that is not read, or at the newest. */
const start = (messages: Message[], unread = 0) => {
  const last = { seq: messages.length, at: Date.now(), authorId: dana.id, text: '' }
  server = new ConversationServer({ conversation: { ...aConversation, last, unread }, people: [dana], messages })
  return openApp('/messages/direct_dana', { viewer: someone })
}

beforeEach(() => allowErrors(/WebSocket/))
afterEach(() => void vi.unstubAllGlobals())

describe('the preview of a link', () => {
  it('is one link with the site, the title and the description', async () => {
    await start([withPreview(aPreview())])
    await expect.element(card).toHaveAccessibleName('courts.example.org · City Parks North courts Six hard courts, open until 10 pm')
    await expect.element(card).toHaveAttribute('href', url)
    await expect.element(card).toHaveAttribute('target', '_blank')
    await expect.element(card).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    // No picture and no frame of the other site.
    expect(card.element().querySelectorAll('img, iframe, video, object')).toHaveLength(0)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectAccessibleInBothThemes()
    await expectNoHorizontalScroll()
  })

  it('keeps long and hostile words in their place', async () => {
    const title = `<img src=x onerror=alert(1)>${'W'.repeat(120)}`
    await start([withPreview(aPreview({ title, siteName: 'اسم الموقع', description: 'مرحبا '.repeat(50) }))])
    const long = log.getByRole('link', { name: /onerror/ })
    await expect.element(long).toHaveTextContent(title)
    expect(long.element().getBoundingClientRect().height).toBeLessThan(160)
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('comes later, goes with an edit, and is not shown for a deleted message', async () => {
    await start([makeMessage(1, { text: `See ${url}` })])
    await expect.element(log.getByText('See')).toBeVisible()
    await expect.element(card).not.toBeInTheDocument()
    server.change(1, (message) => ({ ...message, preview: aPreview() }))
    await expect.element(card).toBeVisible()
    server.change(1, ({ preview: _, ...message }) => ({ ...message, text: 'Never mind', editedAt: Date.now() }))
    await expect.element(log.getByText('Never mind')).toBeVisible()
    await expect.element(card).not.toBeInTheDocument()
    server.change(1, (message) => ({ ...message, text: null, preview: aPreview() }))
    await expect.element(log.getByText('Message deleted')).toBeVisible()
    await expect.element(card).not.toBeInTheDocument()
  })

  it('is removed by its author with the keyboard, and by nobody else', async () => {
    await start([
      withPreview(aPreview({ title: 'Of somebody else' })),
      makeMessage(2, { authorId: someone.id, text: url, preview: aPreview() }),
    ])
    const remove = page.getByRole('button', { name: 'Remove preview' })
    await log.getByRole('article', { name: /See https/ }).hover()
    await expect.element(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
    await expect.element(remove).not.toBeInTheDocument()
    const own = log.getByRole('article', { name: /^You/ })
    await own.click()
    await expect.element(remove).toBeVisible()
    remove.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(card).not.toBeInTheDocument()
    expect(server.frames).toContainEqual({ type: 'remove-preview', seq: 2 })
    await expect.element(own).toHaveFocus()
    await expect.element(log.getByRole('link', { name: /Of somebody else/ })).toBeVisible()
  })

  it('cannot be removed without a connection, and says so', async () => {
    await start([withPreview(aPreview(), { authorId: someone.id })])
    await expect.element(card).toBeVisible()
    server.isReachable = false
    server.close(1006)
    await expect.element(page.getByText('Connecting again')).toBeVisible()
    await log.getByRole('article').hover()
    await page.getByRole('button', { name: 'Remove preview' }).click()
    await expect.element(page.getByText('You are not connected. Try again in a moment.')).toBeVisible()
    await expect.element(card).toBeVisible()
  })
})

describe('a preview that arrives late', () => {
  /** All are loaded at once, and higher than the screen. */
  const messages = Array.from({ length: 30 }, (_, index) => makeMessage(index + 1, { text: `Number ${index + 1}\nOne\nTwo\nThree` }))
  const messageOf = (seq: number) => log.getByRole('article', { name: new RegExp(`Number ${seq}\\b`) })
  const topOf = (seq: number) => (messageOf(seq).query()?.getBoundingClientRect().top ?? 0) - log.element().getBoundingClientRect().top
  /** Waits until the row has its new height. */
  const addPreview = async (seq: number) => {
    const { scrollHeight } = log.element()
    server.change(seq, (message) => ({ ...message, preview: aPreview() }))
    await expect.poll(() => log.element().scrollHeight).toBeGreaterThan(scrollHeight + 40)
  }

  it('above the screen moves nothing that the person reads', async () => {
    await start(messages)
    await expect.element(messageOf(30)).toBeInViewport()
    log.element().scrollTop -= 1000
    await expect.element(page.getByRole('button', { name: 'Newest' })).toBeVisible()
    // While somebody scrolls back, rows above may not move the list under their finger.
    log.element().scrollTop += 40
    const { seq } = messages.find((message) => topOf(message.seq) > 0) ?? { seq: 0 }
    const before = topOf(seq)
    await addPreview(seq - 3)
    await expect.poll(() => Math.abs(topOf(seq) - before)).toBeLessThan(2)
    expect(card.element().getBoundingClientRect().bottom).toBeLessThan(log.element().getBoundingClientRect().top)
  })

  it('at the end stays in sight', async () => {
    await start(messages)
    await expect.element(messageOf(30)).toBeInViewport()
    await addPreview(30)
    // A card can end at a fraction of a pixel.
    await expect.element(card).toBeInViewport({ ratio: 0.99 })
    const toEnd = () => {
      const { scrollHeight, scrollTop, clientHeight } = log.element()
      return scrollHeight - scrollTop - clientHeight
    }
    await expect.poll(toEnd).toBeLessThan(2)
  })
})
