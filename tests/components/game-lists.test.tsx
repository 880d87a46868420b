import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { EventCard, MyEventPage } from '../../domain/events/contract.ts'
import type { MadeEvent } from '../../domain/events/form-contract.ts'
import type { PartAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import {
  aCard,
  aFormAnswer,
  aHost,
  aManaged,
  aManagedJoiner,
  anEvent,
  aPart,
  eventAnswers,
  formAnswers,
  listAnswers,
} from './event-examples.ts'
import { type Asked, answerWith, askedFor } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

const title = 'Saturday sunrise open play'
const button = (name: string) => page.getByRole('button', { name, exact: true })

type App = Awaited<ReturnType<typeof openApp>>

/** Every page that shows games: how it is known, and what it asks for them. */
const pages = {
  '/evt/sunrise': { heading: title, asks: ['GET /api/events/sunrise'] },
  // It greets by the hour.
  '/home': { heading: /^(Hello|Morning|Afternoon|Evening)/, asks: ['GET /api/home/upcoming', 'GET /api/home/nearby'] },
  '/discover/events': { heading: / game|^No games/, asks: ['GET /api/discover/events'] },
  '/places/view/northside': { heading: 'Northside Courts', asks: ['GET /api/events'] },
  '/create': { heading: 'What would you like to create?', asks: ['GET /api/events/mine'] },
} satisfies Record<string, { heading: string | RegExp; asks: string[] }>
type Path = keyof typeof pages

async function lookAt({ goTo }: App, path: Path): Promise<void> {
  await goTo(path)
  await expect.element(page.getByRole('heading', { level: 1, name: pages[path].heading })).toBeVisible()
  await expect.poll(() => pages[path].asks.every((key) => askedFor(key).length > 0)).toBe(true)
}

type Says = (main: Locator) => Locator
const words =
  (text: string): Says =>
  (main) =>
    main.getByText(text, { exact: true })
const seats =
  (label: string): Says =>
  (main) =>
    main.getByRole('img', { name: label, exact: true })
/** The game is not in it. */
const nothing = null

/** What each list says of the game after a change, though it was asked for it a moment before: then only who asks again knows. */
async function expectToFollow(app: App, which: Partial<Record<Path, Says | null>>, change: () => Promise<void>) {
  const looked = Object.entries(which) as [Path, Says | null][]
  for (const [path] of looked) await lookAt(app, path)
  await change()
  for (const [path, says] of looked) {
    await app.goTo(path)
    await expect.element(page.getByRole('heading', { level: 1, name: pages[path].heading })).toBeVisible()
    const main = page.getByRole('main')
    if (says) await expect.element(says(main).first()).toBeVisible()
    else await expect.element(main.getByText(title)).not.toBeInTheDocument()
  }
}

/** The API as it answers while the game is like this; and what a change of one's part answers that made it so. */
function answerFor({ isHost = false, ...changes }: Partial<EventCard> & { isHost?: boolean }): PartAnswer {
  const card = aCard(changes)
  const state = card.mine === 'going' || card.mine === 'offered' ? card.mine : null
  const mine = state && aPart({ state, offerExpiresAt: state === 'offered' ? Date.now() + hour : null })
  const live = { state: card.state, taken: card.taken, mine }
  const event = anEvent({ isHost, title: card.title, cancelReason: card.state === 'cancelled' ? 'Rain all day.' : '', live })
  answerWith({ ...eventAnswers(event), ...listAnswers(card, isHost) })
  return { live: event.live }
}

const nobodyIsIn: Partial<Record<Path, Says>> = {
  '/home': words('12 left'),
  '/discover/events': seats('0 of 12 seats taken'),
  '/places/view/northside': seats('0 of 12 seats taken'),
}
const oneIsMine: Partial<Record<Path, Says>> = {
  '/evt/sunrise': seats('1 of 12 seats taken, one is yours'),
  '/home': (main) => main.getByText(/^There are no other games around Austin/),
  '/discover/events': seats('1 of 12 seats taken, one is yours'),
  '/places/view/northside': seats('1 of 12 seats taken, one is yours'),
}
const gone = { '/home': nothing, '/discover/events': nothing, '/places/view/northside': nothing }
const there = { '/home': words(title), '/discover/events': words(title), '/places/view/northside': words(title) }

// Room for what a desktop shows, and none for the map.
beforeEach(() => page.viewport(900, 900))

describe('a list that was looked at a moment ago shows a game as it is', () => {
  it('after joining it', async () => {
    answerFor({})
    answerWith({
      'PUT /api/events/:id/me': () => {
        return answerFor({ taken: 1, mine: 'going' })
      },
    })
    const app = await openApp('/evt/sunrise', { viewer: someone })
    await expectToFollow(app, oneIsMine, async () => {
      await app.goTo('/evt/sunrise')
      await button('Join').click()
      await expect.element(button('Show my ticket')).toBeVisible()
    })
  })

  it('after leaving it', async () => {
    answerFor({ taken: 1, mine: 'going' })
    answerWith({ 'DELETE /api/events/:id/me': () => answerFor({}) })
    const app = await openApp('/evt/sunrise', { viewer: someone })
    await expectToFollow(app, nobodyIsIn, async () => {
      await app.goTo('/evt/sunrise')
      await button('Leave').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
      await expect.element(button('Join')).toBeVisible()
    })
  })

  it('after taking an offered seat by the link of a mail', async () => {
    const offer = {
      event: { ...aCard(), placeName: 'Northside Courts' },
      seats: 1,
      state: 'open',
      expiresAt: Date.now() + hour,
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
    const youAreIn: Partial<Record<Path, Says>> = {
      '/evt/sunrise': (main) => main.getByRole('button', { name: 'Show my ticket' }),
      // On a phone it stands elsewhere in the row.
      '/discover/events': (main) => main.getByText('You are in', { exact: true }).last(),
    }
    await expectToFollow(app, youAreIn, async () => {
      await app.goTo(`/seat-offer?token=${'x'.repeat(43)}`)
      await button('Accept offer').click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'You are in' })).toBeVisible()
    })
  })

  it('after its host calls it off', async () => {
    answerFor({ isHost: true })
    answerWith({
      'GET /api/events/:id/manage': () =>
        aManaged([], { live: { state: askedFor('POST /api/events/:id/cancel').length > 0 ? 'cancelled' : 'published' } }),
      'POST /api/events/:id/cancel': () => answerFor({ state: 'cancelled', isHost: true }),
    })
    const app = await openApp('/home', { viewer: aHost() })
    await expectToFollow(app, { '/evt/sunrise': words('Rain all day.'), ...gone }, async () => {
      await app.goTo('/discover/events/sunrise/manage')
      await button('More for this game').click()
      await page.getByRole('menuitem', { name: 'Cancel game' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel game' }).click()
      await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
    })
  })

  it('after its host puts up the draft from the list of who comes', async () => {
    answerFor({ state: 'draft', isHost: true })
    answerWith({
      'GET /api/events/:id/manage': () =>
        aManaged([], { live: { state: askedFor('POST /api/events/:id/publish').length > 0 ? 'published' : 'draft' } }),
      'POST /api/events/:id/publish': () => answerFor({ isHost: true }),
    })
    const app = await openApp('/home', { viewer: aHost() })
    await expectToFollow(app, { '/evt/sunrise': words('12 seats left'), ...there }, async () => {
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
          askedFor('POST /api/events/:id/joiners').length > 0
            ? [aManagedJoiner('Gus', { userId: null, person: null, isUnregisteredUser: true })]
            : [],
        ),
      'POST /api/events/:id/joiners': () => answerFor({ taken: 1, isHost: true }),
    })
    const app = await openApp('/home', { viewer: aHost() })
    const oneIn = {
      '/evt/sunrise': seats('1 of 12 seats taken'),
      '/discover/events': seats('1 of 12 seats taken'),
      '/places/view/northside': seats('1 of 12 seats taken'),
    }
    await expectToFollow(app, oneIn, async () => {
      await app.goTo('/discover/events/sunrise/manage')
      await button('Add someone').click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gus')
      await button('Add').click()
      await expect.element(page.getByText('no account')).toBeVisible()
    })
  })

  it('after it was put up by the form', async () => {
    answerFor({ state: 'draft', isHost: true })
    answerWith({
      ...formAnswers(),
      'POST /api/events': () => {
        answerFor({ isHost: true })
        return { id: 'sunrise', count: 1 } satisfies MadeEvent
      },
    })
    const app = await openApp('/home', { viewer: someone })
    await expectToFollow(app, there, async () => {
      await app.goTo('/create/event')
      await page.getByRole('button', { name: /Zilker/ }).click()
      await button('Publish').click()
      await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  })

  it('after its host changed it', async () => {
    answerFor({ isHost: true })
    answerWith({
      ...formAnswers(),
      'GET /api/events/:id/form': aFormAnswer({ form: { title } }),
      'PATCH /api/events/:id': () => answerFor({ title: 'Late league', isHost: true }),
    })
    const app = await openApp('/home', { viewer: someone })
    const renamed = words('Late league')
    const all = { '/home': renamed, '/discover/events': renamed, '/places/view/northside': renamed }
    await expectToFollow(app, all, async () => {
      await app.goTo('/create/event/sunrise')
      await page.getByRole('textbox', { name: 'Seats' }).fill('9')
      await userEvent.keyboard('{Tab}')
      await button('Save changes').click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'Late league' })).toBeVisible()
    })
  })

  it('after a draft was thrown away', async () => {
    answerFor({ state: 'draft', isHost: true })
    answerWith({
      ...formAnswers(),
      'GET /api/events/mine': ({ query }: Asked) =>
        ({
          events:
            query.when === 'upcoming' && askedFor('DELETE /api/events/:id').length === 0
              ? [{ ...aCard({ state: 'draft' }), isHost: true }]
              : [],
          next: null,
        }) satisfies MyEventPage,
      'GET /api/events/:id/form': aFormAnswer({ form: { title }, state: 'draft' }),
      'DELETE /api/events/:id': null,
    })
    const app = await openApp('/create', { viewer: someone })
    await expectToFollow(app, { '/create': nothing }, async () => {
      await page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: title }).click()
      await button('Delete draft').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect.element(page.getByText('Draft deleted')).toBeVisible()
    })
  })
})
