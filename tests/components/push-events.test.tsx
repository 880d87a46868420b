import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import { followNotification, showPush } from '../../web/pwa/push-events.ts'
import { aMyJoiner, anEvent } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'

type Button = { action: string; title: string }
type Shown = NotificationOptions & { actions: Button[] }

/** What the service worker shows. In a test, the page plays its part. */
const showNotification = vi.fn(async (_title: string, _options: Shown) => undefined)
const lastShown = () => {
  const [title, options] = showNotification.mock.lastCall ?? []
  if (!options) throw new Error('Nothing was shown.')
  return { title, options, buttons: options.actions?.map((button) => button.title) ?? [] }
}

const openWindow = vi.fn(async (_path: string) => null)

beforeEach(() => {
  showNotification.mockClear()
  openWindow.mockClear()
  vi.stubGlobal('registration', { showNotification })
  vi.stubGlobal('clients', { matchAll: async () => [], openWindow })
  return () => void vi.unstubAllGlobals()
})

const message: PushMessage = { title: 'Sunrise open play', body: 'Dana took a seat.', path: '/evt/game-1', tag: 'seat-1' }
const push = (more: Partial<PushMessage> = {}) => showPush(JSON.stringify({ ...message, ...more }))

/** Taps the notification that was shown last, or one of its buttons. */
async function tap(title?: string): Promise<void> {
  const { options } = lastShown()
  const button = options.actions?.find((one) => one.title === title)
  if (title !== undefined && !button) throw new Error(`There is no button ${title}`)
  const notification = { data: options.data, tag: options.tag, close: () => undefined }
  await followNotification({ action: button?.action ?? '', notification } as never)
}

describe('A push', () => {
  it('sets the number on the icon of the app', async () => {
    const setAppBadge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue()
    await push({ unread: 4 })
    expect(setAppBadge.mock.calls).toEqual([[4]])
    // A test of a device does not know the number.
    await push()
    expect(setAppBadge).toHaveBeenCalledOnce()
  })

  it('is shown where the system has no number on icons', async () => {
    vi.spyOn(navigator, 'setAppBadge').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
    await push({ unread: 4 })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Sunrise open play', expect.objectContaining({ body: 'Dana took a seat.' }))
  })
})

describe('A notification about a notice', () => {
  const stop = { topic: 'endorsement', name: 'Endorsement Received' }
  const changes = () => requestsTo('PATCH /api/notifications/settings').map(({ body }) => body)

  it('stops others like it with one tap, says so without a sound, and undoes it', async () => {
    answerWith({ 'PATCH /api/notifications/settings': null })
    await push({ stop })
    expect(lastShown().buttons).toEqual(['Stop these'])
    await tap('Stop these')
    expect(changes()).toEqual([{ topic: 'endorsement', channel: 'push', isOn: false }])
    expect(lastShown()).toMatchObject({
      title: 'No more alerts about Endorsement Received',
      options: { silent: true, tag: 'seat-1' },
      buttons: ['Undo'],
    })
    await tap('Undo')
    expect(changes().at(-1)).toEqual({ topic: 'endorsement', channel: 'push', isOn: true })
    expect(lastShown()).toMatchObject({ title: 'You get alerts about Endorsement Received again', buttons: ['Stop these'] })
    await tap()
    expect(openWindow.mock.calls).toEqual([['/settings?tab=notification']])
  })

  it('says why others could not be stopped, and tries again', async () => {
    await push({ stop: { topic: 'topic-1', name: 'this topic of the community' } })
    answerWith({ 'PATCH /api/notifications/settings': () => Promise.reject(new TypeError('Failed to fetch')) })
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await tap('Stop these')
    onLine.mockRestore()
    expect(lastShown()).toMatchObject({
      title: 'Alerts about this topic of the community were not stopped',
      options: { body: expect.stringContaining('You seem to be offline.') },
    })
    answerWith({ 'PATCH /api/notifications/settings': () => refuse('TopicNotFound', 'This topic does not exist anymore.') })
    await tap('Stop these')
    expect(lastShown().options.body).toBe('This topic does not exist anymore. Tap to open your settings.')
    answerWith({ 'PATCH /api/notifications/settings': null })
    await tap('Stop these')
    expect(lastShown().title).toBe('No more alerts about this topic of the community')
    answerWith({ 'PATCH /api/notifications/settings': () => refuse('TopicNotFound', 'This topic does not exist anymore.') })
    await tap('Undo')
    expect(lastShown()).toMatchObject({ title: 'Alerts about this topic of the community are still off', buttons: ['Undo'] })
  })

  it('has the answers to a game first, and two buttons at most', async () => {
    await push({ stop, game: { answer: 'join', eventId: 'game-1' } })
    expect(lastShown().buttons).toEqual(['Join', 'Stop these'])
    await push({ stop, game: { answer: 'take', eventId: 'game-1' } })
    expect(lastShown().buttons).toEqual(['Take the seat', 'Decline'])
  })

  it('opens its page, and has no button if its words are hidden', async () => {
    await push()
    expect(lastShown().buttons).toEqual([])
    await tap()
    expect([openWindow.mock.calls, requestsTo()]).toEqual([[['/evt/game-1']], []])
  })
})

describe('A game', () => {
  const game = (answer: 'join' | 'take') => push({ game: { answer, eventId: 'game-1' } })
  const answers = () => requestsTo().map(({ method, path, body }) => [method, path, body])
  const liveWith = (state: 'going' | 'paying' | 'asked' | 'waiting' | null) => ({
    live: anEvent({ live: { mine: state && aMyJoiner({ state }) } }).live,
  })
  const isAnsweredOnce = { options: { body: 'Tap to open the game.', tag: 'seat-1', data: { path: '/evt/game-1' } }, buttons: [] }

  it.each([
    ['going', 'You are in'],
    ['asked', 'You asked to join'],
    ['waiting', 'You are on the waitlist'],
  ] as const)('is joined from its notification, which then says what came of it: %s', async (state, title) => {
    answerWith({ 'PUT /api/events/:id/me': liveWith(state) })
    await game('join')
    await tap('Join')
    expect(answers()).toEqual([['PUT', '/api/events/game-1/me', {}]])
    expect(lastShown()).toMatchObject({ title, ...isAnsweredOnce })
    await tap()
    expect(openWindow.mock.calls).toEqual([['/evt/game-1']])
  })

  it.each([
    ['join', 'Join', 'PUT /api/events/:id/me'],
    ['take', 'Take the seat', 'POST /api/events/:id/me/take'],
  ] as const)('that costs money leads from its notification to paying: %s', async (answer, button, request) => {
    answerWith({ [request]: liveWith('paying') })
    await game(answer)
    await tap(button)
    expect(lastShown()).toMatchObject({ title: 'Your seat is held', options: { body: 'Tap to pay.', data: { path: '/evt/game-1' } } })
  })

  it('whose seat is offered is answered from its notification: taken', async () => {
    answerWith({ 'POST /api/events/:id/me/take': liveWith('going') })
    await game('take')
    await tap('Take the seat')
    expect(answers()).toEqual([['POST', '/api/events/game-1/me/take', {}]])
    expect(lastShown()).toMatchObject({ title: 'You are in', ...isAnsweredOnce })
  })

  it('whose seat is offered is answered from its notification: declined', async () => {
    answerWith({ 'DELETE /api/events/:id/me': liveWith(null) })
    await game('take')
    await tap('Decline')
    expect(answers()).toEqual([['DELETE', '/api/events/game-1/me', '']])
    expect(lastShown()).toMatchObject({ title: 'You declined the seat', ...isAnsweredOnce })
  })

  it.each([
    ['join', 'Join', 'PUT /api/events/:id/me'],
    ['take', 'Take the seat', 'POST /api/events/:id/me/take'],
    ['take', 'Decline', 'DELETE /api/events/:id/me'],
  ] as const)('that cannot be answered says why: %s, %s', async (answer, button, operation) => {
    answerWith({ [operation]: () => refuse('EventFull', 'This game is full.') })
    await game(answer)
    await tap(button)
    expect(lastShown()).toMatchObject({
      title: 'Your answer was not saved',
      options: { body: 'This game is full. Tap to open the game.', data: { path: '/evt/game-1' } },
      buttons: [],
    })
  })

  it('says so and asks nobody if this version does not know the button', async () => {
    await game('join')
    const { options } = lastShown()
    await followNotification({ action: 'bring-friends', notification: { ...options, close: () => undefined } } as never)
    expect(lastShown()).toMatchObject({
      title: 'Your answer was not saved',
      options: { body: expect.stringContaining('Tap to open the game.') },
    })
    expect(requestsTo()).toEqual([])
  })
})
