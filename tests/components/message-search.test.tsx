import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import { dana } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const conversation: OpenConversation = {
  ...{ id: 'team_smashers', kind: 'team', name: 'Sunset Smashers', photo: null, person: null, blocked: false, mutedUntil: null },
  ...{
    team: { id: 'smashers', name: 'Sunset Smashers' },
    event: null,
    isRequest: false,
    last: { seq: 9, at: Date.now(), authorId: dana.id, text: 'Hi' },
    unread: 0,
    mentionedSeq: null,
    mayWrite: true,
    mayModerate: false,
    mayPin: false,
    nextGameId: null,
    participants: [],
  },
}
const found = {
  messages: [
    makeMessage(7, { authorId: dana.id, text: 'The north court is behind the café.' }),
    makeMessage(3, { authorId: someone.id, text: 'Courtside seats' }),
    makeMessage(2, { authorId: 'gone', text: 'Which court?' }),
  ],
  people: [dana],
  next: null,
}
const path = '/messages/team_smashers?message='
const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)

afterEach(() => void vi.unstubAllGlobals())

describe('a message that is far back', () => {
  const messages = Array.from({ length: 300 }, (_, index) => makeMessage(index + 1, { authorId: dana.id, text: `Message ${index + 1}` }))
  const log = page.getByRole('log', { name: 'Messages' })
  const message = (text: string) => log.getByRole('article', { name: new RegExp(`: ${text}$`) })

  it('is loaded and focused when an address names it', async () => {
    const last = { seq: 300, at: Date.now(), authorId: dana.id, text: 'Message 300' }
    new ConversationServer({ conversation: { ...conversation, last }, people: [dana], messages })
    const app = await openApp('/messages/team_smashers?message=40', { viewer: someone })
    await expect.element(message('Message 40')).toHaveFocus()
    // Passing the top on the way may load one more page.
    expect(requestsTo('GET /api/conversations/team_smashers/messages')[0]?.query).toEqual({ before: '271', from: '40' })
    expect(app.address()).toBe('/messages/team_smashers')
    await expect.element(message('Message 39')).toBeInTheDocument()
  })

  it('is where the answers to it and the first unread one lead', async () => {
    const answered = messages.with(299, makeMessage(300, { authorId: dana.id, text: 'Yes', replyTo: 10 }))
    new ConversationServer({
      conversation: { ...conversation, last: { seq: 300, at: Date.now(), authorId: dana.id, text: 'Yes' }, unread: 200 },
      people: [dana],
      messages: answered,
    })
    await openApp('/messages/team_smashers', { viewer: someone })
    await page.getByRole('button', { name: 'First unread' }).click()
    await expect.element(message('Message 101')).toHaveFocus()
    await expect.element(page.getByRole('button', { name: 'First unread' })).not.toBeInTheDocument()
    await userEvent.keyboard('{End}')
    await log.getByRole('button', { name: /An earlier message/ }).click()
    await expect.element(message('Message 10')).toHaveFocus()
  })

  it('says so if it cannot be loaded', async () => {
    new ConversationServer({ conversation, people: [dana], messages })
    allowErrors(/status of 500/)
    answerWith({ 'GET /api/conversations/team_smashers/messages': refuse('Unexpected', 'It broke.') })
    await openApp('/messages/team_smashers?message=40', { viewer: someone })
    await expect.element(page.getByText('This message is too far back, or could not be loaded.')).toBeVisible()
  })
})

describe('the search in messages', () => {
  it('shows what it finds in each conversation, and leads to the message', async () => {
    answerWith({
      'GET /api/conversations': { conversations: [conversation], next: null },
      'GET /api/conversations/search': { found: [{ conversation, ...found, next: 2 }], next: null },
    })
    await openApp('/messages', { viewer: someone })
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('court')
    const section = page.getByRole('region', { name: 'Sunset Smashers' })
    await expect.element(section.getByRole('link', { name: /Dana Alvarez.*north court/ })).toHaveAttribute('href', `${path}7`)
    await expect.element(section.getByRole('link', { name: /You.*Courtside/ })).toHaveAttribute('href', `${path}3`)
    await expect.element(section.getByRole('link', { name: /Deleted account/ })).toBeVisible()
    expect(marks()).toEqual(['court', 'Court', 'court'])
    await expect
      .element(section.getByRole('link', { name: 'More in this conversation' }))
      .toHaveAttribute('href', '/messages/team_smashers?find=court')
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('says that it found nothing, and asks for a word', async () => {
    answerWith({
      'GET /api/conversations': { conversations: [conversation], next: null },
      'GET /api/conversations/search': { found: [], next: null },
    })
    await openApp('/messages?q=zebra', { viewer: someone })
    await expect.element(page.getByText('No message has these words.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('!')
    await expect.element(page.getByText('Type a word that somebody wrote.')).toBeVisible()
    expect(new Set(requestsTo('GET /api/conversations/search').map(({ query }) => query.q))).toEqual(new Set(['zebra']))
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('')
    await expect.element(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
  })

  it('goes on in one conversation with the words of the search in all', async () => {
    new ConversationServer({ conversation, people: [dana], messages: [makeMessage(9, { authorId: dana.id, text: 'Hi' })] })
    answerWith({ 'GET /api/conversations/team_smashers/search': found })
    await openApp('/messages/team_smashers?find=court', { viewer: someone })
    const dialog = page.getByRole('dialog', { name: 'Search in Sunset Smashers' })
    await expect.element(dialog.getByRole('link', { name: /north court/ })).toBeVisible()
    await expectAccessibleInBothThemes()
    allowErrors(/status of 500/)
    answerWith({ 'GET /api/conversations/team_smashers/search': refuse('Unexpected', 'It broke.') })
    await dialog.getByRole('searchbox').fill('courtyard')
    await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
