import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import { mentionOf } from '../../domain/messages/mentions.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const smashers: OpenConversation = {
  ...{ id: 'team_smashers', kind: 'team', name: 'Sunset Smashers', photo: null, person: null, blocked: false, mutedUntil: null },
  ...{
    team: { id: 'smashers', name: 'Sunset Smashers' },
    event: null,
    isRequest: false,
    unread: 0,
    mentionedSeq: null,
    nextGameId: null,
    participants: [],
  },
  ...{ last: { seq: 1, at: Date.now(), authorId: dana.id, text: 'Hello' }, mayWrite: true, mayModerate: false, mayPin: false },
}

let server: ConversationServer
const log = page.getByRole('log', { name: 'Messages' })
const field = page.getByRole('textbox', { name: 'Message everyone' })
const list = page.getByRole('listbox', { name: 'People to mention' })
const people = [dana, omar, { id: 'person-omara', name: 'Omara Finch', pictureUrl: null }]

const open = async (messages = [makeMessage(1)]) => {
  server = new ConversationServer({ conversation: smashers, people, messages })
  answerWith({
    [`GET /api/conversations/${smashers.id}/mentionable`]: ({ query }: { query: Record<string, string> }) => ({
      people: people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${query.q?.toLowerCase()}`)),
    }),
  })
  const app = await openApp(`/messages/${smashers.id}`, { viewer: someone })
  await expect.element(log.getByRole('article').first()).toBeVisible()
  return app
}
const sent = () => requestsTo(`POST /api/conversations/${smashers.id}/messages`).map(({ body }) => (body as { text: string }).text)
const type = async (text: string) => {
  await field.click()
  await userEvent.keyboard(text)
}

beforeEach(() => {
  allowErrors(/WebSocket/)
})
afterEach(() => void vi.unstubAllGlobals())

describe('mentions in messages', () => {
  it('are names that lead to the profile, with the own one marked in words', async () => {
    await open([makeMessage(1, { text: `Ask ${mentionOf(omar.id)}, ${mentionOf(someone.id)} or ${mentionOf('gone')}.` })])
    await expect.element(log.getByRole('link', { name: '@Omar Haddad' })).toHaveAttribute('href', `/profile/${omar.id}`)
    await expect.element(log.getByRole('link', { name: '@Person A (you)' })).toBeVisible()
    await expect.element(log.getByRole('article', { name: /Ask @Omar Haddad, @Person A or @someone\./ })).toBeVisible()
    await expect.element(log.getByRole('link', { name: '@someone' })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
  })

  it('are read with their names when they arrive, and quoted and pinned so', async () => {
    await open()
    const message = server.write(dana.id, `Hello ${mentionOf(omar.id)}`)
    await expect.element(page.getByText('Dana Alvarez: Hello @Omar Haddad')).toBeInTheDocument()
    server.pin(message.seq, true)
    await expect.element(page.getByRole('button', { name: 'Pinned Hello @Omar Haddad' })).toBeVisible()
    server.write(dana.id, 'An answer', { replyTo: message.seq })
    await expect.element(log.getByRole('button', { name: 'Dana Alvarez Hello @Omar Haddad' })).toBeVisible()
  })

  it('stand in the list of conversations, also of a muted one', async () => {
    const rows = [
      { ...smashers, unread: 3, mentionedSeq: 7, mutedUntil: Date.now() + 3_600_000 },
      { ...smashers, id: 'team_other', name: 'Other Club', unread: 2 },
    ]
    answerWith({ 'GET /api/conversations': { conversations: rows, next: null } })
    await openApp('/messages', { viewer: someone })
    await expect.element(page.getByRole('link', { name: /Sunset Smashers.*Mentions you.*3 unread/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /Other Club.*2 unread/ })).not.toHaveAccessibleName(/Mentions/)
    await expectAccessibleInBothThemes()
  })
})

describe('what needs the viewer, above the conversations', () => {
  it('leads to the message, the poll and the game, and shows more on demand', async () => {
    answerWith({ 'GET /api/conversations': { conversations: [], next: null } })
    const app = await openApp('/messages?show=removed', { viewer: someone })
    const game = (id: string) => ({ id, title: `Game ${id}`, startsAt: Date.now() + 86_400_000, timeZone: 'America/Chicago' })
    const { id, kind, name, team, event } = smashers
    answerWith({
      'GET /api/conversations': { conversations: [smashers], next: null },
      'GET /api/needs-you/messages': {
        items: [
          { kind: 'mention', conversation: { id, kind, name, team, event }, seq: 7 },
          { kind: 'poll', conversation: { id, kind, name, team, event }, seq: 9, closesAt: Date.now() + 86_400_000 },
          ...['b', 'c'].map((gameId) => ({ kind: 'answer', game: game(gameId) })),
        ],
      },
    })
    await app.goTo('/messages')
    const section = page.getByRole('region', { name: 'Needs you' })
    await expect
      .element(section.getByRole('link', { name: /A message mentions you.*Sunset Smashers/ }))
      .toHaveAttribute('href', '/messages/team_smashers?message=7')
    await expect
      .element(section.getByRole('link', { name: /A poll is waiting for your answer.*Sunset Smashers · Closes/ }))
      .toHaveAttribute('href', '/messages/team_smashers?message=9')
    await expect.element(section.getByRole('link')).toHaveLength(3)
    await section.getByRole('button', { name: 'Show all 4' }).click()
    await expect.element(section.getByRole('link', { name: /Are you coming\?.*Game c/ })).toHaveAttribute('href', '/evt/c')
    await expectAccessibleInBothThemes()
  })
})

describe('the list of people to mention', () => {
  it('opens at the @, and the keyboard picks', async () => {
    await open()
    await type('Hi @om')
    await expect.element(list.getByRole('option')).toHaveLength(2)
    const [first, second] = [list.getByRole('option', { name: 'Omar Haddad' }), list.getByRole('option', { name: 'Omara Finch' })]
    await expect.element(first).toHaveAttribute('aria-selected', 'true')
    expect(field.element().getAttribute('aria-activedescendant')).toBe(first.element().id)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(second).toHaveAttribute('aria-selected', 'true')
    expect(field.element().getAttribute('aria-activedescendant')).toBe(second.element().id)
    await expectAccessibleInBothThemes()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('Hi @Omara Finch ')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('can you come?{Enter}')
    await vi.waitFor(() => expect(sent()).toEqual([`Hi ${mentionOf('person-omara')} can you come?`]))
    await expect.element(log.getByText('@Omara Finch')).toBeVisible()
  })

  it('closes with Escape, and Enter sends when nobody has such a name', async () => {
    await open()
    await type('@dana')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(sent()).toEqual(['@dana']))
    await type('@nobody{Enter}')
    await vi.waitFor(() => expect(sent()).toEqual(['@dana', '@nobody']))
  })

  it('takes a tap, and a changed name is no mention', async () => {
    await page.viewport(390, 844)
    await open()
    await type('@da')
    await list.getByRole('option', { name: 'Dana Alvarez' }).click()
    await expect.element(field).toHaveValue('@Dana Alvarez ')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Backspace}{Backspace}{Escape}')
    await page.getByRole('button', { name: 'Send' }).click()
    await vi.waitFor(() => expect(sent()).toEqual(['@Dana Alvare']))
  })

  it('says nothing wrong while people cannot be loaded', async () => {
    await open()
    allowErrors(/./)
    answerWith({ [`GET /api/conversations/${smashers.id}/mentionable`]: refuse('Unexpected', 'Something went wrong on our side.') })
    await type('@da{Enter}')
    await vi.waitFor(() => expect(sent()).toEqual(['@da']))
  })
})

describe('a draft with mentions', () => {
  it('outlives a reload, and so does a message that could not be sent', async () => {
    const app = await open()
    await type('@omar')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Enter}hi')
    await expect.element(field).toHaveValue('@Omar Haddad hi')
    await app.reload()
    await expect.element(field).toHaveValue('@Omar Haddad hi')
    server.isReachable = false
    allowErrors(/./)
    await field.click()
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText(/Not sent yet/)).toBeVisible()
    await expect.element(log.getByText('@Omar Haddad')).toBeVisible()
    server.isReachable = true
    await app.reload()
    dispatchEvent(new Event('online'))
    await expect.poll(() => server.messages.at(-1)?.text, { timeout: 20_000 }).toBe(`${mentionOf(omar.id)} hi`)
  })

  it('opens with names when a sent message is edited', async () => {
    await open([makeMessage(1, { authorId: someone.id, text: `Hi ${mentionOf(omar.id)} and ${mentionOf('gone')}` })])
    await field.click()
    await userEvent.keyboard('{ArrowUp}')
    const edited = page.getByRole('textbox', { name: 'Edit message' })
    await expect.element(edited).toHaveValue('Hi @Omar Haddad and @someone')
    await userEvent.keyboard('!{Enter}')
    await vi.waitFor(() =>
      expect(server.frames).toContainEqual({ type: 'edit', seq: 1, text: `Hi ${mentionOf(omar.id)} and ${mentionOf('gone')}!` }),
    )
  })
})
