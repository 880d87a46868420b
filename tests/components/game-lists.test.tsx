import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { EventCard, MyEventPage } from '../../domain/events/contract.ts'
import type { CreatedEvent } from '../../domain/events/form-contract.ts'
import type { JoinerAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import {
  aCard,
  aFormAnswer,
  aHost,
  aManaged,
  aManagedJoiner,
  aMyJoiner,
  anEvent,
  eventAnswers,
  formAnswers,
  listAnswers,
} from './event-examples.ts'
import { type ApiRequest, answerWith, requestsTo } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

const title = 'Saturday sunrise open play'
const button = (name: string) => page.getByRole('button', { name, exact: true })

type App = Awaited<ReturnType<typeof openApp>>

/** Every page that shows games: how the test recognizes it, and which request it sends for the games. */
const pages = {
  '/evt/sunrise': { heading: title, asks: ['GET /api/events/sunrise'] },
  // Its greeting depends on the time of day.
  '/home': { heading: /^(Hello|Morning|Afternoon|Evening)/, asks: ['GET /api/home/upcoming', 'GET /api/home/nearby'] },
  '/discover/events': { heading: / game|^No games/, asks: ['GET /api/discover/events'] },
  '/places/view/northside': { heading: 'Northside Courts', asks: ['GET /api/events'] },
  '/full-search?q=sunrise': { heading: 'Search', asks: ['GET /api/search'] },
  '/create': { heading: 'What would you like to create?', asks: ['GET /api/events/mine'] },
} satisfies Record<string, { heading: string | RegExp; asks: string[] }>
type Path = keyof typeof pages

async function openPage({ goTo }: App, path: Path): Promise<void> {
  await goTo(path)
  await expect.element(page.getByRole('heading', { level: 1, name: pages[path].heading })).toBeVisible()
  await expect.poll(() => pages[path].asks.every((key) => requestsTo(key).length > 0)).toBe(true)
}

type FindInPage = (main: Locator) => Locator
const findText =
  (text: string): FindInPage =>
  (main) =>
    main.getByText(text, { exact: true })
const findSeats =
  (label: string): FindInPage =>
  (main) =>
    main.getByRole('img', { name: label, exact: true })
/** The list does not contain the game. */
const notListed = null

/** Opens the lists, makes the change, and expects the new state in each list, although the data of the lists is still fresh. */
async function expectToFollow(app: App, which: Partial<Record<Path, FindInPage | null>>, change: () => Promise<void>) {
  const expectations = Object.entries(which) as [Path, FindInPage | null][]
  for (const [path] of expectations) await openPage(app, path)
  await change()
  for (const [path, says] of expectations) {
    await app.goTo(path)
    await expect.element(page.getByRole('heading', { level: 1, name: pages[path].heading })).toBeVisible()
    const main = page.getByRole('main')
    if (says) await expect.element(says(main).first()).toBeVisible()
    else await expect.element(main.getByText(title)).not.toBeInTheDocument()
  }
}

/** Sets the fake API's answers to this state of the game. Returns the answer of the change that led to this state. */
function answerFor({ isHost = false, ...changes }: Partial<EventCard> & { isHost?: boolean }): JoinerAnswer {
  const card = aCard(changes)
  const state = card.mine === 'going' || card.mine === 'offered' ? card.mine : null
  const mine = state && aMyJoiner({ state, offerExpiresAt: state === 'offered' ? Date.now() + hour : null })
  const live = { state: card.state, taken: card.taken, mine }
  const event = anEvent({ isHost, title: card.title, cancelReason: card.state === 'cancelled' ? 'Rain all day.' : '', live })
  answerWith({ ...eventAnswers(event), ...listAnswers(card, isHost) })
  return { live: event.live }
}

const beforeJoining: Partial<Record<Path, FindInPage>> = {
  '/home': findText('12 left'),
  '/discover/events': findSeats('0 of 12 seats taken'),
  '/places/view/northside': findSeats('0 of 12 seats taken'),
}
const afterJoining: Partial<Record<Path, FindInPage>> = {
  '/evt/sunrise': findSeats('1 of 12 seats taken, one is yours'),
  '/home': (main) => main.getByText(/^There are no other games near Austin/),
  '/discover/events': findSeats('1 of 12 seats taken, one is yours'),
  '/places/view/northside': findSeats('1 of 12 seats taken, one is yours'),
}
const removedEverywhere = {
  '/home': notListed,
  '/discover/events': notListed,
  '/places/view/northside': notListed,
  '/full-search?q=sunrise': notListed,
}
const listedEverywhere = { '/home': findText(title), '/discover/events': findText(title), '/places/view/northside': findText(title) }

// The screen is wide enough for the desktop layout, but too narrow for the map.
beforeEach(() => page.viewport(900, 900))

describe('a list that was loaded a moment ago shows the new state of a game', () => {
  it('after joining it', async () => {
    answerFor({})
    answerWith({
      'PUT /api/events/:id/me': () => {
        return answerFor({ taken: 1, mine: 'going' })
      },
    })
    const app = await openApp('/evt/sunrise', { viewer: someone })
    await expectToFollow(app, afterJoining, async () => {
      await app.goTo('/evt/sunrise')
      await button('Join').click()
      await expect.element(button('Show my ticket')).toBeVisible()
    })
  })

  it('after leaving it', async () => {
    answerFor({ taken: 1, mine: 'going' })
    answerWith({ 'DELETE /api/events/:id/me': () => answerFor({}) })
    const app = await openApp('/evt/sunrise', { viewer: someone })
    await expectToFollow(app, beforeJoining, async () => {
      await app.goTo('/evt/sunrise')
      await button('Leave').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
      await expect.element(button('Join')).toBeVisible()
    })
  })

  it('after accepting an offered seat through the link in an email', async () => {
    const offer = {
      event: { ...aCard(), placeName: 'Northside Courts' },
      seats: 1,
      state: 'open',
      expiresAt: Date.now() + hour,
      price: null,
      overlaps: [],
    } satisfies SeatOffer
    answerFor({ taken: 1, mine: 'offered' })
    answerWith({
      'GET /api/seat-offers/:token': offer,
      'POST /api/seat-offers/:token/take': () => {
        answerFor({ taken: 1, mine: 'going' })
        answerWith({ 'GET /api/seat-offers/:token': { ...offer, state: 'accepted' } satisfies SeatOffer })
      },
    })
    const app = await openApp('/home', { viewer: someone })
    const youAreIn: Partial<Record<Path, FindInPage>> = {
      '/evt/sunrise': (main) => main.getByRole('button', { name: 'Show my ticket' }),
      // On a phone, it is at another position in the row.
      '/discover/events': (main) => main.getByText('You are in', { exact: true }).last(),
    }
    await expectToFollow(app, youAreIn, async () => {
      await app.goTo(`/seat-offer?token=${'x'.repeat(43)}`)
      await button('Accept offer').click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'You are in' })).toBeVisible()
    })
  })

  it('after its host cancels it', async () => {
    answerFor({ isHost: true })
    answerWith({
      'GET /api/events/:id/manage': () =>
        aManaged([], { live: { state: requestsTo('POST /api/events/:id/cancel').length > 0 ? 'cancelled' : 'published' } }),
      'POST /api/events/:id/cancel': () => answerFor({ state: 'cancelled', isHost: true }),
    })
    const app = await openApp('/home', { viewer: aHost() })
    await expectToFollow(app, { '/evt/sunrise': findText('Rain all day.'), ...removedEverywhere }, async () => {
      await app.goTo('/discover/events/sunrise/manage')
      await button('More for this game').click()
      await page.getByRole('menuitem', { name: 'Cancel game' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel game' }).click()
      await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
    })
  })

  it('after its host publishes the draft on the host page', async () => {
    answerFor({ state: 'draft', isHost: true })
    answerWith({
      'GET /api/events/:id/manage': () =>
        aManaged([], { live: { state: requestsTo('POST /api/events/:id/publish').length > 0 ? 'published' : 'draft' } }),
      'POST /api/events/:id/publish': () => answerFor({ isHost: true }),
    })
    const app = await openApp('/home', { viewer: aHost() })
    await expectToFollow(app, { '/evt/sunrise': findText('12 seats left'), ...listedEverywhere }, async () => {
      await app.goTo('/discover/events/sunrise/manage')
      await button('Publish').click()
      await expect.element(page.getByText('Nobody has joined yet')).toBeVisible()
    })
  })

  it('after its host adds someone', async () => {
    answerFor({ isHost: true })
    answerWith({
      'GET /api/events/:id/manage': () =>
        aManaged(
          requestsTo('POST /api/events/:id/joiners').length > 0
            ? [aManagedJoiner('Gus', { userId: null, person: null, isUnregisteredUser: true })]
            : [],
        ),
      'POST /api/events/:id/joiners': () => answerFor({ taken: 1, isHost: true }),
    })
    const app = await openApp('/home', { viewer: aHost() })
    const oneIn = {
      '/evt/sunrise': findSeats('1 of 12 seats taken'),
      '/discover/events': findSeats('1 of 12 seats taken'),
      '/places/view/northside': findSeats('1 of 12 seats taken'),
    }
    await expectToFollow(app, oneIn, async () => {
      await app.goTo('/discover/events/sunrise/manage')
      await button('Add someone').click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gus')
      await button('Add').click()
      await expect.element(page.getByText('no account')).toBeVisible()
    })
  })

  it('after it was published in the form', async () => {
    answerFor({ state: 'draft', isHost: true })
    answerWith({
      ...formAnswers(),
      'POST /api/events': () => {
        answerFor({ isHost: true })
        return { id: 'sunrise', count: 1 } satisfies CreatedEvent
      },
    })
    const app = await openApp('/home', { viewer: someone })
    await expectToFollow(app, listedEverywhere, async () => {
      await app.goTo('/create/event')
      await page.getByRole('button', { name: /Zilker/ }).click()
      await button('Publish').click()
      await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  })

  it('after its host changes it', async () => {
    answerFor({ isHost: true })
    answerWith({
      ...formAnswers(),
      'GET /api/events/:id/form': aFormAnswer({ form: { title } }),
      'PATCH /api/events/:id': () => answerFor({ title: 'Late league', isHost: true }),
    })
    const app = await openApp('/home', { viewer: someone })
    const renamed = findText('Late league')
    const all = { '/home': renamed, '/discover/events': renamed, '/places/view/northside': renamed, '/full-search?q=sunrise': renamed }
    await expectToFollow(app, all, async () => {
      await app.goTo('/create/event/sunrise')
      await page.getByRole('textbox', { name: 'Seats' }).fill('9')
      await userEvent.keyboard('{Tab}')
      await button('Save changes').click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'Late league' })).toBeVisible()
    })
  })

  it('after a draft is deleted', async () => {
    answerFor({ state: 'draft', isHost: true })
    answerWith({
      ...formAnswers(),
      'GET /api/events/mine': ({ query }: ApiRequest) =>
        ({
          events:
            query.when === 'upcoming' && requestsTo('DELETE /api/events/:id').length === 0
              ? [{ ...aCard({ state: 'draft' }), isHost: true }]
              : [],
          next: null,
        }) satisfies MyEventPage,
      'GET /api/events/:id/form': aFormAnswer({ form: { title }, state: 'draft' }),
      'DELETE /api/events/:id': null,
    })
    const app = await openApp('/create', { viewer: someone })
    await expectToFollow(app, { '/create': notListed }, async () => {
      await page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: title }).click()
      await button('Delete draft').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect.element(page.getByText('Draft deleted')).toBeVisible()
    })
  })
})
