import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ConnectionPage } from '../../domain/connections/contract.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { JoinerAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { aCard, aFace, aJoiner, aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const [bo, cy] = [aFace('Bo Lee'), aFace('Cy Kim')]

const connected: ConnectionPage = {
  connections: [bo, cy].map((person) => ({ person, state: 'connected', since: 1, note: '' })),
  next: null,
}

const openGame = (event: EventDetail) => {
  answerWith({ ...eventAnswers(event), 'GET /api/connections': connected })
  return openApp('/evt/sunrise', { viewer: someone })
}

describe('friends who play too', () => {
  it('are chosen in the dialog to join, and the page says whose answer is open', async () => {
    await openGame(anEvent({ maxGuests: 2 }))
    await button('Bring a guest').click()
    const join = dialog('Join')
    await button('Bring friends who have accounts').click()
    await join.getByRole('checkbox', { name: 'Bo Lee' }).click()
    await expect.element(join.getByLabelText('Guest 1')).not.toBeInTheDocument()
    await join.getByRole('checkbox', { name: 'Cy Kim' }).click()
    await expect.element(join.getByRole('button', { name: 'Bring a guest' })).not.toBeInTheDocument()
    await expectAccessible()
    const expiresAt = Date.now() + 8 * hour
    const friends = [
      { person: bo, isMine: true, hasAccepted: false, expiresAt },
      { person: cy, isMine: true, hasAccepted: true, expiresAt: null },
    ]
    answerWith({
      'PUT /api/events/:id/me': () => {
        const joined = anEvent({ maxGuests: 2, live: { taken: 3, held: 1, mine: aMyJoiner(), friends } })
        answerWith(eventAnswers(joined))
        return { live: joined.live } satisfies JoinerAnswer
      },
    })
    await join.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(page.getByText('A seat is held for Bo Lee until they answer.')).toBeVisible()
    expect(requestsTo('PUT /api/events/:id/me').at(-1)?.body).toMatchObject({ friendIds: [bo.id, cy.id], guests: [] })
    const seat = page.getByLabelText('Your seat')
    await expect.element(seat.getByText('Cy Kim accepted and has a seat.')).toBeVisible()
    await expect.element(seat.getByText(/^A seat is held for Bo Lee until /)).toBeVisible()
  })

  it('leave no room for more when the player comes back to them', async () => {
    const friends = [bo, cy].map((person) => ({ person, isMine: true, hasAccepted: true, expiresAt: null }))
    await openGame(anEvent({ maxGuests: 2, live: { taken: 2, friends } }))
    await expect.element(button('Join')).toBeVisible()
    await expect.element(button('Bring a guest')).not.toBeInTheDocument()
  })

  it('can come later, in the dialog of the own seat, but not those whose answer is open', async () => {
    const friends = [{ person: bo, isMine: true, hasAccepted: false, expiresAt: Date.now() + 8 * hour }]
    const joined = anEvent({ maxGuests: 2, live: { taken: 2, held: 1, mine: aMyJoiner(), friends } })
    await openGame(joined)
    await button('Bring friends').click()
    const change = dialog('Change my seat')
    await button('Bring friends who have accounts').click()
    await expect.element(change.getByRole('checkbox', { name: 'Bo Lee' })).not.toBeInTheDocument()
    await change.getByRole('checkbox', { name: 'Cy Kim' }).click()
    const both = [...friends, { person: cy, isMine: true, hasAccepted: false, expiresAt: Date.now() + 8 * hour }]
    const after = { ...joined, live: { ...joined.live, taken: 3, held: 2, friends: both } }
    answerWith({
      'PATCH /api/events/:id/me': { live: joined.live } satisfies JoinerAnswer,
      'POST /api/events/:id/me/friends': () => {
        answerWith(eventAnswers(after))
        return { live: after.live } satisfies JoinerAnswer
      },
    })
    await change.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('A seat is held for Cy Kim until they answer.')).toBeVisible()
    expect(requestsTo('POST /api/events/:id/me/friends').map(({ body }) => body)).toEqual([{ friendIds: [cy.id] }])
  })

  it('are brought by a button of one name as long as more can come, whoever came before', async () => {
    const withGuest = (maxGuests: number) => anEvent({ maxGuests, live: { taken: 2, mine: aMyJoiner({ seats: 2, guests: ['Vera'] }) } })
    const app = await openGame(withGuest(2))
    await expect.element(button('Bring friends')).toBeVisible()
    await expect.element(button('Change guests')).toBeVisible()
    answerWith(eventAnswers(withGuest(1)))
    await app.reload()
    await expect.element(button('Change guests')).toBeVisible()
    await expect.element(button('Bring friends')).not.toBeInTheDocument()
  })

  it('can be as many as guests', async () => {
    await openGame(anEvent({ maxGuests: 1 }))
    await button('Bring a guest').click()
    await button('Bring friends who have accounts').click()
    await dialog('Join').getByRole('checkbox', { name: 'Bo Lee' }).click()
    await expect.element(dialog('Join').getByRole('checkbox', { name: 'Cy Kim' })).toBeDisabled()
  })

  it('are not offered where a host decides', async () => {
    await openGame(anEvent({ maxGuests: 2, needsApproval: true }))
    await button('Bring a guest').click()
    await expect.element(dialog('Ask to join')).toBeVisible()
    await expect.element(button('Bring friends who have accounts')).not.toBeInTheDocument()
  })

  it('says what happens when there are not enough seats, and keeps the choice when the request fails', async () => {
    await openGame(anEvent({ maxGuests: 2, live: { capacity: 2, taken: 0 } }))
    await button('Bring a guest').click()
    const join = dialog('Join')
    await button('Bring friends who have accounts').click()
    for (const name of ['Bo Lee', 'Cy Kim']) await join.getByRole('checkbox', { name }).click()
    await expect.element(join.getByText(/You get your seat, and they get an invitation/)).toBeVisible()
    answerWith({ 'PUT /api/events/:id/me': refuse('EventFull', 'This game is full.') })
    await join.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(join.getByRole('alert')).toHaveTextContent('This game is full.')
    await expect.element(join.getByRole('checkbox', { name: 'Bo Lee' })).toBeChecked()
  })

  it.each([
    { who: 'has none', connections: [], message: 'You have no connections yet.' },
    { who: 'has them all in the game', connections: connected.connections, message: 'All your connections are in this game.' },
  ])('gives whoever $who the link of the game, and moves the focus to the reason', async ({ connections, message }) => {
    await openGame(anEvent({ maxGuests: 2, live: { taken: 2, joiners: [aJoiner('Bo Lee'), aJoiner('Cy Kim')] } }))
    answerWith({ 'GET /api/connections': { connections, next: null } satisfies ConnectionPage })
    await button('Bring a guest').click()
    const join = dialog('Join')
    await button('Bring friends who have accounts').click()
    await expect.element(join.getByText(message)).toHaveFocus()
    await expect.element(join.getByText(`${location.host}/evt/sunrise`)).toBeVisible()
    await expect.element(join.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await expectAccessible()
  })

  it('get the focus when their list takes the place of the button', async () => {
    await openGame(anEvent({ maxGuests: 2 }))
    await button('Bring a guest').click()
    await button('Bring friends who have accounts').click()
    await expect.element(page.getByRole('group', { name: 'Friends who play too' })).toHaveFocus()
  })

  it('can be loaded again after a failure', async () => {
    answerWith({
      ...eventAnswers(anEvent({ maxGuests: 2 })),
      'GET /api/connections': refuse('TooManyRequests', 'Please wait a moment.'),
    })
    await openApp('/evt/sunrise', { viewer: someone })
    await button('Bring a guest').click()
    await button('Bring friends who have accounts').click()
    await expect.element(page.getByText('We could not load your connections')).toBeVisible()
    answerWith({ 'GET /api/connections': connected })
    await button('Try again').click()
    await expect.element(page.getByRole('checkbox', { name: 'Bo Lee' })).toBeVisible()
  })

  it('see who holds their seat, and accept or decline it in one tap', async () => {
    const offerExpiresAt = Date.now() + hour
    const friends = [{ person: bo, isMine: false, hasAccepted: false, expiresAt: offerExpiresAt }]
    const mine = aMyJoiner({ state: 'offered', offerExpiresAt })
    await openGame(anEvent({ live: { taken: 2, held: 1, mine, friends } }))
    const seat = page.getByLabelText('Your seat')
    await expect.element(seat.getByText('Bo Lee holds a seat for you')).toBeVisible()
    await expect.element(seat.getByRole('button', { name: 'Decline offer' })).toBeVisible()
    await expect.element(seat.getByRole('button', { name: 'Accept offer' })).toBeVisible()
  })

  it('answer the questions of the game before they accept', async () => {
    const offerExpiresAt = Date.now() + hour
    const friends = [{ person: bo, isMine: false, hasAccepted: false, expiresAt: offerExpiresAt }]
    const offered = { taken: 2, held: 1, mine: aMyJoiner({ state: 'offered', offerExpiresAt }), friends }
    const questions = [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }]
    await openGame(anEvent({ questions, live: offered }))
    await page.getByLabelText('Your seat').getByRole('button', { name: 'Accept offer' }).click()
    const accept = dialog('Accept offer')
    await accept.getByRole('button', { name: 'Accept offer' }).click()
    await expect.element(accept.getByText('Please answer this.')).toBeVisible()
    expect(requestsTo('POST /api/events/:id/me/take')).toEqual([])
    await expectAccessible()
    answerWith({
      'POST /api/events/:id/me/take': () => {
        const joined = anEvent({
          questions,
          live: { taken: 2, mine: aMyJoiner(), friends: [{ person: bo, isMine: false, hasAccepted: true, expiresAt: null }] },
        })
        answerWith(eventAnswers(joined))
        return { live: joined.live } satisfies JoinerAnswer
      },
    })
    await accept.getByLabelText('Do you have a paddle?').fill('Yes')
    await accept.getByRole('button', { name: 'Accept offer' }).click()
    await expect.element(page.getByText('You came along with Bo Lee.')).toBeVisible()
    expect(requestsTo('POST /api/events/:id/me/take').at(-1)?.body).toEqual({ answers: { q1: 'Yes' } })
  })

  it('are led from the email to the page of the game when it asks for more', async () => {
    const offer = {
      event: { ...aCard(), placeName: 'Northside Courts' },
      ...{ seats: 1, state: 'open', expiresAt: Date.now() + hour, price: null, asksMore: true, overlaps: [] },
    } satisfies SeatOffer
    const friends = [{ person: bo, isMine: false, hasAccepted: false, expiresAt: offer.expiresAt }]
    const mine = aMyJoiner({ state: 'offered', offerExpiresAt: offer.expiresAt })
    const questions = [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }]
    answerWith({
      ...eventAnswers(anEvent({ questions, live: { taken: 2, held: 1, mine, friends } })),
      'GET /api/seat-offers/:token': offer,
    })
    const app = await openApp(`/seat-offer?token=${'x'.repeat(43)}`, { viewer: someone })
    await expect.element(button('Decline offer')).toBeVisible()
    await expect.element(button('Accept offer')).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'Go on to accept' }).click()
    await expect.element(dialog('Accept offer').getByLabelText('Do you have a paddle?')).toBeVisible()
    expect(app.address()).toBe('/discover/events/sunrise?open=accept')
  })
})

describe('friends in a game that costs money', () => {
  const price = {
    ...{ currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
    ...{ isMember: false, feeBasisPoints: 500, paysBookingFee: true },
  } satisfies EventPrice

  it('are not asked before the player has paid, and the dialog says so', async () => {
    await openGame(anEvent({ price, maxGuests: 2 }))
    await button('Bring a guest').click()
    await expect.element(dialog('Join').getByText(/Once you have paid, you can hold a seat for each of them/)).toBeVisible()
    await expect.element(button('Bring friends who have accounts')).not.toBeInTheDocument()
  })

  it('come later, and the page says who still has to pay', async () => {
    const friends = [{ person: bo, isMine: true, hasAccepted: true, isPaying: true, expiresAt: null }]
    const joined = anEvent({ price, maxGuests: 2, live: { taken: 2, held: 1, mine: aMyJoiner(), friends } })
    await openGame(joined)
    await expect.element(page.getByText('Bo Lee accepted and still has to pay.')).toBeVisible()
    await button('Bring friends').click()
    const bring = dialog('Bring friends')
    await expect.element(bring.getByText(/They are in once they accept and pay for it/)).toBeVisible()
    await expect.element(bring.getByRole('checkbox', { name: 'Bo Lee' })).not.toBeInTheDocument()
    await expect.element(bring.getByRole('button', { name: 'Hold a seat' })).toBeDisabled()
    await bring.getByRole('checkbox', { name: 'Cy Kim' }).click()
    await expectAccessible()
    const both = [...friends, { person: cy, isMine: true, hasAccepted: false, expiresAt: Date.now() + 8 * hour }]
    const after = { ...joined, live: { ...joined.live, taken: 3, held: 2, friends: both } }
    answerWith({
      'POST /api/events/:id/me/friends': () => {
        answerWith(eventAnswers(after))
        return { live: after.live } satisfies JoinerAnswer
      },
    })
    await bring.getByRole('button', { name: 'Hold a seat' }).click()
    await expect.element(page.getByText('A seat is held for Cy Kim until they answer.')).toBeVisible()
    expect(requestsTo('POST /api/events/:id/me/friends').at(-1)?.body).toEqual({ friendIds: [cy.id] })
    // They can bring two, and have. The button that they pressed is gone, and the focus stays beside it.
    await expect.element(button('Bring friends')).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.textContent).toBe('Give away my seatLeave')
  })

  it('read the price before they accept', async () => {
    const offerExpiresAt = Date.now() + hour
    const friends = [{ person: bo, isMine: false, hasAccepted: false, expiresAt: offerExpiresAt }]
    await openGame(anEvent({ price, live: { taken: 2, held: 1, mine: aMyJoiner({ state: 'offered', offerExpiresAt }), friends } }))
    const seat = page.getByLabelText('Your seat')
    await expect.element(seat.getByText('Bo Lee holds a seat for you')).toBeVisible()
    await expect.element(seat.getByRole('button', { name: 'Accept offer · $15' })).toBeVisible()
  })

  describe('with several kinds of tickets', () => {
    const tier = { memberAmount: null, seats: null }
    const tiers = [
      { ...tier, id: 'a', name: 'Adult', amount: 2000 },
      { ...tier, id: 's', name: 'Student', amount: 1200 },
    ]
    const tiered = { ...price, amount: 1200, tiers }

    it('read what they cost, and that they choose one after they have accepted', async () => {
      const offerExpiresAt = Date.now() + hour
      const friends = [{ person: bo, isMine: false, hasAccepted: false, expiresAt: offerExpiresAt }]
      const mine = aMyJoiner({ state: 'offered', offerExpiresAt })
      const questions = [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }]
      answerWith(eventAnswers(anEvent({ price: tiered, questions, live: { taken: 2, held: 1, mine, friends } })))
      await openApp('/evt/sunrise?open=accept', { viewer: someone })
      const accept = dialog('Accept offer')
      await expect.element(accept.getByText(/^Adult \$20, Student \$12\. You choose your ticket and pay for it/)).toBeVisible()
      await expect.element(accept.getByRole('button', { name: 'Accept and choose a ticket' })).toBeVisible()
      await expectAccessible()
    })

    it('are led from the email to the choice of the ticket once they have accepted, with its price', async () => {
      const offer = {
        event: { ...aCard(), placeName: 'Northside Courts' },
        ...{ seats: 1, state: 'paying', expiresAt: null, price: tiered, asksMore: true, overlaps: [] },
      } satisfies SeatOffer
      answerWith({ 'GET /api/seat-offers/:token': offer })
      await openApp(`/seat-offer?token=${'x'.repeat(43)}`, { viewer: someone })
      await expect.element(page.getByText('From $12 for your seat.')).toBeVisible()
      await expect.element(page.getByRole('link', { name: 'Choose your ticket' })).toHaveAttribute('href', '/discover/events/sunrise')
      await expect.element(page.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
    })
  })
})
