import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChangePlace, PlaceDetail, PlaceEditPage, PlaceProposal, RemovedPlace } from '../../domain/places/contract.ts'
import { placeKey } from '../../domain/places/keys.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { hour } from '../../domain/time/spans.ts'
import { everyDay } from '../availability/schedules.ts'
import { austin, marfa } from './city-examples.ts'
import { aCard, noGames, viewerAnswers } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { withStreets } from './setup/streets.ts'

const viewer = someone
const button = (name: string | RegExp) => page.getByRole('button', { name })
const city = page.getByRole('combobox', { name: 'City' })
const pin = page.getByRole('button', { name: 'Pin', exact: true })
const map = page.getByRole('application', { name: 'Map' })
const name = page.getByLabelText('Name')
const address = page.getByLabelText('Address')
const fee = page.getByLabelText('Fee')
const me = { id: viewer.id, name: viewer.name, pictureUrl: null }

const notMine: PlaceDetail = {
  ...{ id: 'courts', name: 'Corner Courts', description: '', lat: 30.5, lng: -97.85, address: '', cityName: 'Austin', cityState: 'TX' },
  ...{ activities: ['pickleball', 'tennis'], courts: 4, surface: '', isIndoor: false, hasLights: true, fee: '', amenities: [], photos: [] },
  ...{ timeZone: 'America/Chicago', hours: null, version: 1, createdAt: 1, updatedAt: 1, followers: 0 },
  ...{ here: { count: 0, people: [] }, regulars: { count: 0, people: [] }, ping: null, proposals: [], mine: null },
}
const mine = { isCreator: false, isFollowing: false, hereUntil: null, mayPingAt: 0, photos: [] }

/** The place on the server. */
let stored: PlaceDetail = notMine

beforeEach(() => {
  stored = { ...notMine, mine }
  answerWith({
    ...viewerAnswers,
    'GET /api/places/near': { places: [] },
    'GET /api/places/named': { places: [] },
    'GET /api/places/courts': () => stored,
    'GET /api/events': noGames,
  })
})

async function pickCity(typed: string, option: string) {
  await city.fill(typed)
  await expect.element(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

async function pickActivity(activity: string) {
  const field = page.getByRole('searchbox', { name: 'Search activities' })
  await field.fill(activity)
  await page.getByRole('button', { name: activity, exact: true }).click()
  await field.fill('')
}

/** Chooses an option of a select. */
async function choose(label: string, option: string) {
  await button(new RegExp(`${label}$`)).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('A place of which little is known', () => {
  const facts = page.getByRole('region', { name: 'Good to know' })
  const unknown = { courts: null, isIndoor: null, hasLights: null, fee: null, hours: null }

  it('is added with what the person said, and its page says no more', async () => {
    answerWith({
      'POST /api/places': ({ body }) => {
        stored = { ...stored, ...(body as PlaceDetail), mine }
        return stored
      },
    })
    await openApp('/places/new', { viewer, config: withStreets })
    await button('Move the pin to the center').click()
    await name.fill('Corner Courts')
    await pickActivity('Pickleball')
    await page.getByText('More details').click()
    await fee.fill(' ')
    await button('Add place').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Corner Courts' })).toBeVisible()
    expect(requestsTo('POST /api/places')[0]?.body).toMatchObject(unknown)
    await expect.element(page.getByText('Nobody here now')).toBeVisible()
    expect(facts.query()?.textContent ?? '').toBe('')
  })

  it('can be said to be free, without lights, and always open', async () => {
    stored = { ...stored, ...unknown }
    answerWith({
      'PUT /api/places/courts': ({ body }) => {
        stored = { ...stored, ...(body as ChangePlace), version: 2 }
        return stored
      },
    })
    await openApp('/places/edit/courts', { viewer })
    await fee.fill('$6')
    await page.getByRole('checkbox', { name: 'It is free to play here' }).click()
    await expect.element(fee).toHaveValue('')
    await choose('Lights', 'No lights')
    await choose('Opening hours', 'Always open')
    await expectAccessible()
    await button('Save changes').click()
    await expect.element(facts).toHaveTextContent(/Free.*No lights.*Open 24 hours.*Play at any time/)
    await expect.element(facts).not.toHaveTextContent('Outdoors')
  })
})

describe('A place for disc golf', () => {
  it('counts holes, on its page and in its form', async () => {
    stored = { ...notMine, activities: ['disc-golf'], courts: 18, mine }
    const app = await openApp('/places/view/courts', { viewer })
    await expect.element(page.getByText('18 holes')).toBeVisible()
    await app.goTo('/places/edit/courts')
    await expect.element(page.getByLabelText('Holes')).toHaveValue(18)
  })
})

describe('A new place', () => {
  it.each([
    ['at home', '/places/new', 'Near Austin, TX.'],
    ['where one was looking', `/places/new?lat=${marfa.lat}&lng=${marfa.lng}&radius=10`, 'Near Marfa, TX.'],
  ])('has its map begin %s', async (_, path, words) => {
    await openApp(path, { viewer, config: withStreets })
    await button('Move the pin to the center').click()
    await expect.element(page.getByText(words)).toBeVisible()
  })

  it('is put at coordinates where the map has no streets, and the page says why', async () => {
    const point = page.getByLabelText('Coordinates')
    await openApp('/places/new', { viewer })
    await expect.element(page.getByText('This map has no streets, so you cannot place a pin on it.')).toBeVisible()
    await expect.element(button('Move the pin to the center')).not.toBeInTheDocument()
    await point.fill('30.2672 by 97')
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Write the latitude and the longitude, like 30.2672, -97.7431.')).toBeVisible()
    await point.fill('30.2672, -97.7431')
    await expect.element(page.getByText('Near Austin, TX.')).toBeVisible()
    await expect.element(page.getByText('Drag the pin')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('can be added from Discover, with the area of the search', async () => {
    answerWith({ 'GET /api/places': { places: [], next: null } })
    await openApp(`/discover/places?lat=${marfa.lat}&lng=${marfa.lng}&radius=10`, { viewer })
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Add a place' }))
      .toHaveAttribute('href', `/places/new?lat=${marfa.lat}&lng=${marfa.lng}&radius=10`)
  })

  it('can be added only by a signed-in user', async () => {
    const app = await openApp('/places/new')
    await expect.poll(app.address).toBe('/login?next=%2Fplaces%2Fnew')
  })

  it('needs a pin, a name and an activity; similar places are shown first; and it opens after it was added', async () => {
    const chess = { ...notMine, id: 'chess', name: 'Corner Chess Tables', photo: null, miles: 0.05 }
    answerWith({
      'GET /api/places/near': ({ query }) => ({ places: query.lat === austin.lat.toFixed(5) ? [chess] : [] }),
      'POST /api/places': ({ body }) => {
        stored = { ...stored, ...(body as PlaceDetail), mine }
        return stored
      },
    })
    const app = await openApp('/places/new', { viewer, config: withStreets })
    await expect.element(page.getByText('Still needed: a location, a name, and an activity.')).toBeVisible()
    await expect.element(button('Add place')).toBeDisabled()
    await pickCity('austin, t', 'Austin Texas')
    await expect.element(pin).toBeVisible()
    await expect.element(page.getByRole('link', { name: /Corner Chess Tables/ })).toBeVisible()
    await name.fill('Corner Courts')
    await pickActivity('Pickleball')
    await expect.element(page.getByText('Near Austin, TX.')).toBeVisible()
    const { width, height } = map.element().getBoundingClientRect()
    await map.click({ position: { x: width * 0.3, y: height * 0.3 } })
    await expect.element(page.getByRole('link', { name: /Corner Chess Tables/ })).not.toBeInTheDocument()
    await expectAccessible()

    await page.getByText('More details').click()
    await page.getByLabelText('Courts').fill('4')
    await choose('Lights', 'Lights')
    await choose('Opening hours', 'Set the hours')
    await expect.element(page.getByText('Monday', { exact: true })).toBeVisible()
    await expectAccessible()
    await button('Add place').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Corner Courts' })).toBeVisible()
    await expect.poll(app.address).toBe('/places/view/courts')
    await expect.element(page.getByText('4 courts')).toBeVisible()
    await expect.element(page.getByText('7:00 AM – 10:00 PM')).toBeVisible()
    await expect.poll(() => document.title).toMatch(/^Corner Courts/)
    expect(requestsTo('POST /api/places').map(({ body }) => body)).toMatchObject([
      { name: 'Corner Courts', activities: ['pickleball'], courts: 4, hasLights: true, cityState: 'TX' },
    ])
  })

  it('keeps the form values after a reload', async () => {
    const app = await openApp('/places/new', { viewer, config: withStreets })
    await pickCity('boise', 'Boise Idaho')
    await name.fill('Half a place')
    await pickActivity('Yoga')
    await expect.poll(() => JSON.stringify({ ...localStorage })).toMatch(/yoga/)
    await app.reload()
    await expect.element(page.getByText('We saved your draft from last time.')).toBeVisible()
    await expect.element(name).toHaveValue('Half a place')
    await expect.element(pin).toBeVisible()
    await expect.element(button('Add place')).toBeEnabled()
    await button('Start over').click()
    await expect.element(pin).not.toBeInTheDocument()
  })

  it('fits on a phone with all its fields filled in', async () => {
    await page.viewport(390, 844)
    await openApp('/places/new', { viewer })
    await pickCity('austin, t', 'Austin Texas')
    await page.getByText('More details').click()
    await choose('Opening hours', 'Set the hours')
    await expect.element(page.getByText('Monday', { exact: true })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})

describe('Editing a place', () => {
  it('saves the changes, and shows who changed what', async () => {
    const history: PlaceEditPage = {
      edits: [
        { version: 2, editor: me, confirmer: null, changes: [{ field: 'fee', before: null, after: '$3 a person' }], createdAt: 2 },
        { version: 1, editor: me, confirmer: null, changes: [], createdAt: 1 },
      ],
      next: null,
    }
    answerWith({
      'GET /api/places/courts/edits': history,
      'PUT /api/places/courts': ({ body }) => {
        stored = { ...stored, ...(body as ChangePlace), version: 2 }
        return stored
      },
    })
    const app = await openApp('/places/view/courts', { viewer })
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect.element(name).toHaveValue('Corner Courts')
    await fee.fill('$3 a person')
    await button('Save changes').click()
    await expect.element(page.getByText('$3 a person')).toBeVisible()
    await button('History').click()
    const dialog = page.getByRole('dialog', { name: 'History of Corner Courts' })
    await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent('Person A changed')
    await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent('Unknown → $3 a person')
    await expect.element(dialog.getByRole('listitem').last()).toHaveTextContent('added this place')
    await expectAccessible()
    await app.goBack()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('can empty every optional field again', async () => {
    const hours = everyDay('UTC', ['07:00-22:00']).weeklyAvailability
    stored = {
      ...stored,
      description: 'Behind the school.',
      address: '1 Oak Street',
      fee: '$6',
      surface: 'hard',
      amenities: ['water'],
      hours,
    }
    answerWith({ 'PUT /api/places/courts': ({ body }) => ({ ...stored, ...(body as ChangePlace), version: 2 }) })
    await openApp('/places/edit/courts', { viewer })
    await page.getByLabelText('Courts').fill('')
    for (const field of [page.getByLabelText('Description'), address, fee]) await field.fill('')
    await button(/^hard/i).click()
    await page.getByRole('option', { name: 'Unknown' }).click()
    await page.getByRole('button', { pressed: true, name: 'Water' }).click()
    await choose('Lights', 'Unknown')
    await choose('Indoors or outdoors', 'Unknown')
    await choose('Opening hours', 'Unknown')
    await button('Save changes').click()
    await expect
      .poll(() => requestsTo('PUT /api/places/courts').at(-1)?.body)
      .toMatchObject({
        description: '',
        address: '',
        fee: null,
        courts: null,
        surface: '',
        isIndoor: null,
        hasLights: null,
        amenities: [],
        hours: null,
      })
  })

  describe('while someone else edits it', () => {
    const choices = page.getByRole('group', { name: 'This was changed elsewhere while you edited it' })
    const side = (part: string, label: RegExp) => choices.getByRole('group', { name: part }).getByRole('radio', { name: label })
    const sent: ChangePlace[] = []

    beforeEach(() => {
      sent.length = 0
      answerWith({
        'PUT /api/places/courts': ({ body }) => {
          const form = body as ChangePlace
          sent.push(form)
          if (form.version !== stored.version) return refuse('PlaceVersionConflict', 'Someone else just changed this.')
          stored = { ...stored, ...form, version: form.version + 1 }
          return stored
        },
      })
    })

    it('saves the changes of both if they do not collide', async () => {
      await openApp('/places/edit/courts', { viewer })
      await address.fill('1 Shared Street')
      stored = { ...stored, fee: '$9', lat: 30.5, lng: -97.5, version: 2 }
      await button('Save changes').click()
      await expect.element(page.getByText('We also kept what was changed elsewhere: Pin and Fee.')).toBeVisible()
      await expect.element(page.getByText('1 Shared Street')).toBeVisible()
      await expect.element(page.getByText('$9')).toBeVisible()
      expect(sent.map(({ version }) => version)).toEqual([1, 2])
      expect(sent.at(-1)).toMatchObject({ fee: '$9', address: '1 Shared Street', lat: 30.5, lng: -97.5 })
    })

    it.each([
      ['Yours', '$3 a person'],
      ['Saved elsewhere', '$9'],
    ])('shows a field that both changed side by side, and saves what the user chooses: %s', async (choice, chosen) => {
      await openApp('/places/edit/courts', { viewer })
      await fee.fill('$3 a person')
      stored = { ...stored, fee: '$9', address: '1 Shared Street', version: 2 }
      await button('Save changes').click()
      await expect.element(choices).toHaveFocus()
      await expect.element(side('Fee', /Yours\s*\$3 a person/)).toBeChecked()
      await expect.element(side('Fee', /Saved elsewhere\s*\$9/)).not.toBeChecked()
      await expect.element(choices).toHaveTextContent('We also kept what was changed elsewhere: Address.')
      await expectAccessible()
      expect(stored.version).toBe(2)
      if (choice !== 'Yours') await side('Fee', /Saved elsewhere/).click()
      await expect.element(fee).toHaveValue(chosen)
      await button('Save changes').click()
      await expect.element(page.getByText('1 Shared Street')).toBeVisible()
      expect(sent.at(-1)).toMatchObject({ fee: chosen, address: '1 Shared Street', version: 2 })
      expect(stored.version).toBe(3)
    })
  })
})

describe('The page of a place', () => {
  it('can be followed at once, and is then requested again', async () => {
    answerWith({
      'PUT /api/places/courts/follow': () => {
        stored = { ...stored, followers: 1, mine: { ...mine, isFollowing: true } }
        return { isFollowing: true }
      },
    })
    await openApp('/places/view/courts', { viewer })
    await expect.element(page.getByText('Nobody here now')).toBeVisible()
    const before = requestsTo('GET /api/places/courts').length
    await button('Follow').click()
    await expect.element(button('Following')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByText('1 person follows this place.')).toBeVisible()
    await expect.poll(() => requestsTo('GET /api/places/courts').length).toBeGreaterThan(before)
  })

  it('shows who is there, and can call for players', async () => {
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
      found({ coords: { latitude: 30.123456, longitude: -97.654321 } } as GeolocationPosition),
    )
    answerWith({
      'PUT /api/places/courts/check-in': () => {
        const hereUntil = Date.now() + hour
        stored = { ...stored, here: { count: 1, people: [me] }, mine: { ...mine, hereUntil } }
        return { hereUntil }
      },
      'POST /api/places/courts/calls': () => {
        const ping = { id: 'ping', person: me, activity: 'tennis', needed: 3, createdAt: Date.now(), expiresAt: Date.now() + hour }
        stored = { ...stored, ping, mine: { ...mine, hereUntil: Date.now() + hour, mayPingAt: Date.now() + hour } }
        return null
      },
      'DELETE /api/places/courts/check-in': () => {
        stored = { ...stored, here: { count: 0, people: [] }, mine }
        return { hereUntil: null }
      },
    })
    await openApp('/places/view/courts', { viewer })
    await button('Check in').click()
    await expect.element(page.getByText(/^Checked in until/)).toBeVisible()
    await expect.element(page.getByText('1 here now')).toBeVisible()
    expect(requestsTo('PUT /api/places/courts/check-in').map(({ body }) => body)).toEqual([{ position: { lat: 30.123, lng: -97.654 } }])
    await button('Call for players').click()
    const dialog = page.getByRole('dialog', { name: 'Call for players' })
    await dialog.getByRole('button', { name: '3', exact: true }).click()
    await dialog.getByRole('button', { name: 'Tennis' }).click()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Call for 3 more' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('Need 3 more for Tennis')).toBeVisible()
    await expect.element(button('Call for players')).toBeDisabled()
    expect(requestsTo('POST /api/places/courts/calls').map(({ body }) => body)).toEqual([{ activity: 'tennis', needed: 3 }])
    await button('Check out').click()
    await expect.element(page.getByText('Nobody here now')).toBeVisible()
    await expect.element(button('Check in')).toBeVisible()
  })

  it('shows a call by somebody whose name is hidden', async () => {
    stored.ping = { id: 'ping', person: null, activity: 'tennis', needed: 3, createdAt: Date.now(), expiresAt: Date.now() + hour }
    await openApp('/places/view/courts', { viewer })
    await expect.element(page.getByText('Need 3 more for Tennis')).toBeVisible()
    await expect.element(page.getByText(/^Someone asked at/)).toBeVisible()
  })

  it('says why a person without a location is not checked in', async () => {
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_, refused) => refused?.({} as GeolocationPositionError))
    answerWith({ 'PUT /api/places/courts/check-in': () => refuse('LocationNeeded', 'To check in, let this site use your location.') })
    await openApp('/places/view/courts', { viewer })
    await button('Check in').click()
    await expect.element(page.getByText('To check in, let this site use your location.')).toBeVisible()
    await expect.element(page.getByText('Nobody here now')).toBeVisible()
    expect(requestsTo('PUT /api/places/courts/check-in').map(({ body }) => body)).toEqual([{ position: null }])
  })

  it('shows a visitor what is played there, and how to sign in', async () => {
    answerWith({ 'GET /api/places/courts': notMine })
    await openApp('/places/view/courts', { queries: [inlineAnswer(placeKey('courts'), notMine)] })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Corner Courts' })).toBeVisible()
    // The place came with the page, so no request is needed.
    expect(requestsTo('GET /api/places/courts')).toEqual([])
    await expect
      .element(page.getByRole('link', { name: 'Log in to check in' }))
      .toHaveAttribute('href', expect.stringContaining('next=%2Fplaces%2Fview%2Fcourts'))
    await expect.element(page.getByRole('link', { name: 'Host a game here' })).toHaveAttribute('href', '/create/event?place=courts')
    await expectAccessible()
  })

  it('can be reported', async () => {
    answerWith({ 'POST /api/reports': null })
    await openApp('/places/view/courts', { viewer })
    await button('Report').click()
    const report = page.getByRole('dialog', { name: 'Report this place' })
    await report.getByText('It does not exist, or its details are false').click()
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect.element(page.getByText('Thank you. Our team will review your report.')).toBeVisible()
    expect(requestsTo('POST /api/reports').map(({ body }) => body)).toEqual([
      { kind: 'place', subjectId: 'courts', reason: 'wrong', text: '' },
    ])
  })

  it('says that the place does not exist', async () => {
    answerWith({ 'GET /api/places/nowhere': refuse('PlaceNotFound', 'We could not find this place.'), 'GET /api/events': noGames })
    await openApp('/places/view/nowhere')
    await expect.element(page.getByRole('heading', { name: 'Place not found' })).toBeVisible()
  })

  it('lists its next games in its own time zone, five at first and then page by page', async () => {
    // In UTC, nine in the evening in this time zone is already the next day.
    const nine = Date.UTC(2030, 5, 4, 2)
    const where = { placeId: 'courts', name: 'Corner Courts', address: '', lat: 30.5, lng: -97.85 }
    const games = Array.from({ length: 25 }, (_, index) =>
      aCard({
        id: `game-${index}`,
        title: `Doubles ${index}`,
        where,
        startsAt: nine + index * 24 * hour,
        endsAt: nine + (index * 24 + 2) * hour,
      }),
    )
    answerWith({
      'GET /api/events': ({ query }) =>
        query.cursor ? { events: games.slice(20), next: null } : { events: games.slice(0, 20), next: 'more' },
    })
    await page.viewport(390, 844)
    await openApp('/places/view/courts', { viewer })
    const listed = page.getByRole('region', { name: 'Games here' }).getByRole('listitem')
    await expect.element(listed.first()).toHaveTextContent('Monday, June 3, 2030')
    await expect.element(listed.first()).toHaveTextContent('Mon, Jun 3, 2030, 9:00 PM to 11:00 PM · Tennis')
    await expect.element(listed).toHaveLength(5)
    await button('Show more').click()
    await expect.element(listed).toHaveLength(20)
    await expect.element(listed.nth(5).getByRole('link')).toHaveFocus()
    await button('Show more').click()
    await expect.element(listed).toHaveLength(25)
    await expect.element(button('Show more')).not.toBeInTheDocument()
    await expect.element(page.getByText('No more results.')).toHaveFocus()
    expect(document.documentElement.scrollWidth).toBe(390)
    expect(requestsTo('GET /api/events').at(-1)?.query).toEqual({ placeId: 'courts', cursor: 'more' })
  })

  it('shows a series as one game with its next dates, and more games also after a short page', async () => {
    const [first, second] = [1, 2].map((index) => ({
      ...aCard({ id: `game-${index}`, title: `Doubles ${index}` }),
      nextDates: index === 1 ? [Date.UTC(2030, 5, 11, 18), Date.UTC(2030, 5, 18, 18)] : [],
    }))
    answerWith({
      'GET /api/events': ({ query }) => (query.cursor ? { events: [second], next: null } : { events: [first], next: 'more' }),
    })
    await openApp('/places/view/courts', { viewer })
    const listed = page.getByRole('region', { name: 'Games here' }).getByRole('listitem')
    await expect.element(listed).toHaveLength(1)
    await expect.element(listed.first()).toHaveTextContent('Also Jun 11, 2030, Jun 18, 2030')
    await button('Show more').click()
    await button('Show more').click()
    await expect.element(listed).toHaveLength(2)
  })

  it('refuses a file that is not a photo', async () => {
    await openApp('/places/view/courts', { viewer })
    await userEvent.upload(page.getByLabelText('Photo file'), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
    await expect.element(page.getByText('The photo could not be added')).toBeVisible()
    expect(requestsTo('POST /api/places/photos')).toEqual([])
  })
})

describe('A change that waits', () => {
  const maya = { id: 'maya', name: 'Maya Ortiz', pictureUrl: null }
  const rename: PlaceProposal = {
    ...{ id: 'rename', person: maya, changes: [{ field: 'name', before: 'Corner Courts', after: 'Elm Courts' }] },
    ...{ createdAt: 1, expiresAt: Date.UTC(2030, 0, 5, 12), isMine: false, canConfirm: false, canDecline: false, confirmableAt: null },
  }
  const section = page.getByRole('region', { name: 'Is this right?' })
  const show = (more: Partial<PlaceProposal>) => {
    stored = { ...stored, proposals: [{ ...rename, ...more }] }
  }

  it('is shown to people who may decide, who can confirm it', async () => {
    show({ canConfirm: true, canDecline: true })
    answerWith({
      'POST /api/places/courts/proposals/rename/confirm': () => {
        stored = { ...stored, name: 'Elm Courts', proposals: [] }
        return null
      },
    })
    await openApp('/places/view/courts', { viewer })
    await expect.element(section).toHaveTextContent('Maya Ortiz wants to rename this place to “Elm Courts”.')
    await expect.element(section).toHaveTextContent('It waits until Jan 5, 2030.')
    await expect.element(section.getByRole('button', { name: 'Decline' })).toBeVisible()
    await expectAccessible()
    await section.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByText('Change confirmed.')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Elm Courts' })).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })

  it('can be declined, and says so if someone has already decided', async () => {
    show({ canConfirm: true, canDecline: true })
    answerWith({
      'DELETE /api/places/courts/proposals/rename': () => {
        stored = { ...stored, proposals: [] }
        return refuse('PlaceProposalNotFound', 'This change no longer waits. Someone has already decided on it.')
      },
    })
    await openApp('/places/view/courts', { viewer })
    await section.getByRole('button', { name: 'Decline' }).click()
    await expect.element(page.getByText('This change no longer waits. Someone has already decided on it.')).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })

  it('says from when it can be confirmed, and hides a name across a block', async () => {
    show({ person: null, confirmableAt: Date.UTC(2030, 0, 2, 12) })
    await openApp('/places/view/courts', { viewer })
    await expect.element(section).toHaveTextContent('Someone wants to rename this place')
    await expect.element(section).toHaveTextContent(/You can confirm it from Jan 2, .* on\./)
    await expect.element(section.getByRole('button')).not.toBeInTheDocument()
  })

  it('can be withdrawn by the person who suggested it', async () => {
    show({ isMine: true })
    answerWith({
      'DELETE /api/places/courts/proposals/rename': () => {
        stored = { ...stored, proposals: [] }
        return null
      },
    })
    await openApp('/places/view/courts', { viewer })
    await expect.element(section).toHaveTextContent('You want to rename this place')
    await section.getByRole('button', { name: 'Withdraw' }).click()
    await expect.element(page.getByText('Change withdrawn.')).toBeVisible()
  })

  it('shows how far the place would move, and the new spot', async () => {
    show({
      changes: [
        { field: 'lat', before: 30.5, after: 30.6 },
        { field: 'lng', before: -97.85, after: -97.85 },
        { field: 'address', before: '', after: '5 Elm Street' },
      ],
    })
    await openApp('/places/view/courts', { viewer })
    await expect.element(section).toHaveTextContent('wants to move this place by 6.9 miles.')
    await expect.element(section).toHaveTextContent('5 Elm Street')
    await section.getByRole('button', { name: 'Show the new spot' }).click()
    await expect.element(section.getByRole('region', { name: 'The suggested spot' })).toBeVisible()
  })

  it('is announced after saving, and in the history', async () => {
    answerWith({
      'GET /api/places/courts/edits': { edits: [], next: null },
      'PUT /api/places/courts': () => {
        show({ isMine: true })
        return stored
      },
    })
    await openApp('/places/edit/courts', { viewer })
    await expect.element(page.getByText(/A new name, a long move .* second person/)).toBeVisible()
    await name.fill('Elm Courts')
    await button('Save changes').click()
    await expect.element(page.getByText('Saved. A part of it waits for a second person.')).toBeVisible()
    await button('History').click()
    const history = page.getByRole('dialog', { name: 'History of Corner Courts' })
    await expect.element(history.getByText(/You want to rename/)).toBeVisible()
  })
})

describe('The history of a place', () => {
  it('names who confirmed a change, and can restore each older version', async () => {
    stored = { ...stored, version: 3 }
    const entry = { editor: me, confirmer: null, changes: [], createdAt: 1 }
    const history: PlaceEditPage = {
      edits: [
        {
          ...entry,
          version: 3,
          confirmer: { id: 'lou', name: 'Lou Kim', pictureUrl: null },
          changes: [{ field: 'courts', before: 4, after: 40 }],
        },
        { ...entry, version: 2, changes: [{ field: 'isDeleted', before: true, after: false }] },
        { ...entry, version: 1 },
      ],
      next: null,
    }
    answerWith({
      'GET /api/places/courts/edits': history,
      'POST /api/places/courts/edits/1/restore': () => {
        stored = { ...stored, version: 4, courts: 7 }
        return stored
      },
    })
    await openApp('/places/view/courts?history=1', { viewer })
    const dialog = page.getByRole('dialog', { name: 'History of Corner Courts' })
    await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent('Confirmed by Lou Kim')
    await expect.element(dialog.getByRole('listitem').nth(1)).toHaveTextContent('brought this place back')
    await expect.poll(() => dialog.getByRole('button', { name: 'Restore this version' }).elements().length).toBe(2)
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Restore this version' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
    await expect.element(page.getByText('Version restored.')).toBeVisible()
    expect(requestsTo('POST /api/places/courts/edits/1/restore')).toHaveLength(1)
  })
})

describe('Removing a place', () => {
  it.each([
    ['by the person who added it is done at once', true, 'Remove', 'Corner Courts was removed'],
    ['by someone else waits', false, 'Suggest removal', 'Thank you. It waits until a second person confirms it.'],
  ])('%s', async (_, isCreator, label, words) => {
    stored = { ...stored, mine: { ...mine, isCreator } }
    let isRemoved = false
    answerWith({
      'GET /api/places/courts': () => (isRemoved ? refuse('PlaceNotFound', 'We could not find this place.') : stored),
      'GET /api/places/courts/removed': {
        place: { name: 'Corner Courts', removedAt: 1, isCreator, proposals: [] },
      } satisfies RemovedPlace,
      'DELETE /api/places/courts': () => {
        isRemoved = isCreator
        return { isDone: isCreator }
      },
    })
    await openApp('/places/view/courts', { viewer })
    await button('Remove').click()
    await page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()
    await expect.element(page.getByText(words)).toBeVisible()
  })

  it('can be undone on its page', async () => {
    let isRemoved = true
    answerWith({
      'GET /api/places/courts': () => (isRemoved ? refuse('PlaceNotFound', 'We could not find this place.') : stored),
      'GET /api/places/courts/removed': () => ({
        place: isRemoved ? { name: 'Corner Courts', removedAt: 1, isCreator: true, proposals: [] } : null,
      }),
      'POST /api/places/courts/restore': () => {
        isRemoved = false
        return { isDone: true }
      },
    })
    await openApp('/places/view/courts', { viewer })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Corner Courts was removed' })).toBeVisible()
    await expectAccessible()
    await button('Bring it back').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Corner Courts', exact: true })).toBeVisible()
  })
})

describe('The poster', () => {
  it('is a PDF in both sizes', async () => {
    await openApp('/places/poster?place=courts')
    await expect.element(page.getByRole('img', { name: /^Poster of Corner Courts/ })).toBeVisible()
    const made: { name: string; bytes: Promise<ArrayBuffer> }[] = []
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:poster-${blobs.push(blob as Blob)}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.at(-1)
      if (this.download !== '' && blob) made.push({ name: this.download, bytes: blob.arrayBuffer() })
    })
    for (const paper of ['A4', 'Letter']) {
      await button(paper).click()
      await expectAccessible()
      await button('Download PDF').click()
      // The PDF library is large, and loads with the first poster.
      await expect.poll(() => made.at(-1)?.name, { timeout: 25_000 }).toBe(`corner-courts-${paper.toLowerCase()}.pdf`)
      const bytes = (await made.at(-1)?.bytes) ?? new ArrayBuffer()
      expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-')
      expect(bytes.byteLength).toBeGreaterThan(20_000)
    }
  })
})
