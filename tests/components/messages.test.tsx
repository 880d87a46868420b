import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import { removedCode } from '../../domain/messages/frames.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const day = 86_400_000
const directId = 'direct_dana'

const aConversation = (more: Partial<OpenConversation> = {}): OpenConversation => ({
  ...{
    id: directId,
    kind: 'direct',
    name: dana.name,
    photo: null,
    person: dana,
    team: null,
    event: null,
    blocked: false,
    mutedUntil: null,
    isRequest: false,
  },
  ...{
    last: { seq: 1, at: Date.now(), authorId: dana.id, text: 'See you at 7' },
    unread: 0,
    mentionedSeq: null,
    mayWrite: true,
    mayModerate: false,
    mayPin: false,
    nextGameId: null,
    participants: [someone.id, dana.id],
  },
  ...more,
})

const aTeam = (more: Partial<OpenConversation> = {}) =>
  aConversation({
    id: 'team_smashers',
    kind: 'team',
    name: 'Sunset Smashers',
    person: null,
    team: { id: 'smashers', name: 'Sunset Smashers' },
    ...more,
  })

afterEach(() => void vi.unstubAllGlobals())

describe('the list of conversations', () => {
  const list = page.getByRole('list', { name: 'Conversations' })
  const open = () => openApp('/messages', { viewer: someone })

  it('says what to do when it is empty', async () => {
    answerWith({ 'GET /api/conversations': { conversations: [], next: null } })
    await open()
    await expect.element(page.getByText('No messages yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Find people' })).toHaveAttribute('href', '/connect')
  })

  it('shows the last message, what is unread, and requests', async () => {
    answerWith({
      'GET /api/conversations': {
        conversations: [
          aConversation({ unread: 3 }),
          aTeam({ last: { seq: 9, at: Date.now() - 3 * day, authorId: someone.id, text: 'On my way' } }),
          aConversation({ id: 'direct_omar', name: 'W'.repeat(40), person: omar, isRequest: true, unread: 1 }),
          aConversation({ id: 'direct_x', name: 'Kai', last: { seq: 1, at: Date.now(), authorId: dana.id, text: null } }),
        ],
        next: null,
      },
    })
    await open()
    const row = (name: RegExp) => list.getByRole('link', { name })
    await expect.element(row(/Dana Alvarez.*See you at 7.*3 unread/)).toHaveAttribute('href', `/messages/${directId}`)
    await expect.element(row(/Sunset Smashers.*You: On my way/)).toBeVisible()
    await expect.element(row(/W{40}.*Request/)).toBeVisible()
    await expect.element(row(/Kai.*Message removed/)).toBeVisible()
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expect.element(page.getByText('Pick a conversation')).not.toBeInTheDocument()
    await expectNoHorizontalScroll()
  })

  it('loads more, and the removed ones on demand', async () => {
    answerWith({
      'GET /api/conversations': ({ query }: { query: Record<string, string> }) => {
        if (query.blocked === 'true') return { conversations: [aTeam({ blocked: true })], next: null }
        return query.cursor === 'two'
          ? { conversations: [aConversation({ id: 'direct_omar', name: omar.name, person: omar })], next: null }
          : { conversations: [aConversation()], next: 'two' }
      },
    })
    const app = await open()
    await expect.element(list.getByRole('link')).toHaveLength(1)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(list.getByRole('link')).toHaveLength(2)
    await page.getByRole('link', { name: 'Removed' }).click()
    await expect.element(list.getByRole('link', { name: /Sunset Smashers/ })).toBeVisible()
    expect(app.address()).toBe('/messages?show=removed')
  })

  it('says why it could not load, and tries again', async () => {
    answerWith({ 'GET /api/conversations': refuse('HostsOnly', 'Not now.') })
    await open()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
    answerWith({ 'GET /api/conversations': { conversations: [aConversation()], next: null } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(list.getByRole('link')).toHaveLength(1)
  })
})

describe('a conversation', () => {
  let server: ConversationServer
  const log = page.getByRole('log', { name: 'Messages' })
  const field = page.getByRole('textbox', { name: 'Message Dana Alvarez' })
  const start = async (conversation = aConversation(), messages = [makeMessage(1)]) => {
    server = new ConversationServer({ conversation, people: [dana, omar], messages })
    return openApp(`/messages/${conversation.id}`, { viewer: someone })
  }
  const send = async (text: string) => {
    await field.fill(text)
    await userEvent.keyboard('{Enter}')
  }

  beforeEach(() => {
    // The test itself decides when a lost socket is opened again.
    allowErrors(/WebSocket/)
  })

  it('opens from a notification with the field ready, and with words that were not sent from there', async () => {
    server = new ConversationServer({ conversation: aConversation(), people: [dana, omar], messages: [makeMessage(1)] })
    await openApp(`/messages/${directId}?reply=#words=${encodeURIComponent('On my way')}`, { viewer: someone })
    await expect.element(field).toHaveValue('On my way')
    await expect.element(field).toHaveFocus()
    expect(server.messages).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => server.messages.at(-1)?.text).toBe('On my way')
    await expect.element(field).toHaveValue('')
  })

  it('shows messages by day and author, and what is new', async () => {
    const noon = new Date().setHours(12, 0, 0, 0)
    const messages = [
      makeMessage(1, { sentAt: noon - day, text: 'Old news' }),
      makeMessage(2, { sentAt: noon, text: 'See https://example.com/court.' }),
      makeMessage(3, { sentAt: noon + 1000, text: 'And bring water' }),
      makeMessage(4, { sentAt: noon + 2000, authorId: 'person-blocked', text: 'Nobody reads this' }),
    ]
    await start(aConversation({ unread: 2, last: { seq: 3, at: noon, authorId: dana.id, text: '' } }), messages)
    await expect.element(log.getByText('Yesterday')).toBeVisible()
    await expect.element(log.getByText('Today')).toBeVisible()
    await expect.element(log.getByText(/^[23] new$/)).toBeVisible()
    await expect.element(log.getByRole('link', { name: 'https://example.com/court' })).toHaveAttribute('rel', 'noopener nofollow ugc')
    await expect.element(log.getByText('Nobody reads this')).not.toBeInTheDocument()
    await expect.element(log.getByText(dana.name)).toHaveLength(2)
    await expect.poll(() => server.frames.findLast(({ type }) => type === 'read')).toEqual({ type: 'read', seq: 3 })
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expect.element(page.getByRole('heading', { level: 1, name: dana.name })).toBeVisible()
    await expectNoHorizontalScroll()
  })

  it('sends with Enter, keeps the draft until then, and shows who has seen it', async () => {
    const app = await start()
    await field.fill('Half a thou')
    await app.reload()
    await expect.element(field).toHaveValue('Half a thou')
    await send('Half a thought')
    await expect.element(log.getByText('Half a thought')).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    await expect.poll(() => server.messages.at(-1)?.text).toBe('Half a thought')
    server.say({ type: 'read', userId: dana.id, seq: 2 })
    await expect.element(log.getByText('Seen')).toBeVisible()
    server.say({ type: 'typing', userId: dana.id })
    await expect.element(page.getByText('Dana Alvarez is typing')).toBeVisible()
    server.write(dana.id, 'Fine')
    await expect.element(log.getByText('Fine')).toBeVisible()
    await expect.element(page.getByText('Dana Alvarez is typing')).not.toBeInTheDocument()
    await expect.element(page.getByText('Dana Alvarez: Fine')).toBeInTheDocument()
  })

  it('keeps a refused message with its reason, and sends it again', async () => {
    await start()
    await expect.element(log.getByText('Message 1')).toBeVisible()
    server.refusal = refuse('RequestNotAccepted', 'You can write more when they accept your first messages.')
    await send('Hello')
    await expect.element(log.getByText(/^Not sent\. You can write more/)).toBeVisible()
    await expectAccessibleInBothThemes()
    server.refusal = null
    await log.getByRole('button', { name: 'Retry' }).click()
    await expect.element(log.getByText(/^Not sent/)).not.toBeInTheDocument()
    await expect.element(log.getByText('Hello', { exact: true })).toBeVisible()
    const sent = requestsTo(`POST /api/conversations/${directId}/messages`).map(({ body }) => body)
    expect(sent[1]).toEqual(sent[0])
  })

  it('keeps messages that cannot be sent, and sends each once when the server is back, after a reload too', async () => {
    const app = await start()
    await expect.element(log.getByText('Message 1')).toBeVisible()
    server.isReachable = false
    server.close(1006)
    await send('First')
    await send('Second')
    await expect.element(log.getByText(/Not sent yet/)).toHaveLength(2)
    server.isReachable = true
    await app.reload()
    dispatchEvent(new Event('online'))
    await expect.poll(() => server.messages.map(({ text }) => text), { timeout: 20_000 }).toEqual(['Message 1', 'First', 'Second'])
    await expect.element(log.getByText(/^(First|Second)$/)).toHaveLength(2)
    await expect.element(log.getByText(/Not sent yet/)).not.toBeInTheDocument()
  })

  it('lists the key that edits the last message with “?”', async () => {
    await start(aConversation(), [makeMessage(1)])
    await expect.element(field).toBeVisible()
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect
      .poll(async () => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        await userEvent.keyboard('?')
        return list.query()
      })
      .not.toBeNull()
    await expect.element(list.getByText('Edit my last message, in an empty field')).toBeVisible()
  })

  it('edits the last own message with Arrow Up, and Escape cancels', async () => {
    await start(aConversation(), [makeMessage(1), makeMessage(2, { authorId: someone.id, text: 'At 6' })])
    await expect.element(log.getByText('At 6')).toBeVisible()
    const editField = page.getByRole('textbox', { name: 'Edit message' })
    await field.click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(editField).toHaveValue('At 6')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await editField.fill('At 7')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText('At 7')).toBeVisible()
    await expect.element(log.getByText('Edited')).toBeVisible()
    expect(server.frames).toContainEqual({ type: 'edit', seq: 2, text: 'At 7' })
  })

  it('deletes an own message after a question, and replies with the text it answers', async () => {
    await start(aConversation(), [makeMessage(1, { text: 'Who drives?' }), makeMessage(2, { authorId: someone.id, text: 'Not me' })])
    await log.getByRole('article', { name: /Not me/ }).hover()
    await log
      .getByRole('article', { name: /Not me/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(log.getByText('Message deleted')).toBeVisible()
    await log.getByRole('article', { name: /Who drives/ }).hover()
    await log
      .getByRole('article', { name: /Who drives/ })
      .getByRole('button', { name: 'Reply' })
      .click()
    await expect.element(page.getByText('Reply to Dana Alvarez')).toBeVisible()
    await send('I do')
    await expect.element(log.getByRole('button', { name: 'Dana Alvarez Who drives?' })).toBeVisible()
    await expect.poll(() => server.messages.at(-1)?.replyTo).toBe(1)
  })

  it('adds and takes back reactions with the keyboard', async () => {
    await start(aConversation(), [makeMessage(1, { reactions: [{ emoji: '🎉', count: 2, isMine: false }] })])
    const message = log.getByRole('article', { name: /Message 1/ })
    await expect.element(message.getByRole('button', { name: '🎉 from 2 people' })).toHaveAttribute('aria-pressed', 'false')
    await message.click()
    await message.getByRole('button', { name: 'React' }).click()
    await expect.element(message.getByRole('button', { name: 'React with 👍' })).toHaveFocus()
    await expectAccessibleInBothThemes()
    await userEvent.keyboard('{Escape}')
    await expect.element(message).toHaveFocus()
    await message.getByRole('button', { name: 'React' }).click()
    await message.getByRole('textbox', { name: 'Another emoji' }).fill('🏓')
    await expect.element(message.getByRole('button', { name: '🏓 from 1 person' })).toHaveAttribute('aria-pressed', 'true')
    await message.getByRole('button', { name: '🏓 from 1 person' }).click()
    await expect.element(message.getByRole('list', { name: 'Reactions' })).not.toBeInTheDocument()
    expect(server.frames.filter(({ type }) => type === 'react')).toEqual([
      { type: 'react', seq: 1, emoji: '🏓', isOn: true },
      { type: 'react', seq: 1, emoji: '🏓', isOn: false },
    ])
  })

  it('says who has read a message, who reacted, and what it said before', async () => {
    await start(aConversation(), [makeMessage(1, { text: 'At 7', editedAt: 5 })])
    answerWith({
      [`GET /api/conversations/${directId}/messages/1`]: {
        earlierTexts: [{ text: 'At 6', until: Date.now() }],
        readers: [omar],
        reactions: [{ emoji: '👍', count: 1, people: [dana] }],
      },
    })
    const message = log.getByRole('article', { name: /At 7/ })
    await message.hover()
    await message.getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Message details' })
    await expect.element(dialog.getByText('At 6')).toBeVisible()
    await expect.element(dialog.getByRole('heading', { name: 'Seen' })).toBeVisible()
    await expect.element(dialog.getByText(omar.name)).toBeVisible()
    await expect.element(dialog.getByText(dana.name)).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('reports a message of somebody else', async () => {
    await start(aConversation(), [makeMessage(1, { text: 'Buy my shoes' }), makeMessage(2, { authorId: someone.id, text: 'No' })])
    answerWith({ 'POST /api/reports': null })
    const own = log.getByRole('article', { name: /No$/ })
    await own.hover()
    await expect.element(own.getByRole('button', { name: 'Report' })).not.toBeInTheDocument()
    const message = log.getByRole('article', { name: /Buy my shoes/ })
    await message.hover()
    await message.getByRole('button', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: `Report this message of ${dana.name}` })
    await dialog.getByRole('radio', { name: /spam/ }).click()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo('POST /api/reports').map(({ body }) => body)).toEqual([
      { kind: 'message', subjectId: `${directId}/1`, reason: 'spam', text: '' },
    ])
  })

  it('hides a message of somebody else, and shows it again', async () => {
    await start(aTeam({ mayModerate: true }), [
      makeMessage(1, { text: 'Buy my shoes' }),
      makeMessage(2, { authorId: someone.id, text: 'No' }),
    ])
    const hide = 'PUT /api/conversations/team_smashers/messages/1/hidden'
    answerWith({ [hide]: null })
    const own = log.getByRole('article', { name: /No$/ })
    await own.hover()
    await expect.element(own.getByRole('button', { name: 'Hide from everyone' })).not.toBeInTheDocument()
    await log.getByRole('article', { name: /Buy my shoes/ }).hover()
    await page.getByRole('button', { name: 'Hide from everyone' }).click()
    await expect.poll(() => requestsTo(hide).map(({ body }) => body)).toEqual([{ isHidden: true }])
    const hidden = makeMessage(1, { text: null, isHidden: true })
    server.say({ type: 'changed', messages: [hidden], after: 0, lastChange: 1 })
    await expect.element(log.getByText('Hidden by an organizer')).toBeVisible()
    await expectAccessibleInBothThemes()
    await log.getByRole('button', { name: 'Show again' }).click()
    await expect.poll(() => requestsTo(hide).map(({ body }) => body)).toEqual([{ isHidden: true }, { isHidden: false }])
  })

  it('shows what is pinned on one line, which opens the list and leads to each message', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => makeMessage(index + 1, { text: `Message number ${index + 1}` }))
    const last60 = { seq: 60, at: Date.now(), authorId: dana.id, text: 'Message number 60' }
    await start(aConversation({ mayPin: true, last: last60 }), messages)
    const line = page.getByRole('button', { name: /pinned/i })
    await expect.element(log.getByText('Message number 60')).toBeVisible()
    await expect.element(line).not.toBeInTheDocument()
    const last = log.getByRole('article', { name: /Message number 60/ })
    await last.hover()
    await last.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect.element(line).toHaveTextContent('Message number 60')
    server.pin(2, true)
    await expect.element(line).toHaveTextContent('2 pinnedMessage number 2')
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
    await line.click()
    const dialog = page.getByRole('dialog', { name: 'Pinned messages' })
    await expect.element(dialog.getByRole('listitem')).toHaveLength(2)
    await expect.element(dialog.getByRole('button', { name: `${dana.name} Message number 2` })).toBeVisible()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Unpin' }).last().click()
    await expect.element(dialog.getByRole('listitem')).toHaveLength(1)
    await dialog.getByRole('button', { name: /Message number 2/ }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(log.getByText('Message number 2', { exact: true })).toBeInViewport()
    server.pin(2, false)
    await expect.element(line).not.toBeInTheDocument()
  })

  it('lets who may not pin only read what is pinned', async () => {
    await start(aTeam(), [makeMessage(1, { text: 'Gate code 12' })])
    await log.getByRole('article', { name: /Gate code/ }).hover()
    await expect.element(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Pin', exact: true })).not.toBeInTheDocument()
    server.pin(1, true)
    await page.getByRole('button', { name: /Pinned/ }).click()
    await expect.element(page.getByRole('dialog').getByRole('button', { name: /Gate code/ })).toBeVisible()
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Unpin' })).not.toBeInTheDocument()
  })

  it('says that a message is hidden to those who cannot show it', async () => {
    await start(aTeam(), [makeMessage(1, { text: null, isHidden: true })])
    await expect.element(log.getByText('Hidden by an organizer')).toBeVisible()
    await expect.element(log.getByRole('button', { name: 'Show again' })).not.toBeInTheDocument()
  })

  it('moves between messages with the arrow keys', async () => {
    await start(
      aConversation(),
      [1, 2, 3].map((seq) => makeMessage(seq)),
    )
    const last = log.getByRole('article', { name: /Message 3/ })
    await last.click()
    await expect.element(last).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(log.getByRole('article', { name: /Message 2/ })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect.element(log.getByRole('article', { name: /Message 1/ })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(last).toHaveFocus()
  })

  it('opens at the newest of many messages, loads older ones, and jumps back', async () => {
    await start(
      aConversation({ last: { seq: 120, at: Date.now(), authorId: dana.id, text: '' } }),
      Array.from({ length: 120 }, (_, index) => makeMessage(index + 1)),
    )
    await expect.element(log.getByText('Message 120')).toBeInViewport()
    log.element().scrollTop = 0
    await expect.element(page.getByRole('button', { name: 'Newest' })).toBeVisible()
    await expect.poll(() => requestsTo(`GET /api/conversations/${directId}/messages`).length).toBeGreaterThan(0)
    expect(requestsTo(`GET /api/conversations/${directId}/messages`)[0]?.query).toEqual({ before: '91' })
    server.write(dana.id, 'Something new')
    await page.getByRole('button', { name: '1 new' }).click()
    await expect.element(log.getByText('Something new')).toBeInViewport()
  })

  it('is reached with the Tab key where it opens, also when the newest message is far below', async () => {
    await start(
      aConversation({ unread: 30, last: { seq: 30, at: Date.now(), authorId: dana.id, text: '' } }),
      Array.from({ length: 30 }, (_, index) => makeMessage(index + 1, { text: `Message ${index + 1}\n${'and more\n'.repeat(6)}` })),
    )
    await expect.element(log.getByText('Message 1 and more')).toBeInViewport()
    await expect.element(log.getByText('Message 30')).not.toBeInTheDocument()
    await field.click()
    for (let step = 0; step < 4; step++) await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.poll(() => document.activeElement?.closest('[role=log]')).not.toBeNull()
    await expectAccessibleInBothThemes()
  })

  it('opens at the first new message, and stays there', async () => {
    await start(
      aConversation({ unread: 25, last: { seq: 60, at: Date.now(), authorId: dana.id, text: '' } }),
      Array.from({ length: 60 }, (_, index) => makeMessage(index + 1)),
    )
    const news = log.getByText('25 new')
    await expect.element(news).toBeInViewport()
    await expect
      .poll(() => Math.abs(news.element().getBoundingClientRect().top - log.element().getBoundingClientRect().top))
      .toBeLessThan(2)
  })

  it('asks before a stranger may write, and shows them nothing until then', async () => {
    await start(aConversation({ isRequest: true, unread: 1 }))
    await expect.element(page.getByText('Dana Alvarez wants to message you')).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Block' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Report' })).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(server.frames.filter(({ type }) => type === 'read')).toEqual([])
    answerWith({
      [`POST /api/conversations/${directId}/accept`]: () => {
        server.conversation = aConversation()
        return null
      },
    })
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect.element(field).toBeVisible()
    await expect.poll(() => server.frames.filter(({ type }) => type === 'read').length).toBe(1)
  })

  it('is removed with a way back', async () => {
    const app = await start()
    answerWith({
      [`PUT /api/conversations/${directId}`]: ({ body }: { body: unknown }) => {
        server.conversation = aConversation({ blocked: (body as { blocked: boolean }).blocked })
        return null
      },
    })
    await page.getByRole('button', { name: 'Remove conversation' }).click()
    await expect.poll(app.address).toBe('/messages')
    expect(requestsTo(`PUT /api/conversations/${directId}`)[0]?.body).toEqual({ userId: someone.id, blocked: true })
    await app.goTo(`/messages/${directId}`)
    await expect.element(page.getByText(/^You removed this conversation/)).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Bring back' }).first().click()
    await expect.element(field).toBeVisible()
  })

  it('has its pinned messages on top, which lead to their places', async () => {
    await start(aConversation({ mayPin: true }))
    const pinned = page.getByRole('button', { name: /pinned/i })
    answerWith({
      [`PUT /api/conversations/${directId}/messages/1/pinned`]: ({ body }: { body: unknown }) => {
        server.pin(1, (body as { isPinned: boolean }).isPinned)
        return null
      },
    })
    const message = page.getByRole('article').first()
    await expect.element(message).toBeVisible()
    await userEvent.hover(message)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await pinned.click()
    const dialog = page.getByRole('dialog', { name: 'Pinned messages' })
    await expectAccessibleInBothThemes()
    await dialog.getByRole('listitem').getByRole('button').first().click()
    await expect.element(message).toHaveFocus()
    await pinned.click()
    await dialog.getByRole('button', { name: 'Unpin' }).click()
    await expect.element(pinned).not.toBeInTheDocument()
    expect(requestsTo(`PUT /api/conversations/${directId}/messages/1/pinned`).map(({ body }) => body)).toEqual([
      { isPinned: true },
      { isPinned: false },
    ])
  })

  it('starts over when the server knows less, because it was restored from a backup', async () => {
    await start(aTeam(), [makeMessage(1), makeMessage(2), makeMessage(3)])
    await expect.element(log.getByText('Message 3')).toBeVisible()
    server.messages = [makeMessage(1)]
    server.say({ type: 'refused', code: 'ReadTooFar', reason: 'There is no such message yet.' })
    await expect.poll(() => server.frames.at(-1)).toEqual({ type: 'sync', after: 0, changedAfter: 0 })
    server.say({
      ...{ type: 'welcome', messages: server.messages, lastSeq: 1, lastChange: 0, hasOlder: false, changed: [], hasGap: false },
      ...{ marks: [[someone.id, 1]], pins: [] },
    })
    await expect.element(log.getByText('Message 1')).toBeVisible()
    await expect.element(page.getByText('Message 3')).not.toBeInTheDocument()
    await expect.element(page.getByText('There is no such message yet.')).not.toBeInTheDocument()
    server.write(dana.id, 'Message two again')
    await expect.element(log.getByText('Message two again')).toBeVisible()
    await expect.poll(() => server.frames.at(-1)).toEqual({ type: 'read', seq: 2 })
  })

  it('shows who else has it open, and no longer while the connection is lost', async () => {
    await start(aTeam())
    const head = page.getByRole('region', { name: 'Sunset Smashers' }).getByRole('link', { name: /Sunset Smashers/ })
    await expect.element(head).toHaveTextContent('Everyone in this community')
    await expect.element(log.getByText('Message 1')).toBeVisible()
    server.say({ type: 'here', people: [dana.id, omar.id], count: 5 })
    await expect.element(head).toHaveTextContent(`5 here now: ${dana.name}, ${omar.name}, and 3 more`)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expect.element(page.getByText('Everyone in this community')).toBeVisible()
    server.say({ type: 'here', people: [dana.id, omar.id], count: 5 })
    await expect.element(page.getByText('5 here now')).toBeVisible()
    await expect.element(page.getByText('Everyone in this community')).not.toBeVisible()
    await expectNoHorizontalScroll()
    server.say({ type: 'here', people: [dana.id], count: 1 })
    await expect.element(page.getByText(`1 here now: ${dana.name}`)).toBeVisible()
    server.close(1006)
    await expect.element(page.getByText('here now')).not.toBeInTheDocument()
  })

  it('is muted for a time, and turned on again', async () => {
    await start()
    answerWith({
      [`PUT /api/conversations/${directId}/mute`]: ({ body }: { body: unknown }) => {
        server.conversation = aConversation({ mutedUntil: (body as { until: number | null }).until })
        return null
      },
    })
    const choose = async (button: string, entry: string) => {
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    const asked = () => requestsTo(`PUT /api/conversations/${directId}/mute`).map(({ body }) => (body as { until: number | null }).until)
    const before = Date.now()
    await choose('Mute', 'For an hour')
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Muted', exact: true })).toBeVisible()
    expect(Math.abs((asked()[0] ?? 0) - before - 3_600_000)).toBeLessThan(60_000)
    await expectAccessibleInBothThemes()
    await choose('Muted', 'Unmute')
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
    expect(asked()[1]).toBe(null)
  })

  it('says that the viewer is out, and keeps what they have not sent', async () => {
    const app = await start()
    await field.fill('A long thought')
    server.close(removedCode)
    await expect.element(page.getByText(/^You are no longer in this conversation/)).toBeVisible()
    await app.reload()
    await expect.element(field).toHaveValue('A long thought')
  })

  it('says that it is not there', async () => {
    answerWith({ 'GET /api/conversations': { conversations: [], next: null } })
    answerWith({
      'GET /api/conversations/:id': refuse('NotFound', 'Not found.'),
      'GET /api/conversations/unread': { unread: 0, requests: 0 },
    })
    await openApp('/messages/direct_none', { viewer: someone })
    await expect.element(page.getByText('This conversation is not here')).toBeVisible()
  })

  it('counts characters near the end', async () => {
    await start()
    await field.fill('x'.repeat(3990))
    await expect.element(page.getByText('10 characters left')).toBeVisible()
    await field.fill('x'.repeat(4003))
    await expect.element(page.getByText('3 characters too many')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  })
})
