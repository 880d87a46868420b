import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { JoinerAnswer } from '../../domain/events/join-contract.ts'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import { aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const conversation: OpenConversation = {
  ...{ id: 'team_smashers', kind: 'team', name: 'Sunset Smashers', photo: null, person: null, blocked: false, mutedUntil: null },
  ...{ team: { id: 'smashers', name: 'Sunset Smashers' }, event: null, isRequest: false, last: null, unread: 0, mentionedSeq: null },
  ...{ mayWrite: true, mayModerate: false, mayPin: false, nextGameId: 'sunrise', participants: [] },
}
const game = page.getByRole('region', { name: 'Next game' })

beforeEach(() => {
  allowErrors(/WebSocket/)
})
afterEach(() => void vi.unstubAllGlobals())

async function open(event: EventDetail) {
  new ConversationServer({ conversation })
  answerWith(eventAnswers(event))
  return openApp('/messages/team_smashers', { viewer: someone })
}

it('The next game stands above the messages with its time, place, seats and my answer, and I can join there', async () => {
  const event = anEvent({ live: { capacity: 8, taken: 5 } })
  const app = await open(event)
  await expect.element(game).toHaveTextContent(/Saturday sunrise open play.*Northside Courts · 3 seats left/)
  await expectNoHorizontalScroll()
  await expectAccessibleInBothThemes()
  const live = { ...event.live, taken: 6, mine: aMyJoiner({ state: 'going' }) }
  answerWith({ 'PUT /api/events/:id/me': { live } satisfies Partial<JoinerAnswer>, ...eventAnswers({ ...event, live }) })
  await game.getByRole('button', { name: 'Join' }).click()
  await expect.element(game).toHaveTextContent(/You are in · Northside Courts · 2 seats left/)
  await game.getByRole('button', { name: 'Show my ticket' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(app.address()).toBe('/messages/team_smashers')
})

it('A game that is gone meanwhile leaves the conversation as it is', async () => {
  allowErrors(/404/)
  new ConversationServer({ conversation })
  answerWith({ 'GET /api/events/:id': () => refuse('EventNotFound', 'We could not find this game.') })
  await openApp('/messages/team_smashers', { viewer: someone })
  await expect.element(page.getByText('No messages yet')).toBeVisible()
  await expect.poll(() => requestsTo('GET /api/events/sunrise').length).toBeGreaterThan(0)
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
  await expect.element(game).not.toBeInTheDocument()
})

it('A game that could not be loaded can be loaded again', async () => {
  allowErrors(/403/)
  new ConversationServer({ conversation })
  answerWith({ 'GET /api/events/:id': () => refuse('NotAllowed', 'You may not do this.') })
  await openApp('/messages/team_smashers', { viewer: someone })
  await expect.element(page.getByText('We could not load the next game.')).toBeVisible()
  answerWith(eventAnswers(anEvent()))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(game).toHaveTextContent(/Saturday sunrise open play/)
})
