import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message, OpenConversation } from '../../domain/messages/contract.ts'
import type { Poll } from '../../domain/messages/polls.ts'
import { dana } from './people-examples.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const hour = 3_600_000
const id = 'team_smashers'

const aConversation = (more: Partial<OpenConversation> = {}): OpenConversation => ({
  ...{
    id,
    kind: 'team',
    name: 'Sunset Smashers',
    photo: null,
    person: null,
    team: { id: 'smashers', name: 'Sunset Smashers' },
    event: null,
  },
  ...{
    blocked: false,
    mutedUntil: null,
    isRequest: false,
    last: null,
    unread: 0,
    mentionedSeq: null,
    mayWrite: true,
    mayModerate: false,
    mayPin: false,
  },
  nextGameId: null,
  participants: [],
  ...more,
})

const aPoll = (more: Partial<Poll> = {}): Poll => ({
  options: [
    { text: 'Saturday', count: 2, isMine: false },
    { text: 'Sunday', count: 1, isMine: false },
  ],
  ...{ isMultiple: false, showsNames: true, closesAt: null, isClosed: false, voters: 3 },
  ...more,
})

const withPoll = (more: Partial<Poll> = {}, message: Partial<Message> = {}) =>
  makeMessage(1, { text: 'Which day?', poll: aPoll(more), ...message })

let server: ConversationServer
const log = page.getByRole('log', { name: 'Messages' })
const start = (messages: Message[], conversation = aConversation()) => {
  server = new ConversationServer({ conversation, people: [dana], messages })
  return openApp(`/messages/${id}`, { viewer: someone })
}

beforeEach(() => allowErrors(/WebSocket/))
afterEach(() => void vi.unstubAllGlobals())

describe('a poll', () => {
  const saturday = log.getByRole('radio', { name: 'Saturday' })
  const sunday = log.getByRole('radio', { name: 'Sunday' })
  const votes = () => server.frames.flatMap((frame) => (frame.type === 'vote' ? [frame.choices] : []))

  it('takes a vote, changes it and takes it back, and the arrow keys only move the focus', async () => {
    await start([withPoll()])
    await expect.element(log.getByRole('group', { name: 'Which day?' })).toBeVisible()
    await expect.element(saturday).toHaveAccessibleName('Saturday 2 votes')
    await saturday.click()
    await expect.element(saturday).toBeChecked()
    await expect.element(saturday).toHaveAccessibleName('Saturday 3 votes')
    await expect.element(log.getByRole('status').getByText('4 people have voted')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(sunday).toHaveFocus()
    await expect.element(saturday).toBeChecked()
    await userEvent.keyboard(' ')
    await expect.element(sunday).toHaveAccessibleName('Sunday 2 votes')
    await expectAccessibleInBothThemes()
    await log.getByRole('button', { name: 'Take back my vote' }).click()
    await expect.element(log.getByText('3 people have voted')).toBeVisible()
    expect(votes()).toEqual([[0], [1], []])
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('with several answers adds and removes each', async () => {
    await start([withPoll({ isMultiple: true })])
    await log.getByRole('checkbox', { name: 'Saturday' }).click()
    await log.getByRole('checkbox', { name: 'Sunday' }).click()
    await log.getByRole('checkbox', { name: 'Saturday' }).click()
    await expect.element(log.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
    expect(votes()).toEqual([[0], [0, 1], [1]])
  })

  it('takes a refused vote back and says why', async () => {
    await start([withPoll()])
    await expect.element(saturday).toBeVisible()
    server.voteRefusal = 'This poll is closed.'
    await saturday.click()
    await expect.element(page.getByText('This poll is closed.')).toBeVisible()
    await expect.element(saturday).not.toBeChecked()
    await expect.element(log.getByText('3 people have voted')).toBeVisible()
  })

  it('keeps a vote until there is a connection, and says so', async () => {
    await start([withPoll()])
    await expect.element(saturday).toBeVisible()
    server.isReachable = false
    server.close(1006)
    await expect.element(page.getByText('Connecting again')).toBeVisible()
    await saturday.click()
    await expect.element(log.getByText('Your vote is sent when you are connected.')).toBeVisible()
    await expect.element(saturday).toBeChecked()
    server.isReachable = true
    dispatchEvent(new Event('online'))
    await expect.element(log.getByText('Your vote is sent when you are connected.')).not.toBeInTheDocument()
    await expect.element(saturday).toBeChecked()
    expect(votes()).toEqual([[0]])
  })

  it('shows votes of others at once, and who they are', async () => {
    answerWith({})
    await start([
      withPoll({
        voters: 0,
        options: [
          { text: 'Saturday', count: 0, isMine: false },
          { text: 'Sunday', count: 0, isMine: false },
        ],
      }),
    ])
    await expect.element(log.getByText('Nobody has voted yet')).toBeVisible()
    await expect.element(log.getByRole('button', { name: 'Who voted' })).not.toBeInTheDocument()
    server.change(1, (message) => ({ ...message, poll: aPoll() }))
    await expect.element(log.getByText('3 people have voted')).toBeVisible()
    answerWith({
      [`GET /api/conversations/${id}/messages/1`]: {
        ...{ earlierTexts: [], readers: [], reactions: [] },
        votes: [
          { text: 'Saturday', count: 1, people: [dana] },
          { text: 'Sunday', count: 0, people: [] },
        ],
      },
    })
    await log.getByRole('button', { name: 'Who voted' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('heading', { name: 'Saturday · 1' })).toBeVisible()
    await expect.element(dialog.getByText(dana.name)).toBeVisible()
  })

  it('that is closed cannot be changed, and its author closes it', async () => {
    await start([
      withPoll({
        closesAt: Date.now() - 1000,
        options: [
          { text: 'Over', count: 1, isMine: true },
          { text: 'No', count: 0, isMine: false },
        ],
      }),
      makeMessage(2, { text: 'Mine?', authorId: someone.id, poll: aPoll({ closesAt: Date.now() + 3 * hour, showsNames: false }) }),
    ])
    const first = log.getByRole('article', { name: /Which day/ })
    await expect.element(first.getByText(/· Closed/)).toBeVisible()
    await expect.element(first.getByRole('radio')).toHaveLength(0)
    await expect.element(first.getByRole('listitem').filter({ hasText: 'Your choice' })).toHaveTextContent('Over')
    await expect.element(first.getByRole('button', { name: 'Close poll' })).not.toBeInTheDocument()
    const second = log.getByRole('article', { name: /Mine/ })
    await expect.element(second.getByText(/Closes in 3 hours · Nobody sees who voted/)).toBeVisible()
    await second.getByRole('button', { name: 'Close poll' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close poll' }).click()
    await expect.element(second.getByText(/· Closed/)).toBeVisible()
    expect(requestsTo(`PUT /api/conversations/${id}/messages/2/poll`).map(({ body }) => body)).toEqual([{ isClosed: true }])
  })
})

describe('the dialog of a new poll', () => {
  const dialog = page.getByRole('dialog', { name: 'New poll' })
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Poll' }).click()
    await expect.element(dialog).toBeVisible()
  }

  it('says what is missing, keeps a draft, and sends the poll', async () => {
    const app = await start([makeMessage(1)])
    await open()
    await dialog.getByRole('button', { name: 'Send poll' }).click()
    await expect.element(dialog.getByText('Write a message.')).toBeVisible()
    await expect.element(dialog.getByText('A poll needs at least 2 answers.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Who drives?')
    await dialog.getByRole('textbox', { name: 'Answer 1' }).fill('Me')
    await dialog.getByRole('textbox', { name: 'Answer 2' }).fill('me')
    await expect.element(dialog.getByText('Two answers are the same.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await app.reload()
    await open()
    await expect.element(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue('Who drives?')
    await dialog.getByRole('textbox', { name: 'Answer 2' }).fill('You')
    await dialog.getByRole('button', { name: 'Add an answer' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Answer 3' })).toHaveFocus()
    await dialog.getByRole('button', { name: 'Remove answer 3' }).click()
    await dialog.getByRole('checkbox', { name: 'People can choose several answers' }).click()
    await dialog.getByRole('button', { name: /Closes/ }).click()
    await page.getByRole('option', { name: 'In a day' }).click()
    await dialog.getByRole('button', { name: 'Send poll' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(log.getByRole('group', { name: 'Who drives?' })).toBeVisible()
    const [sent] = requestsTo(`POST /api/conversations/${id}/messages`).map(({ body }) => body as { poll: { closesAt: number } })
    expect(sent).toMatchObject({ text: 'Who drives?', poll: { options: ['Me', 'You'], isMultiple: true, showsNames: true } })
    expect(Math.abs((sent?.poll.closesAt ?? 0) - Date.now() - 24 * hour)).toBeLessThan(60_000)
  })
})

describe('slow mode', () => {
  const field = page.getByRole('textbox', { name: 'Message everyone' })

  it('counts down above the field, keeps what was typed, and then sends it', async () => {
    await start([makeMessage(1)])
    await expect.element(log.getByText('Message 1')).toBeVisible()
    server.say({ type: 'slow', slow: { pause: 10_000, waitMs: 3000 } })
    await expect.element(page.getByText(/Slow mode: one message in 10 seconds\./)).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent(/You can write again in [123] seconds?\./)
    await field.fill('I wait')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('I wait')
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Send' }), { timeout: 10_000 }).toBeEnabled()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.element(log.getByText('I wait')).toBeVisible()
    await expect.element(page.getByRole('timer')).toBeVisible()
    await expectAccessibleInBothThemes()
    server.say({ type: 'slow', slow: { pause: null, waitMs: 0 } })
    await expect.element(page.getByText(/Slow mode/)).not.toBeInTheDocument()
  })

  it('is set by who keeps order, and does not stop them', async () => {
    await start([makeMessage(1)], aConversation({ mayModerate: true }))
    answerWith({ [`PUT /api/conversations/${id}/slow-mode`]: null })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Slow mode' }).click()
    const dialog = page.getByRole('dialog', { name: 'Slow mode' })
    await expect.element(dialog.getByRole('button', { name: 'As often as they like' })).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByRole('button', { name: 'One message in a minute' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo(`PUT /api/conversations/${id}/slow-mode`).map(({ body }) => body)).toEqual([{ pause: 60_000 }])
    server.say({ type: 'slow', slow: { pause: 60_000, waitMs: 0 } })
    await expect.element(page.getByText(/one message in a minute, but not for you/)).toBeVisible()
    for (const text of ['One', 'Two']) {
      await field.fill(text)
      await userEvent.keyboard('{Enter}')
      await expect.element(log.getByText(text, { exact: true })).toBeVisible()
    }
  })
})
