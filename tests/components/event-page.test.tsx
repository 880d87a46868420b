import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventCard, EventDetail, EventLive } from '../../domain/events/contract.ts'
import { formatFullMoment } from '../../domain/events/format-when.ts'
import type { CoHostInvite, JoinEvent, JoinerAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import type { EventUpdate } from '../../domain/events/manage-contract.ts'
import { livePollMs } from '../../domain/events/viewer-state.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import type { UserListSummary } from '../../domain/user-lists/contract.ts'
import { eventById } from '../../web/events/queries.ts'
import { queryClient } from '../../web/query-client.ts'
import { aCard, aCoHostInvite, aFace, aJoiner, aMyJoiner, anEvent, dana, eventAnswers, startsAt } from './event-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const main = page.getByRole('main')
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const sent = (key: string) => requestsTo(key).at(-1)?.body

const openGame = (event: EventDetail = anEvent(), path = '/evt/sunrise') => {
  answerWith(eventAnswers(event))
  return openApp(path, { viewer: someone })
}

/** Changes the game in the fake API: the answer to a change of the viewer's entry, and all later answers. */
const becomes = (event: EventDetail, updates: EventUpdate[] = []): JoinerAnswer => {
  answerWith(eventAnswers(event, updates))
  return { live: event.live }
}

describe('the page of a game', () => {
  it('shows the game to a visitor without the names of players, and lets them join', async () => {
    answerWith(eventAnswers(anEvent({ live: { taken: 1 } })))
    await openApp('/evt/sunrise')
    await expect.element(heading('Saturday sunrise open play')).toBeVisible()
    await expect.element(main.getByText('Hosted by Dana Alvarez')).toBeVisible()
    await expect.element(main.getByText(/^Pickleball · Level 3\.0 to 3\.5 · Open to everyone$/)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
    await expect.element(page.getByText('to see who is going')).toBeVisible()
    await button('Join').click()
    await expect.element(dialog('Take a seat')).toBeVisible()
    await expect.element(button('Bring a guest')).not.toBeInTheDocument()
  })

  it.each([
    ['player', false, { role: 'button', name: 'Ask: same time next week?' }],
    ['host', true, { role: 'link', name: 'Same time next week' }],
  ] as const)(
    'lets a %s play a game that is over again, unless the next date of its series is planned',
    async (_who, isHost, { role, name }) => {
      const over = { startsAt: startsAt - 7 * day, endsAt: startsAt - 7 * day + hour }
      const series = { id: 'sunrises', words: 'Every Saturday', others: [], joinable: 0, laterMine: 0, isFollowed: false }
      const answerNext = (next: EventCard) =>
        answerWith({
          ...eventAnswers(anEvent({ ...over, series, isHost })),
          'GET /api/events/:id/rematch': { next, ask: isHost ? 'none' : 'open' },
        })
      const nextGame = page.getByRole('link', { name: /Sunday tennis/ })
      answerNext(aCard({ id: 'other', title: 'Sunday tennis' }))
      const app = await openApp('/evt/sunrise', { viewer: someone })
      await expect.element(nextGame).toBeVisible()
      await expect.element(main.getByRole(role, { name })).toBeVisible()
      answerNext(aCard({ id: 'other', title: 'Sunday tennis', seriesId: 'sunrises' }))
      await app.reload()
      await expect.element(nextGame).toBeVisible()
      await expect.element(main.getByRole(role, { name })).not.toBeInTheDocument()
    },
  )

  it('warns of a full game only those who have no seat', async () => {
    await page.viewport(390, 844)
    const colorOfFull = async (live: NonNullable<Parameters<typeof anEvent>[0]>['live']) => {
      answerWith(eventAnswers(anEvent({ live: { taken: 12, ...live } })))
      await openApp('/evt/sunrise', { viewer: someone })
      const full = page.getByRole('region', { name: 'Join' }).getByText('Full', { exact: true })
      await expect.element(full).toBeVisible()
      const { color } = getComputedStyle(full.element())
      return color
    }
    const whenIn = await colorOfFull({ mine: aMyJoiner() })
    expect(whenIn).not.toBe(await colorOfFull({}))
  })

  it('keeps the focus at the person who was invited', async () => {
    const bo = { person: { id: 'bo', name: 'Bo Lee', pictureUrl: null }, hasPlayedLast: true }
    answerWith({
      ...eventAnswers(anEvent({ live: { taken: 1, mine: aMyJoiner() } })),
      'GET /api/events/:id/familiar': { people: [bo] },
      'POST /api/events/:id/invites': { invited: 1 },
    })
    await openApp('/evt/sunrise', { viewer: someone })
    await button('Invite Bo Lee').click()
    await expect.element(main.getByText('Invited Bo Lee')).toHaveFocus()
  })

  it('leaves the focus where somebody went while an invitation was on its way', async () => {
    const answer = Promise.withResolvers<object>()
    answerWith({
      ...eventAnswers(anEvent({ live: { taken: 1, mine: aMyJoiner() } })),
      'GET /api/events/:id/familiar': {
        people: ['Bo Lee', 'Ana Ortiz'].map((name) => ({ person: { id: name, name, pictureUrl: null }, hasPlayedLast: true })),
      },
      'POST /api/events/:id/invites': () => answer.promise,
    })
    await openApp('/evt/sunrise', { viewer: someone })
    await button('Invite Bo Lee').click()
    ;(button('Invite Ana Ortiz').element() as HTMLElement).focus()
    answer.resolve({ invited: 1 })
    await expect.element(main.getByText('Invited Bo Lee')).toBeVisible()
    await expect.element(button('Invite Ana Ortiz')).toHaveFocus()
  })

  it('keeps the focus where a player asked to play again', async () => {
    const over = { startsAt: startsAt - 7 * day, endsAt: startsAt - 7 * day + hour }
    answerWith({
      ...eventAnswers(anEvent(over)),
      'GET /api/events/:id/rematch': { next: null, ask: 'open' },
      'POST /api/events/:id/rematch': null,
    })
    await openApp('/evt/sunrise', { viewer: someone })
    await button('Ask: same time next week?').click()
    await expect.element(main.getByText(/^Your hosts know that you would like to play again/)).toHaveFocus()
  })

  it.each([
    ['ticket', 'Log in to see your ticket'],
    ['leave', 'Log in to leave the game'],
  ])('asks a visitor with the link of a player to log in by email: %s', async (wish, title) => {
    answerWith({ ...eventAnswers(anEvent()), 'POST /api/accounts/login-link': null })
    await openApp(`/evt/sunrise?open=${wish}`)
    await expect.element(dialog(title)).toBeVisible()
    await expect.element(page.getByText(/^This link is for people who have a seat in this game/)).toBeVisible()
    await expectAccessible()
    await page.getByLabelText('Email', { exact: true }).fill('maya@example.com')
    await button('Email me a link').click()
    await expect.element(page.getByText('If there is an account for maya@example.com, we sent a link to that address.')).toBeVisible()
    expect(sent('POST /api/accounts/login-link')).toEqual({ email: 'maya@example.com', next: `/evt/sunrise?open=${wish}` })
    await userEvent.keyboard('{Escape}')
    await button('Join').click()
    await expect.element(dialog('Take a seat')).toBeVisible()
  })

  it('asks a visitor with the link of a player to log in, where they cannot see the game', async () => {
    answerWith({ 'GET /api/events/:id': refuse('NotFound', 'Not found.') })
    const app = await openApp('/evt/sunrise?open=ticket')
    await expect.element(heading('Log in by email')).toBeVisible()
    expect(app.address()).toBe(`/login?by=link&next=${encodeURIComponent('/evt/sunrise?open=ticket')}`)
  })

  it('sends a user with an unverified email to the next step', async () => {
    answerWith(eventAnswers(anEvent()))
    await openApp('/evt/sunrise', { viewer: { ...someone, emailVerified: false } })
    await expect
      .element(page.getByRole('link', { name: 'Join', exact: true }))
      .toHaveAttribute('href', `/verify-email?next=${encodeURIComponent('/evt/sunrise')}`)
  })

  it('updates while it is open when players join and leave', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openGame()
    await expect.element(page.getByRole('heading', { name: 'Who is going 0 of 12' })).toBeVisible()
    answerWith({ 'GET /api/events/:id/live': anEvent({ live: { taken: 1, joiners: [aJoiner('Maya Rivera')] } }).live })
    await vi.advanceTimersByTimeAsync(livePollMs)
    await expect.element(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
    await expect.element(page.getByText('Maya Rivera.')).toBeVisible()
    await expect.element(main.getByRole('img', { name: '1 of 12 seats taken' }).first()).toBeVisible()
    // The hosts changed more than seats, so the rest of the game is requested too.
    answerWith(eventAnswers(anEvent({ title: 'Late league', live: { version: 2 } })))
    await vi.advanceTimersByTimeAsync(livePollMs)
    await expect.element(heading('Late league')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Who is going 0 of 12' })).toBeVisible()
  })

  it('says when joining opens, and lets people join at that moment without a reload', async () => {
    await openGame(anEvent({ joinsAt: Date.now() + 2500, plusJoinsEarly: true }))
    const seat = page.getByLabelText('Your seat')
    await expect.element(seat.getByText(/^Joining opens on /)).toBeVisible()
    await expect.element(seat.getByText('With Member Plus you can join 30 minutes earlier.')).toBeVisible()
    await expect.element(seat.getByRole('button', { name: 'Join', exact: true })).toBeDisabled()
    await expect.element(seat.getByRole('button', { name: 'Join', exact: true })).toBeEnabled()
    await expect.element(seat.getByText(/^Joining opens on /)).not.toBeInTheDocument()
  })

  it('says when a scheduled game opens, lets nobody join before that, and is not found after the draft was deleted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const publishAt = Date.UTC(2099, 4, 4, 14)
    const scheduled = anEvent({ startsAt: publishAt + day, endsAt: publishAt + day + hour, live: { state: 'draft', publishAt } })
    answerWith(eventAnswers(scheduled))
    await openApp('/evt/sunrise')
    await expect.element(page.getByLabelText('Your seat').getByText('Opens for sign-up on Mon, May 4, 2099 at 9:00 AM')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Join', exact: true })).not.toBeInTheDocument()
    answerWith({
      'GET /api/events/:id': refuse('EventNotFound', 'We could not find this game.'),
      'GET /api/events/:id/live': refuse('EventNotFound', 'Gone.'),
    })
    await vi.advanceTimersByTimeAsync(livePollMs)
    await expect.element(heading(/finding your page/)).toBeVisible()
  })

  it('tells the host that the game is not published yet, and lets them share and invite', async () => {
    answerWith({
      'GET /api/user-lists': { lists: [] satisfies UserListSummary[] },
      'GET /api/notifications/settings': {
        notificationSettings: {} as NotificationSettings['notificationSettings'],
        isChosen: true,
        teams: [],
      },
      'GET /api/people/near': { players: [], city: 'Austin' } satisfies NearPlayers,
    })
    await openGame(anEvent({ isHost: true, live: { state: 'draft', publishAt: startsAt - day } }))
    await expect.element(page.getByText('Scheduled')).toBeVisible()
    await button('Share').click()
    await expect.element(dialog('Share').getByRole('img', { name: /QR code/ })).toBeVisible()
    await dialog('Share').getByRole('button', { name: 'Invite people' }).click()
    await expect.element(dialog('Invite people').getByText('The invitation says when sign-up opens.')).toBeVisible()
    await expectAccessible()
  })

  it('has the actions for hosts, and shows the other dates of a series', async () => {
    const others = [1, 2, 3].map((weeks) => ({ id: `in-${weeks}`, startsAt: startsAt + weeks * 7 * day, isMine: false }))
    const series = { id: 'series', words: 'Every week on Saturday', others, joinable: 3, laterMine: 0, isFollowed: false }
    await openGame(anEvent({ isHost: true, series }))
    const run = page.getByRole('navigation', { name: 'Host tools' })
    await expect.element(run.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/discover/events/sunrise/manage')
    await expect.element(run.getByRole('button', { name: 'Share' })).toBeVisible()
    const more = page.getByRole('navigation', { name: 'More for hosts' })
    await expect.element(more.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/create/event/sunrise')
    await expect.element(more.getByRole('link', { name: 'Duplicate' })).toHaveAttribute('href', '/create/event?from=sunrise')
    await expect.element(page.getByRole('heading', { name: 'Every week on Saturday' })).toBeVisible()
    expect(page.getByRole('list', { name: 'Other dates' }).getByRole('listitem').elements()).toHaveLength(3)
  })

  it('shows its host how to share it until they close that, on this device and for the whole series', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const hosted = { isHost: true, hosts: [{ ...dana, id: someone.id }] }
    const series = { id: 'weekly', words: 'Every week on Saturday', others: [], joinable: 1, laterMine: 0, isFollowed: false }
    const app = await openGame(anEvent({ ...hosted, series, live: { taken: 9 } }))
    const panel = page.getByRole('region', { name: 'Share this game' })
    await expect.element(panel.getByRole('img', { name: 'QR code to Saturday sunrise open play' })).toBeVisible()
    await expect.element(panel).toHaveTextContent('3 open seats')
    await panel.getByRole('button', { name: 'Copy for WhatsApp' }).click()
    expect(copy).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\*Saturday sunrise open play\*\n.+\nNorthside Courts\n3 open seats\nhttp.+\/evt\/sunrise$/),
    )
    await expect
      .element(panel.getByRole('link', { name: 'Open WhatsApp' }))
      .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/\?text=\*Saturday/))
    await expectAccessible()
    // Another tab closes the panel of another game.
    localStorage.setItem('dismissed-shares', JSON.stringify({ viewerId: someone.id, ids: ['of-another-tab'] }))
    await panel.getByRole('button', { name: 'Close the sharing panel' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(page.getByText('The sharing panel is closed.')).toHaveFocus()
    expect(JSON.parse(localStorage.getItem('dismissed-shares') ?? '')).toEqual({ viewerId: someone.id, ids: ['weekly', 'of-another-tab'] })
    answerWith(eventAnswers(anEvent({ ...hosted, series, id: 'next-week', title: 'Next week' })))
    await app.goTo('/evt/next-week')
    await app.reload()
    await expect.element(heading('Next week')).toBeVisible()
    await button('Share').click()
    await expect.element(dialog('Share').getByRole('button', { name: 'Copy text' })).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('has a poster as a PDF and as a picture for phones', async () => {
    const blobs: Blob[] = []
    const made: { name: string; type: string; bytes: Promise<ArrayBuffer> }[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:poster-${blobs.push(blob as Blob)}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.at(-1)
      if (this.download !== '' && blob) made.push({ name: this.download, type: blob.type, bytes: blob.arrayBuffer() })
    })
    await openGame()
    await button('Share').click()
    await dialog('Share').getByRole('button', { name: 'Poster' }).click()
    const poster = dialog('Poster')
    await expect.element(poster.getByRole('img', { name: /^Poster of Saturday sunrise open play/ })).toBeVisible()
    await poster.getByRole('button', { name: 'A4' }).click()
    await poster.getByRole('button', { name: 'Download PDF' }).click()
    // The PDF library is large, and loads with the first poster.
    await expect.poll(() => made.at(-1)?.name, { timeout: 25_000 }).toBe('saturday-sunrise-open-play-a4.pdf')
    await poster.getByRole('button', { name: 'Phone' }).click()
    await expectAccessible()
    await poster.getByRole('button', { name: 'Download picture' }).click()
    await expect.poll(() => made.at(-1)).toMatchObject({ name: 'saturday-sunrise-open-play-phone.png', type: 'image/png' })
    const picture = await createImageBitmap(new Blob([(await made.at(-1)?.bytes) ?? new ArrayBuffer()]))
    expect([picture.width, picture.height]).toEqual([1080, 1920])
  })

  it('shows why the game was cancelled and the messages of its hosts, and no ticket', async () => {
    const update = { id: 'word', text: 'We meet at court 3.', author: dana, createdAt: Date.UTC(2024, 11, 28, 18) }
    answerWith(
      eventAnswers(anEvent({ cancelReason: 'Rain all day.', live: { state: 'cancelled', taken: 1, mine: aMyJoiner() } }), [update]),
    )
    await openApp('/evt/sunrise', { viewer: someone })
    await expect.element(page.getByText('This game was cancelled')).toBeVisible()
    await expect.element(page.getByText('Rain all day.')).toBeVisible()
    await expect.element(page.getByText('We meet at court 3.')).toBeVisible()
    await expect.element(page.getByText(/Dec 28, 2024/)).toBeVisible()
    await expect.element(button('Show my ticket')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('is not found for an unknown game', async () => {
    answerWith({ 'GET /api/events/:id': refuse('EventNotFound', 'We could not find this game.') })
    await openApp('/evt/no-such-game', { viewer: someone })
    await expect.element(heading(/finding your page/)).toBeVisible()
  })
})

describe('the messages of a game', () => {
  const messages = main.getByRole('link', { name: 'Messages', exact: true })

  it.each([
    ['who are going', anEvent({ live: { taken: 1, mine: aMyJoiner() } })],
    ['who host it without playing', anEvent({ isHost: true, hosts: [aFace(someone.name)] })],
  ])('are one tap away for people %s', async (_, event) => {
    await openGame(event)
    await expect.element(messages).toHaveAttribute('href', '/messages/event_sunrise')
  })

  it.each([
    ['outside', anEvent()],
    ['on the waitlist', anEvent({ live: { capacity: 1, taken: 1, mine: aMyJoiner({ state: 'waiting', position: 1 }) } })],
  ])('are not offered to people %s', async (_, event) => {
    await openGame(event)
    await expect.element(main.getByRole('link', { name: 'Directions' }).first()).toBeVisible()
    await expect.element(messages).not.toBeInTheDocument()
  })
})

describe('joining', () => {
  it('takes one click, and then shows the ticket, the guests and the button to leave', async () => {
    const going = (guests: string[] = []) => {
      const mine = aMyJoiner({ guests, seats: 1 + guests.length })
      return becomes(anEvent({ live: { taken: mine.seats, mine, joiners: [aJoiner(someone.name, { userId: someone.id })] } }))
    }
    answerWith({
      'PUT /api/events/:id/me': () => going(),
      'PATCH /api/events/:id/me': () => going(['Aunt Vera']),
      'DELETE /api/events/:id/me': () => becomes(anEvent()),
    })
    await openGame()
    await expect.element(button('Join')).toBeVisible()
    const asked = requestsTo('GET /api/events/sunrise').length
    await button('Join').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    expect(sent('PUT /api/events/sunrise/me')).toEqual({ slotId: null, guests: [], answers: {}, orWait: false })
    await expect.element(main.getByRole('img', { name: '1 of 12 seats taken, one is yours' }).first()).toBeVisible()
    await button('Show my ticket').click()
    await expect.element(dialog('Your ticket').getByRole('img', { name: 'Ticket for Saturday sunrise open play' })).toBeVisible()
    await expect.element(dialog('Your ticket').getByText('K7Q-4MX')).toBeVisible()
    await expect.element(dialog('Your ticket').getByText(someone.name, { exact: true })).toBeVisible()
    const when = formatFullMoment(startsAt, { timeZone: 'America/Chicago', now: Date.now() })
    await expect.element(dialog('Your ticket').getByText(`${when}, Northside Courts`)).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await button('Bring friends').click()
    await dialog('Change my seat').getByRole('button', { name: 'Bring a guest' }).click()
    await dialog('Change my seat').getByLabelText('Guest 1', { exact: true }).fill('Aunt Vera')
    await expectAccessible()
    await dialog('Change my seat').getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('With Aunt Vera')).toBeVisible()
    await expect.element(button('Change guests')).toBeVisible()
    expect(sent('PATCH /api/events/sunrise/me')).toEqual({ slotId: null, guests: ['Aunt Vera'] })
    const heard = requestsTo('GET /api/events/sunrise/updates').length
    await button('Leave').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(button('Join')).toBeVisible()
    // The messages of the hosts are only for players.
    expect(requestsTo('GET /api/events/sunrise/updates')).toHaveLength(heard)
    // The answer to each change contains everything that the page needs.
    expect(requestsTo('GET /api/events/sunrise')).toHaveLength(asked)
  })

  it('is not undone by the answer to an earlier request', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const before = anEvent()
    const slow = Promise.withResolvers<EventLive>()
    answerWith({ 'PUT /api/events/:id/me': () => becomes(anEvent({ live: { taken: 1, mine: aMyJoiner() } })) })
    await openGame(before)
    await expect.element(button('Join')).toBeVisible()
    answerWith({ 'GET /api/events/:id/live': () => slow.promise })
    const polls = requestsTo('GET /api/events/sunrise/live').length
    await vi.advanceTimersByTimeAsync(livePollMs)
    await expect.poll(() => requestsTo('GET /api/events/sunrise/live').length).toBeGreaterThan(polls)
    await button('Join').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    slow.resolve(before.live)
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    expect(queryClient.getQueryData(eventById('sunrise').queryKey)?.live.mine).not.toBeNull()
  })

  it('requests the rest of the game only if its hosts have changed it', async () => {
    answerWith({
      'PUT /api/events/:id/me': () => becomes(anEvent({ title: 'Late league', live: { version: 2, taken: 1, mine: aMyJoiner() } })),
    })
    await openGame()
    await expect.element(button('Join')).toBeVisible()
    const asked = requestsTo('GET /api/events/sunrise').length
    await button('Join').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    await expect.element(heading('Late league')).toBeVisible()
    expect(requestsTo('GET /api/events/sunrise')).toHaveLength(asked + 1)
  })

  it('ends when a player leaves, even if they can then no longer see the game', async () => {
    answerWith({ 'DELETE /api/events/:id/me': { live: null } satisfies JoinerAnswer })
    await openGame(anEvent({ live: { taken: 1, mine: aMyJoiner() } }))
    await button('Leave').click()
    // Nobody waits for the seat.
    await expect.element(page.getByText('Your seat will be free for somebody else.')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(button('Show my ticket')).not.toBeInTheDocument()
  })

  it('asks the questions of the hosts, and keeps the answers if the game becomes full', async () => {
    const slots = (taken: number) => [
      { id: 'keeper', name: 'Goalkeeper', capacity: 1, taken: 0, waiting: 0 },
      { id: 'field', name: 'Field', capacity: 2, taken, waiting: 0 },
    ]
    const questions = [{ id: 'ball', text: 'Do you bring a ball?', isRequired: true }]
    const soccer = (live: Parameters<typeof anEvent>[0]) => anEvent({ questions, ...live })
    answerWith({
      'PUT /api/events/:id/me': ({ body }: ApiRequest) => {
        if ((body as JoinEvent).orWait) {
          const mine = aMyJoiner({ state: 'waiting', slotId: 'field', seats: 2, guests: ['Aunt Vera'], position: 1 })
          return becomes(soccer({ live: { slots: slots(1), taken: 1, waiting: 1, mine } }))
        }
        answerWith(eventAnswers(soccer({ live: { slots: slots(1), taken: 1 } })))
        return refuse('EventFull', 'This game is full.')
      },
    })
    await openGame(soccer({ live: { slots: slots(0) } }))
    await button('Bring a guest').click()
    const join = dialog('Join')
    await join.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(join.getByText('Choose a slot.')).toBeVisible()
    await expect.element(join.getByText('Please answer this.')).toBeVisible()
    await join.getByText('Field', { exact: true }).click()
    await join.getByLabelText('Do you bring a ball?').fill('Yes, two')
    await join.getByLabelText('Guest 1', { exact: true }).fill('Aunt Vera')
    await expectAccessible()
    await join.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(join.getByText('This game is full.')).toBeVisible()
    await expect.element(join.getByText('Only 1 seat is left for your group of 2.')).toBeVisible()
    await expect.element(join.getByLabelText('Do you bring a ball?')).toHaveValue('Yes, two')
    await join.getByRole('button', { name: 'Join the waitlist' }).click()
    await expect.element(page.getByText('Your group of 2 stays together.')).toBeVisible()
    const party = { slotId: 'field', guests: ['Aunt Vera'], answers: { ball: 'Yes, two' } }
    expect(requestsTo('PUT /api/events/sunrise/me').map(({ body }) => body)).toEqual([
      { ...party, orWait: false },
      { ...party, orWait: true },
    ])
  })

  it('says first which game overlaps, and joins when the user confirms', async () => {
    const overlaps = [
      { id: 'league', title: 'League night', startsAt: startsAt + hour, endsAt: startsAt + 3 * hour, timeZone: 'America/Chicago' },
    ]
    const event = anEvent({ overlaps })
    answerWith({ 'PUT /api/events/:id/me': () => becomes(anEvent({ overlaps, live: { taken: 1, mine: aMyJoiner() } })) })
    await openGame(event)
    await button('Join').click()
    await expect.element(dialog('Join').getByRole('note')).toHaveTextContent(/You are going to another game at this time.*League night/)
    await expectAccessible()
    expect(requestsTo('PUT /api/events/sunrise/me')).toEqual([])
    await dialog('Join').getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(button('Show my ticket').first()).toBeVisible()
    // The same before a seat of another player is accepted.
    const transferReceived = { id: 'offer', person: aFace('Gil Giver'), seats: 1, guests: [], expiresAt: Date.now() + day }
    answerWith({ 'POST /api/events/:id/me/transfers/:transfer/accept': () => becomes(anEvent({ overlaps, live: { mine: aMyJoiner() } })) })
    await openGame(anEvent({ overlaps, live: { transferReceived } }))
    await button('Accept the seat').click()
    const confirm = page.getByRole('alertdialog', { name: 'Two games at once?' })
    await expect.element(confirm.getByRole('note')).toHaveTextContent(/League night/)
    expect(requestsTo('POST /api/events/sunrise/me/transfers/offer/accept')).toEqual([])
    await confirm.getByRole('button', { name: 'Accept the seat anyway' }).click()
    await expect.element(button('Show my ticket').first()).toBeVisible()
  })

  it('shows more than the first 40 players on request', async () => {
    const players = Array.from({ length: 50 }, (_, index) => aJoiner(`Player ${index}`))
    answerWith({
      'GET /api/events/:id/joiners': ({ query }: ApiRequest) =>
        query.cursor === undefined ? { joiners: players.slice(0, 40), next: 'more' } : { joiners: players.slice(40), next: null },
    })
    await openGame(anEvent({ live: { capacity: 60, taken: 50, joiners: players.slice(0, 40) } }))
    await button('See everyone').click()
    const everyone = dialog('Who is going')
    await expect.element(everyone.getByText('Player 39', { exact: true })).toBeVisible()
    await expect.element(everyone.getByText('Player 40', { exact: true })).not.toBeInTheDocument()
    await everyone.getByRole('button', { name: 'Show more' }).click()
    await expect.element(everyone.getByText('Player 49', { exact: true })).toBeVisible()
    await expectAccessible()
  })

  it('shows a private hint if someone whom the user blocked has joined', async () => {
    await openGame(anEvent({ blockedPeople: [aFace('Old Foe')], live: { taken: 1 } }))
    await button('Join').click()
    await expect.element(dialog('Join').getByRole('note')).toHaveTextContent(/Someone you blocked is going.*Old Foe/)
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(main.getByText('Old Foe')).not.toBeInTheDocument()
  })

  it('can be undone by offering the seat to someone who is found by name; the offer can be taken back', async () => {
    const heir = aFace('Heir Apparent')
    const mine = aMyJoiner()
    const transferSent = { id: 'offer', person: heir, seats: 1, guests: [], expiresAt: Date.now() + day }
    answerWith({
      'GET /api/people': { people: [heir] },
      'POST /api/events/:id/me/transfer': () => becomes(anEvent({ live: { taken: 1, mine, transferSent } })),
      'DELETE /api/events/:id/me/transfer': () => becomes(anEvent({ live: { taken: 1, mine } })),
    })
    await openGame(anEvent({ live: { taken: 1, mine } }))
    await button('Give away my seat').click()
    const give = dialog('Give away my seat')
    await give.getByRole('combobox', { name: 'Find by name' }).fill('Heir')
    await expect.element(page.getByRole('option', { name: heir.name })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expectAccessible()
    await give.getByRole('button', { name: 'Offer seat' }).click()
    await expect.element(page.getByText('You offered your seat to Heir Apparent.', { exact: true })).toBeVisible()
    await expect.element(main.getByText(/They can accept until .* Until then it is yours\./)).toBeVisible()
    await expect.element(button('Give away my seat')).not.toBeInTheDocument()
    expect(sent('POST /api/events/sunrise/me/transfer')).toEqual({ to: heir.id })
    await button('Take the offer back').click()
    await expect.element(button('Give away my seat')).toBeVisible()
  })
})

describe('a person who is offered a seat by a player', () => {
  const transferReceived = { id: 'offer', person: aFace('Gil Giver'), seats: 2, guests: ['Max'], expiresAt: Date.now() + day }
  const offered = anEvent({ live: { capacity: 2, taken: 2, transferReceived } })

  it('sees who offers it and with which guests, and accepts it', async () => {
    const mine = aMyJoiner({ seats: 2, guests: ['Max'] })
    answerWith({ 'POST /api/events/:id/me/transfers/:transfer/accept': () => becomes(anEvent({ live: { capacity: 2, taken: 2, mine } })) })
    await openGame(offered)
    await expect.element(main.getByText('Gil Giver offers you their seat')).toBeVisible()
    await expect.element(main.getByText(/Their guests come too: Max\. You are not on the list until you accept\./)).toBeVisible()
    await expectAccessible()
    await button('Accept the seat').click()
    await expect.element(button('Show my ticket').first()).toBeVisible()
    expect(requestsTo('POST /api/events/sunrise/me/transfers/offer/accept')).toHaveLength(1)
  })

  it('can decline it', async () => {
    answerWith({ 'POST /api/events/:id/me/transfers/:transfer/decline': () => becomes(anEvent({ live: { capacity: 2, taken: 2 } })) })
    await openGame(offered)
    await button('Decline the seat').click()
    await expect.element(button('Join the waitlist')).toBeVisible()
    await expect.element(main.getByText('Gil Giver offers you their seat')).not.toBeInTheDocument()
  })
})

describe('a person whom the hosts removed', () => {
  it('reads that they cannot join, and finds nothing to press for it', async () => {
    await page.viewport(390, 844)
    await openGame(anEvent({ live: { capacity: 1, taken: 1, isRefused: true } }))
    await expect.element(main.getByText('The hosts decided that you cannot join this game.')).toBeVisible()
    await expect.element(button('Join the waitlist')).not.toBeInTheDocument()
    await expect.element(button('Bring a guest')).not.toBeInTheDocument()
    await expect.element(main.getByText(/leave by/)).not.toBeInTheDocument()
  })
})

describe('the deadline to leave', () => {
  it('is shown to those who can join and to players, and says what happens later', async () => {
    await openGame()
    await expect.element(main.getByText(/^If you cannot come, leave by .+\. After that, the hosts see that you left late\.$/)).toBeVisible()
  })

  it('asks those who are not going to join only if they can come, once it is over', async () => {
    await openGame(anEvent({ leaveBy: Date.now() - hour }))
    await expect.element(main.getByText(/^The deadline to leave was .+\. Join only if you are sure that you can come\.$/)).toBeVisible()
  })

  it('is not shown to hosts who do not play', async () => {
    await openGame(anEvent({ isHost: true }))
    await expect.element(button('Join')).toBeVisible()
    await expect.element(main.getByText(/leave by/)).not.toBeInTheDocument()
  })
})

describe('a seat that is held for somebody', () => {
  it('is not a person who is going', async () => {
    await openGame(anEvent({ live: { capacity: 1, taken: 1, held: 1 } }))
    await expect.element(page.getByRole('heading', { name: 'Who is going 0 of 1' })).toBeVisible()
    await expect.element(main.getByText('Nobody yet.')).toBeVisible()
    await expect.element(main.getByText('One seat is held for people who have not confirmed yet.')).toBeVisible()
    await expect.element(main.getByText('People who are going can see the names.')).not.toBeInTheDocument()
  })
})

describe('on the waitlist', () => {
  const full = { capacity: 1, taken: 1, waiting: 1 }

  it('a person sees their position and the messages of the hosts, but no calendar link', async () => {
    const mine = aMyJoiner({ state: 'waiting', position: 1 })
    const update = { id: 'word', text: 'Bring a warm jacket.', author: dana, createdAt: Date.now() }
    answerWith({
      'PUT /api/events/:id/me': () => becomes(anEvent({ live: { ...full, mine } }), [update]),
    })
    await page.viewport(390, 844)
    await openGame(anEvent({ live: { capacity: 1, taken: 1 } }))
    await button('Join the waitlist').click()
    await expect.element(page.getByText('You are 1st on the waitlist', { exact: true }).first()).toBeVisible()
    await expect.element(main.getByText('When a seat becomes free, we hold it for you and email you.')).toBeVisible()
    await expect.element(page.getByText('Bring a warm jacket.')).toBeVisible()
    await expect.element(button('Leave waitlist')).toBeVisible()
    await expect.element(button('Add to calendar')).not.toBeInTheDocument()
    expect(sent('PUT /api/events/sunrise/me')).toMatchObject({ orWait: true })
    await expectAccessible()
  })

  it('people are faces in order, and the others are counted', async () => {
    const waitlist = ['Ana', 'Bo', 'Cy'].map((name) => ({ id: name, name, pictureUrl: null }))
    await openGame(anEvent({ live: { ...full, waiting: 25, waitlist } }))
    await expect.element(main.getByRole('img', { name: 'Ana, Bo, Cy and 22 more' })).toBeVisible()
    await expect.element(main.getByText('25 on the waitlist')).toBeVisible()
    await expectAccessible()
  })

  it('a player sees an offer with its time limit, and accepts it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openGame(anEvent({ live: { ...full, mine: aMyJoiner({ state: 'waiting', position: 1 }) } }))
    await expect.element(button('Leave waitlist')).toBeVisible()
    const offered = aMyJoiner({ state: 'offered', offerExpiresAt: Date.now() + 2 * hour })
    answerWith({
      ...eventAnswers(anEvent({ live: { ...full, waiting: 0, mine: offered } })),
      'POST /api/events/:id/me/take': () => becomes(anEvent({ live: { ...full, waiting: 0, mine: aMyJoiner() } })),
    })
    await vi.advanceTimersByTimeAsync(livePollMs)
    await expect.element(main.getByText('A seat is held for you', { exact: true }).last()).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent(/^1:59:\d\d left$/)
    await button('Accept offer').click()
    await expect.element(button('Show my ticket')).toBeVisible()
  })
})

describe('the calendar', () => {
  it('of Google, Outlook or Apple takes the game', async () => {
    await openGame(anEvent({ live: { mine: aMyJoiner() } }))
    await button('Add to calendar').click()
    const hrefOf = (name: string) => page.getByRole('link', { name }).element().getAttribute('href') ?? ''
    await expect.element(page.getByRole('link', { name: 'Google Calendar' })).toBeVisible()
    expect(hrefOf('Google Calendar')).toMatch(/^https:\/\/calendar\.google\.com\/.*text=.*dates=\d{8}T\d{6}Z/)
    expect(hrefOf('Outlook')).toMatch(/^https:\/\/outlook\.live\.com\/calendar\//)
    expect(hrefOf('Apple Calendar')).toBe('/api/events/sunrise/calendar.ics')
    await expectAccessible()
  })
})

describe('while they pay', () => {
  it.each([
    ['a phone', 390],
    ['a desktop', 1280],
  ])('a person reads that the seat is held, and can leave, on %s', async (_, width) => {
    await page.viewport(width, 844)
    answerWith({ 'DELETE /api/events/:id/me': () => becomes(anEvent()) })
    await openGame(anEvent({ live: { taken: 1, held: 1, mine: aMyJoiner({ state: 'paying' }) } }))
    await expect.element(main.getByText('Your seat is held while you pay.').last()).toBeVisible()
    await expect.element(button('Show my ticket')).not.toBeInTheDocument()
    await expect.element(button('Add to calendar')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Who is going 0 of 12' })).toBeVisible()
    await expectAccessible()
    await button('Leave').click()
    await expect.element(button('Join')).toBeVisible()
    expect(requestsTo('DELETE /api/events/sunrise/me')).toHaveLength(1)
  })
})

describe('the link of an offer', () => {
  const link = `/seat-offer?token=${'x'.repeat(43)}`
  const offer = {
    event: { ...aCard(), placeName: 'Northside Courts' },
    seats: 1,
    state: 'open',
    expiresAt: Date.now() + hour,
    price: null,
    overlaps: [],
  } satisfies SeatOffer
  const offered = (state: SeatOffer['state']) => answerWith({ 'GET /api/seat-offers/:token': { ...offer, state } satisfies SeatOffer })

  it('does not accept by itself; a user who accepts has a seat, also after a reload', async () => {
    offered('open')
    answerWith({ 'POST /api/seat-offers/:token/take': () => offered('accepted') })
    const app = await openApp(link)
    await expect.element(heading('A seat is free for you')).toBeVisible()
    await expectAccessible()
    expect(requestsTo().filter(({ method }) => method !== 'GET')).toEqual([])
    await button('Accept offer').click()
    await expect.element(heading('You are in')).toBeVisible()
    await app.reload()
    await expect.element(heading('You are in')).toBeVisible()
  })

  it('says that the seat is held while the user pays', async () => {
    offered('open')
    answerWith({ 'POST /api/seat-offers/:token/take': () => offered('paying') })
    await openApp(link)
    await button('Accept offer').click()
    await expect.element(heading('Your seat is held while you pay')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'View game' })).toHaveAttribute('href', '/discover/events/sunrise')
  })

  it('says which game overlaps before the user accepts', async () => {
    const overlaps = [{ id: 'league', title: 'Tuesday league', startsAt, endsAt: startsAt + hour, timeZone: 'America/Chicago' }]
    answerWith({ 'GET /api/seat-offers/:token': { ...offer, overlaps } satisfies SeatOffer })
    await openApp(link)
    const note = page.getByRole('note').filter({ hasText: 'You are going to another game at this time' })
    await expect.element(note.getByText(/^Tuesday league: /)).toBeVisible()
    await expect.element(button('Accept offer')).toBeVisible()
  })

  it('thanks a user who declines, and no longer works after that', async () => {
    offered('open')
    answerWith({ 'POST /api/seat-offers/:token/reject': () => offered('over') })
    const app = await openApp(link)
    await button('Decline offer').click()
    await expect.element(heading('Thank you for letting us know')).toBeVisible()
    await app.reload()
    await expect.element(heading('This offer is no longer available')).toBeVisible()
    await expectAccessible()
  })

  it('shows a friendly message if it is unknown', async () => {
    answerWith({ 'GET /api/seat-offers/:token': refuse('OfferNotFound', 'This link is invalid or has expired.') })
    const app = await openApp(link)
    await expect.element(heading('This link is invalid or has expired')).toBeVisible()
    answerWith({ 'GET /api/seat-offers/': refuse('NotFound', 'We could not find this.') })
    await app.goTo('/seat-offer')
    await expect.element(heading('This link is invalid or has expired')).toBeVisible()
  })
})

describe('an invitation to co-host', () => {
  const link = '/discover/events/sunrise/co-host'
  const invite = aCoHostInvite(2)
  const invited = (changes: Partial<CoHostInvite> = {}) =>
    answerWith({ 'GET /api/events/:id/me/co-host-invite': { ...invite, ...changes } satisfies CoHostInvite })
  const isOver = () => answerWith({ 'GET /api/events/:id/me/co-host-invite': refuse('EventNotFound', 'We could not find this game.') })

  it('is announced on the page of its game', async () => {
    await openGame(anEvent({ isAskedToHost: true }))
    await expect.element(main.getByText('You are asked to be a co-host')).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Accept or decline' })).toHaveAttribute('href', link)
    await expectAccessible()
  })

  it('says who asks and for what; a person who accepts can manage the game', async () => {
    invited()
    answerWith({ 'POST /api/events/:id/me/co-host-invite/accept': () => invited({ state: 'accepted', inviter: null, expiresAt: null }) })
    await openApp(link, { viewer: someone })
    await expect.element(heading('Dana Alvarez asks you to co-host')).toBeVisible()
    await expect
      .element(main.getByText(/This is for 2 more dates of the series too\. You are not a co-host until you accept\./))
      .toBeVisible()
    await expectAccessible()
    expect(requestsTo().filter(({ method }) => method !== 'GET')).toEqual([])
    await button('Accept').click()
    await expect.element(heading('You are a host of this game')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Manage game' })).toHaveAttribute('href', '/discover/events/sunrise/manage')
    await expectAccessible()
  })

  it('can be declined, and is closed after that', async () => {
    invited()
    answerWith({ 'POST /api/events/:id/me/co-host-invite/decline': () => isOver() })
    const app = await openApp(link, { viewer: someone })
    await button('Decline').click()
    await expect.element(heading('You declined')).toBeVisible()
    await app.reload()
    await expect.element(heading('This invitation is no longer open')).toBeVisible()
    await expectAccessible()
  })

  it('that was taken back meanwhile is closed when it is accepted', async () => {
    invited()
    answerWith({
      'POST /api/events/:id/me/co-host-invite/accept': () => {
        isOver()
        return refuse('CoHostInviteOver', 'This invitation is no longer open.')
      },
    })
    await openApp(link, { viewer: someone })
    await button('Accept').click()
    await expect.element(heading('This invitation is no longer open')).toBeVisible()
  })
})

describe('a visitor of the game page', () => {
  it('can report a game, and must choose a reason', async () => {
    answerWith({ 'POST /api/reports': null })
    await openGame()
    await button('Report').click()
    const report = dialog('Report this game')
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect.element(report.getByText('Choose a reason.')).toBeVisible()
    await report.getByText('It is unsafe').click()
    await expectAccessible()
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect.element(page.getByText('Thank you. Our team will review your report.')).toBeVisible()
    expect(sent('POST /api/reports')).toMatchObject({ kind: 'event', subjectId: 'sunrise', reason: 'unsafe' })
  })

  it('can invite players near the game, and share a QR code', async () => {
    const near = aFace('Nia Near')
    const player = { person: near, city: { name: 'Austin', state: 'TX' }, miles: 3, shared: [], hoursTogether: null, connection: null }
    answerWith({
      'GET /api/user-lists': { lists: [{ uid: 'doubles', name: 'Doubles', count: 3 }] satisfies UserListSummary[] },
      'GET /api/notifications/settings': {
        notificationSettings: {} as NotificationSettings['notificationSettings'],
        isChosen: true,
        teams: [],
      },
      'GET /api/people/near': { players: [player], city: 'Austin' } satisfies NearPlayers,
      'POST /api/events/:id/invites': { invited: 1 },
    })
    await openGame(anEvent({ live: { taken: 1, mine: aMyJoiner() } }))
    await button('Share').click()
    await expect.element(dialog('Share').getByRole('img', { name: 'QR code to Saturday sunrise open play' })).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await button('Invite people').click()
    const inviting = dialog('Invite people')
    await expect.element(inviting.getByRole('heading', { name: 'Players near you' })).toBeVisible()
    await expect.element(inviting.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled()
    await inviting.getByRole('button', { name: 'Add Nia Near' }).click()
    await expect.element(inviting.getByRole('list', { name: 'People to invite' })).toHaveTextContent('Nia Near')
    await expectAccessible()
    await inviting.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect.element(page.getByText('You invited 1 person.')).toBeVisible()
    expect(sent('POST /api/events/sunrise/invites')).toEqual({ userIds: [near.id], listId: null, teamId: null })
  })
})
