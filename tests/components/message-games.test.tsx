import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { EventDetail, MyEventPage } from '../../domain/events/contract.ts'
import type { JoinerAnswer } from '../../domain/events/join-contract.ts'
import type { Message, OpenConversation } from '../../domain/messages/contract.ts'
import { aCard, aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { dana } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const conversation: OpenConversation = {
  ...{ id: 'team_smashers', kind: 'team', name: 'Sunset Smashers', photo: null, person: null, blocked: false, mutedUntil: null },
  ...{ team: { id: 'smashers', name: 'Sunset Smashers' }, event: null, isRequest: false, last: null, unread: 0, mentionedSeq: null },
  ...{ mayWrite: true, mayModerate: false, mayPin: false, nextGameId: null, participants: [] },
}
const link = (id: string) => `${location.origin}/evt/${id}`
const log = page.getByRole('log', { name: 'Messages' })
const card = log.getByRole('region', { name: 'Game: Saturday sunrise open play' })
const field = page.getByRole('textbox', { name: 'Message everyone' })

let server: ConversationServer
function open(messages: Message[] = [makeMessage(1, { text: `Who comes? ${link('sunrise')}` })], more: Partial<OpenConversation> = {}) {
  server = new ConversationServer({ conversation: { ...conversation, ...more }, people: [dana], messages })
  return openApp('/messages/team_smashers', { viewer: someone })
}
function openWith(event: EventDetail) {
  answerWith(eventAnswers(event))
  return open()
}

beforeEach(() => allowErrors(/WebSocket/))
afterEach(() => void vi.unstubAllGlobals())

describe('A game in a message', () => {
  it('shows its facts, and the viewer joins there as on its page', async () => {
    const event = anEvent({ live: { capacity: 8, taken: 5 } })
    const app = await openWith(event)
    await expect.element(card).toHaveTextContent(/Saturday sunrise open play.*Northside Courts.*3 seats left/)
    await expect.element(card.getByRole('link')).toHaveAttribute('href', '/discover/events/sunrise')
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
    const live = { ...event.live, taken: 6, mine: aMyJoiner({ state: 'going' }) }
    answerWith({ 'PUT /api/events/:id/me': { live } satisfies Partial<JoinerAnswer>, ...eventAnswers({ ...event, live }) })
    await card.getByRole('button', { name: 'Join' }).click()
    await expect.element(card).toHaveTextContent(/You are in · 2 seats left/)
    expect(requestsTo('PUT /api/events/sunrise/me')[0]?.body).toEqual({ slotId: null, guests: [], answers: {}, orWait: false })
    await card.getByRole('button', { name: 'Show my ticket' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(app.address()).toBe('/messages/team_smashers')
  })

  it('offers the waitlist when it is full', async () => {
    const event = anEvent({ live: { capacity: 8, taken: 8, waiting: 2 } })
    await openWith(event)
    await expect.element(card).toHaveTextContent('Full, 2 waiting')
    const live = { ...event.live, waiting: 3, mine: aMyJoiner({ state: 'waiting', position: 3 }) }
    answerWith({ 'PUT /api/events/:id/me': { live } satisfies Partial<JoinerAnswer>, ...eventAnswers({ ...event, live }) })
    await card.getByRole('button', { name: 'Join the waitlist' }).click()
    await expect.element(card).toHaveTextContent('You are on the waitlist · Full, 3 waiting')
    await expect.element(card.getByRole('button')).not.toBeInTheDocument()
    // The button is gone, and the focus stays in the card.
    await expect.element(card.getByRole('link')).toHaveFocus()
  })

  it('says why it cannot be joined, and shows the seats as they are now', async () => {
    allowErrors(/409/)
    await openWith(anEvent({ live: { capacity: 8, taken: 7 } }))
    answerWith({
      'PUT /api/events/:id/me': () => refuse('EventFull', 'This game is full now.'),
      ...eventAnswers(anEvent({ live: { capacity: 8, taken: 8 } })),
    })
    await card.getByRole('button', { name: 'Join' }).click()
    await expect.element(page.getByText('This game is full now.')).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Join the waitlist' })).toBeVisible()
  })

  it('asks what the hosts want to know, and keeps the answer while others write', async () => {
    await openWith(anEvent({ questions: [{ id: 'level', text: 'What is your level?', isRequired: true }] }))
    await card.getByRole('button', { name: 'Join' }).click()
    const question = page.getByRole('dialog').getByRole('textbox')
    await question.fill('About 3.5')
    // The message with the game is no longer on the screen.
    for (let count = 0; count < 60; count++) server.write(dana.id, `Round ${count} is over`)
    await expect.poll(() => card.query()).toBeNull()
    await expect.element(question).toHaveValue('About 3.5')
  })

  it.each([
    ['cancelled', anEvent({ live: { state: 'cancelled' } }), 'Cancelled'],
    ['over', anEvent({ startsAt: 1000, endsAt: 2000 }), 'It is over'],
    ['of the viewer', anEvent({ isHost: true, live: { mine: aMyJoiner({ state: 'going' }) } }), 'You are in'],
  ])('says that it is %s', async (_, event, words) => {
    await openWith(event)
    await expect.element(card).toHaveTextContent(words)
    await expect.element(card.getByRole('button', { name: 'Join' })).not.toBeInTheDocument()
  })

  it('is only a link if it is gone or not for the viewer, and is not asked for again', async () => {
    allowErrors(/404/)
    answerWith({ 'GET /api/events/:id': () => refuse('EventNotFound', 'We could not find this game.') })
    const app = await open()
    await expect.element(log.getByRole('link', { name: link('sunrise') })).toBeVisible()
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
    await expect.element(card).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    const asked = requestsTo('GET /api/events/sunrise').length
    document.dispatchEvent(new Event('visibilitychange'))
    await app.goTo('/messages')
    await expect.element(log).not.toBeInTheDocument()
    await app.goTo('/messages/team_smashers')
    await expect.element(log.getByRole('link', { name: link('sunrise') })).toBeVisible()
    server.write(dana.id, 'The game is off')
    await expect.element(log.getByText('The game is off')).toBeVisible()
    expect(requestsTo('GET /api/events/sunrise')).toHaveLength(asked)
  })

  it('is only a link if its address is that of a list', async () => {
    answerWith({ 'GET /api/events/:id': { events: [], next: null } satisfies MyEventPage })
    await open([makeMessage(1, { text: link('mine') })])
    await expect.poll(() => requestsTo('GET /api/events/mine').length).toBeGreaterThan(0)
    await expect.poll(() => log.element().querySelector('[aria-busy=true]')).toBeNull()
    await expect.element(log.getByRole('link', { name: link('mine') })).toBeVisible()
  })

  it('keeps its place while it loads, so that the messages do not move', async () => {
    const { promise, resolve } = Promise.withResolvers<EventDetail>()
    answerWith({ ...eventAnswers(anEvent()), 'GET /api/events/:id': () => promise })
    await open([makeMessage(1, { text: link('sunrise') }), makeMessage(2, { text: 'I drive' })])
    const below = log.getByText('I drive')
    await expect.poll(() => requestsTo('GET /api/events/sunrise').length).toBeGreaterThan(0)
    // The list has measured the message with the gray place.
    await expect
      .poll(() => {
        const place = log.element().querySelector('[aria-busy=true]')?.getBoundingClientRect()
        return below.element().getBoundingClientRect().top - (place?.bottom ?? Number.NaN)
      })
      .toBeGreaterThan(0)
    const readTops = () => [log.getByRole('link').first(), below].map((part) => part.element().getBoundingClientRect().top)
    const before = readTops()
    resolve(anEvent())
    await expect.element(card).toBeVisible()
    expect(readTops()).toEqual(before)
  })

  it('shows what the device knows while offline, and otherwise only the link', async () => {
    const app = await openWith(anEvent({ live: { capacity: 8, taken: 5 } }))
    await expect.element(card).toHaveTextContent('3 seats left')
    answerWith({
      'GET /api/events/:id': () => Promise.reject(new TypeError('Failed to fetch')),
      'GET /api/events/:id/live': () => Promise.reject(new TypeError('Failed to fetch')),
    })
    server.write(dana.id, `Or this one: ${link('unknown')}`)
    await expect.poll(() => requestsTo('GET /api/events/unknown').length).toBeGreaterThan(0)
    await expect.element(log.getByRole('link', { name: link('unknown') })).toBeVisible()
    await expect.poll(() => log.element().querySelector('[aria-busy=true]')).toBeNull()
    await expect.element(card).toHaveTextContent('3 seats left')
    expect(app.address()).toBe('/messages/team_smashers')
  })

  it('is asked for once, however many messages link to it, and links to other sites are not', async () => {
    answerWith(eventAnswers(anEvent()))
    const texts = [link('sunrise'), `Again ${location.origin}/discover/events/sunrise`, 'https://gather.example.evil.com/evt/other']
    await open(texts.map((text, index) => makeMessage(index + 1, { text })))
    await expect.element(card).toHaveLength(2)
    expect(requestsTo('GET /api/events/:id')).toHaveLength(1)
    expect(requestsTo('GET /api/events/:id/live')).toHaveLength(0)
  })
})

describe('The choice of a game', () => {
  const openChoice = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Game' }).click()
  }
  const choice = page.getByRole('dialog', { name: 'Choose a game' })

  it('has the game of the conversation first, then mine, and writes its link into the text', async () => {
    answerWith(eventAnswers(anEvent()))
    const mine = (...games: Parameters<typeof aCard>[0][]) => games.map((game) => ({ ...aCard(game), isHost: false }))
    answerWith({
      'GET /api/events/mine': ({ query }): MyEventPage =>
        query.cursor === 'two'
          ? { events: mine({ id: 'late', title: 'Late doubles' }), next: null }
          : {
              events: mine({ id: 'early', title: 'Early doubles' }, { id: 'sunrise' }, { id: 'off', title: 'Off', state: 'cancelled' }),
              next: 'two',
            },
    })
    await open([], { nextGameId: 'sunrise' })
    await field.fill('Who comes?')
    await openChoice()
    const games = choice.getByRole('list', { name: 'Games' }).getByRole('button')
    await expect.element(games.nth(1)).toBeVisible()
    expect(games.elements().map((game) => game.textContent)).toEqual([
      expect.stringContaining('Saturday sunrise open play'),
      expect.stringContaining('Early doubles'),
    ])
    await expectAccessibleInBothThemes()
    await choice.getByRole('button', { name: 'Show more' }).click()
    await games.nth(2).click()
    await expect.element(field).toHaveValue(`Who comes? ${link('late')}`)
    await expect.element(choice).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => server.messages.at(-1)?.text).toBe(`Who comes? ${link('late')}`)
  })

  it('says what to do without games, and tries again after a failure', async () => {
    answerWith({ 'GET /api/events/mine': refuse('HostsOnly', 'Not now.') })
    await open([])
    await openChoice()
    await expect.element(choice.getByRole('alert')).toHaveTextContent('Not now.')
    answerWith({ 'GET /api/events/mine': { events: [], next: null } })
    await choice.getByRole('button', { name: 'Try again' }).click()
    await expect.element(choice.getByRole('link', { name: 'Find a game' })).toBeVisible()
  })
})
