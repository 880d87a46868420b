import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { MyEventPage } from '../../domain/events/contract.ts'
import type {
  ChangeEvent,
  CreatedEvent,
  CreateEvent,
  EventForm,
  EventFormAnswer,
  EventPicture,
  OtherDate,
} from '../../domain/events/form-contract.ts'
import type { PlaceNameResults } from '../../domain/places/contract.ts'
import { aCard, aFace, aFormAnswer, anEvent, aPlaceCard, eventAnswers, formAnswers } from './event-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { withStreets } from './setup/streets.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const part = (name: string) => page.getByRole('region', { name, exact: true })
const places = page.getByRole('list', { name: 'Places to play' }).getByRole('button')
const spin = (group: string, segment: string) => page.getByRole('group', { name: group }).getByRole('spinbutton', { name: segment })

const made = () => requestsTo('POST /api/events').at(-1)?.body as CreateEvent
const changed = () => requestsTo('PATCH /api/events/:id').at(-1)?.body as ChangeEvent

const anAppAt = (path: string) => openApp(path, { viewer: someone })

async function pickPlace() {
  await places.first().click()
  await expect.element(button('Change place')).toBeVisible()
}
const openRow = (name: string) => page.getByRole('main').getByText(name, { exact: true }).click()
async function openMore(name: string) {
  await openRow('More')
  await openRow(name)
}
/** Sends the form and waits for the message, so that it does not show up in the next test. */
async function submitForm(label = 'Publish', words = 'Your game is published') {
  await button(label).click()
  await expect.element(page.getByText(words)).toBeVisible()
}
async function typeInto(field: Locator, words: string) {
  await field.fill(words)
  await userEvent.keyboard('{Tab}')
}

beforeEach(() =>
  answerWith({
    ...eventAnswers(anEvent({ id: 'made', title: 'As it was published', isHost: true })),
    ...formAnswers(),
    'POST /api/events': { id: 'made', count: 1 } satisfies CreatedEvent,
    'PATCH /api/events/:id': null,
  }),
)

describe('A new game', () => {
  it('scrolls to the setting with an error, not to the middle of all other settings', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => scroll.mockRestore())
    await anAppAt('/create/event')
    await pickPlace()
    await openMore('Title')
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('T'.repeat(81))
    await button('Publish').click()
    await expect.poll(() => scroll.mock.contexts.at(-1)).toBe(title.element().closest('details'))
  })

  it('requires only a place, and has good defaults', async () => {
    const app = await anAppAt('/create/event')
    await expect.element(page.getByRole('button', { name: 'Pickleball', pressed: true })).toBeVisible()
    expect(part('When').getByRole('button', { pressed: true }).elements()).toHaveLength(1)
    await button('Publish').click()
    await expect.element(part('Where').getByText('Choose a place.')).toBeVisible()
    await expect.element(page.getByText('Please check the marked fields above.')).toBeVisible()
    expect(requestsTo('POST /api/events')).toEqual([])
    await pickPlace()
    await submitForm()
    await expect.element(page.getByRole('region', { name: /notification/ }).getByRole('button', { name: 'Share' })).toBeVisible()
    await expect.poll(app.address).toBe('/discover/events/made')
    const { form, repeat, publish, hostPlays } = made()
    expect(hostPlays).toBe(true)
    expect(form).toMatchObject({
      activity: 'pickleball',
      title: '',
      capacity: 8,
      visibility: 'public',
      where: { placeId: 'zilker-great-lawn' },
    })
    expect(Date.parse(form.ends) - Date.parse(form.starts)).toBe(2 * 3_600_000)
    expect([repeat, publish]).toEqual([null, { when: 'now' }])
  })

  it('can be at any place that the search finds, near or far', async () => {
    answerWith({
      'GET /api/places/named': ({ query: { q = '' } }: ApiRequest) => {
        const found = q.includes('beacon')
          ? aPlaceCard('Seattle Beacon Hill Club')
          : q.includes('lawn')
            ? aPlaceCard('Zilker Great Lawn')
            : null
        return { places: found ? [{ ...found, miles: 1771 }] : [] } satisfies PlaceNameResults
      },
    })
    await anAppAt('/create/event')
    const search = page.getByRole('searchbox', { name: 'Search places' })
    await search.fill('beacon hill seattle')
    await expect.element(places).toHaveTextContent(/^Seattle Beacon Hill Club.*1771 mi$/)
    // The words of a nearby place can be in any order, and the place is listed only once.
    await search.fill('lawn zilker')
    await expect.element(places).toHaveTextContent(/^Zilker Great Lawn/)
    await search.fill('zilker')
    await expect.element(places).toHaveTextContent(/^Zilker Great Lawn/)
    await search.fill('nowhere at all')
    await expect.element(page.getByText('We found no place with this name. Choose a point on the map instead.')).toBeVisible()
  })

  it('can be at any point on the map, with a name from its host', async () => {
    await openApp('/create/event', { viewer: someone, config: withStreets })
    await button('A point on the map').click()
    await expect.element(button('Zoom in')).toBeVisible()
    await expect.element(page.getByText('Tap the map where the game takes place.')).toBeVisible()
    await page.getByRole('application', { name: 'Map' }).click()
    await expect.element(page.getByText(/^Near .+, TX\. Drag the pin/)).toBeVisible()
    await page.getByLabelText('Name of the place').fill('Zilker, court 2')
    await expectAccessible()
    await submitForm()
    const { where } = made().form
    expect(where).toMatchObject({ placeId: null, name: 'Zilker, court 2', address: expect.stringMatching(/^Near .+, TX$/) })
    expect(Math.abs(where.lat - 30.27)).toBeLessThan(0.2)
  })

  it('is at an address or at coordinates where the map has no streets', async () => {
    await anAppAt('/create/event')
    await button('A point on the map').click()
    await expect.element(page.getByText('This map has no streets, so you cannot place a pin on it.')).toBeVisible()
    await page.getByLabelText('Coordinates').fill('30.26, -97.77')
    await expect.element(page.getByText(/^Near .+, TX\.$/)).toBeVisible()
    await submitForm()
    expect(made().form.where).toMatchObject({ placeId: null, lat: 30.26, lng: -97.77 })
  })

  it('can have slots with names', async () => {
    await anAppAt('/create/event')
    await pickPlace()
    await openMore('Slots')
    await button('Add a slot').click()
    await page.getByLabelText('Name of slot 1').fill('Field')
    await button('Add a slot').click()
    await page.getByLabelText('Name of slot 2').fill('field')
    await button('Publish').click()
    await expect.element(page.getByText('Give each slot a different name.')).toBeVisible()
    expect(requestsTo('POST /api/events')).toEqual([])
    await page.getByLabelText('Name of slot 2').fill('Goalkeeper')
    await expect.element(page.getByText('Give each slot a different name.')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('has its slots in order, and as many seats as its slots', async () => {
    await anAppAt('/create/event')
    await pickPlace()
    await button('Soccer').click()
    await expect.element(page.getByRole('textbox', { name: 'Seats' })).toHaveValue('14')
    await openMore('Slots')
    await button('Add a slot').click()
    await page.getByLabelText('Name of slot 1').fill('Field')
    await button('Add a slot').click()
    await page.getByLabelText('Name of slot 2').fill('Goalkeeper')
    await typeInto(page.getByRole('textbox', { name: 'Seats of slot 2' }), '2')
    await button('Move slot 2 up').click()
    await expect.element(page.getByLabelText('Name of slot 1')).toHaveValue('Goalkeeper')
    await button('Add a slot').click()
    await button('Remove slot 3').click()
    await expect.element(part('Seats').getByText('16 seats')).toBeVisible()
    await submitForm()
    expect(made().form.slots.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Goalkeeper', 2],
      ['Field', 14],
    ])
  })

  it('that repeats shows its dates, and leaves out the dates that are clicked', async () => {
    answerWith({ 'POST /api/events': { id: 'made', count: 3 } satisfies CreatedEvent })
    await anAppAt('/create/event')
    await pickPlace()
    await openMore('Repeats')
    await page.getByRole('button', { name: /Repeats/ }).click()
    const days = page.getByRole('group', { name: 'On', exact: true }).getByRole('button')
    await page.getByRole('option', { name: 'Every week' }).click()
    // The day of the first date is marked. Another day comes in addition to it.
    const marked = () => days.elements().filter((day) => day.getAttribute('aria-pressed') === 'true')
    await expect.poll(() => marked().length).toBe(1)
    const other = days.elements().find((day) => !marked().includes(day))
    const otherDay = page.getByRole('group', { name: 'On', exact: true }).getByRole('button', { name: other?.textContent ?? '' })
    await otherDay.click()
    await expect.poll(() => marked().length).toBe(2)
    await otherDay.click()
    await expect.poll(() => marked().length).toBe(1)
    await typeInto(page.getByRole('textbox', { name: 'Times' }), '4')
    const dates = page.getByRole('group', { name: /Tap a date to skip it/ }).getByRole('button')
    await expect.poll(() => dates.elements().length).toBe(4)
    await dates.nth(2).click()
    await expect.element(page.getByText('3 games')).toBeVisible()
    await expectAccessible()
    await submitForm('Publish', 'Your 3 games are published')
    const { form, repeat } = made()
    const third = new Date(Date.parse(`${form.starts.slice(0, 10)}T00:00Z`) + 14 * 86_400_000).toISOString().slice(0, 10)
    expect(repeat).toMatchObject({ every: 'week', weekdays: [], interval: 1, count: 4, until: null, except: [third] })
  })

  it('has the questions and the end that its host chose', async () => {
    await anAppAt('/create/event')
    await pickPlace()
    await page.getByRole('button', { name: /Length/ }).click()
    await page.getByRole('option', { name: 'Ends at …' }).click()
    await page.getByRole('group', { name: 'Ends', exact: true }).getByRole('spinbutton', { name: 'minute' }).fill('45')
    await openMore('Joining')
    await page.getByRole('switch', { name: /Approve each player/ }).click()
    await button('Add a question').click()
    await button('Publish').click()
    await expect.element(page.getByText(/^Enter a question/)).toBeVisible()
    await page.getByLabelText('Question 1', { exact: true }).fill('Do you need a paddle?')
    await page.getByRole('checkbox', { name: 'Answer required' }).click()
    await button('Add a question').click()
    await button('Remove question 2').click()
    await expectAccessible()
    await submitForm()
    const { form } = made()
    expect(form).toMatchObject({ needsApproval: true, questions: [{ text: 'Do you need a paddle?', isRequired: true }] })
    expect(Date.parse(form.ends) - Date.parse(form.starts)).toBe(165 * 60_000)
  })

  it('has the co-hosts that its host chose, without those who were removed again', async () => {
    answerWith({ 'GET /api/people': { people: [aFace('Bo Host'), aFace('Bo Other')] } })
    await anAppAt('/create/event')
    await pickPlace()
    await openMore('Hosts')
    for (const name of ['Bo Host', 'Bo Other']) {
      await page.getByRole('combobox', { name: 'Add a co-host' }).fill('Bo')
      await page.getByRole('option', { name }).click()
      await expect.element(page.getByRole('list', { name: 'Co-hosts' }).getByText(name)).toBeVisible()
    }
    await button('Remove Bo Other').click()
    await expect.element(page.getByRole('list', { name: 'Co-hosts' }).getByText('Will be asked when you save')).toBeVisible()
    await submitForm()
    expect(made().form.coHosts).toEqual(['bo-host'])
  })

  it('shows which co-hosts have not answered, and takes an invitation back', async () => {
    const coHosts = [
      { ...aFace('Bo Host'), hasAccepted: true },
      { ...aFace('Bo Other'), hasAccepted: false },
    ]
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ coHosts, form: { coHosts: coHosts.map(({ id }) => id) } }) })
    await anAppAt('/create/event/sunrise')
    await openRow('Hosts')
    const list = page.getByRole('list', { name: 'Co-hosts' })
    await expect.element(list.getByRole('listitem').filter({ hasText: 'Bo Other' })).toHaveTextContent('Asked, has not answered')
    await expect.element(list.getByRole('listitem').filter({ hasText: 'Bo Host' })).not.toHaveTextContent('Asked')
    await expectAccessible()
    await button('Remove Bo Other').click()
    await expect.element(list.getByText('Bo Other')).not.toBeInTheDocument()
  })

  it('uploads its picture after drawing it again', async () => {
    answerWith({ 'PUT /api/events/:id/picture': { pictureUrl: '/files/a' } satisfies EventPicture })
    await anAppAt('/create/event')
    await pickPlace()
    await openMore('Picture')
    await page.getByLabelText('Picture file').upload(await aPicture())
    await expect.element(button('Change picture')).toBeVisible()
    await submitForm()
    await expect.poll(() => requestsTo('PUT /api/events/made/picture').length).toBe(1)
    const [{ query, body } = { query: null, body: null }] = requestsTo('PUT /api/events/made/picture')
    expect(query).toEqual({ scope: 'all' })
    expect(body).toHaveProperty('type', 'image/webp')
  })
})

/** A small picture as a file of someone's device. */
async function aPicture(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 8
  canvas.height = 8
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], 'court.png', { type: 'image/png' })
}

describe('A game that is not published yet', () => {
  it('is still there after a reload and can be saved as a draft; then the form is empty again', async () => {
    const title = 'Sunrise <b>doubles</b>'
    const draft = { ...aCard({ id: 'made', title, state: 'draft' }), isHost: true }
    answerWith({
      'GET /api/events/mine': ({ query }: ApiRequest) =>
        ({
          events: query.when === 'upcoming' && requestsTo('POST /api/events').length > 0 ? [draft] : [],
          next: null,
        }) satisfies MyEventPage,
    })
    const app = await anAppAt('/create/event')
    await pickPlace()
    await openMore('Title')
    await page.getByLabelText('Title', { exact: true }).fill(title)
    await openRow('About')
    await page.getByRole('textbox', { name: 'About' }).fill('Bring **water**.')
    await expect.element(page.getByText('Bring water.', { exact: true }).first()).toBeVisible()
    await app.reload()
    await expect.element(page.getByText('We saved your draft from last time.')).toBeVisible()
    await openMore('Title')
    await expect.element(page.getByLabelText('Title', { exact: true })).toHaveValue(title)
    await submitForm('Save draft', 'Saved as a draft')
    expect(made()).toMatchObject({ form: { title, description: 'Bring **water**.' }, publish: { when: 'never' } })
    await expect
      .element(page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: title }))
      .toHaveAttribute('href', '/create/event/made')
    await expectAccessible()
    await app.goTo('/create/event')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Host a game' })).toBeVisible()
    await expect.element(page.getByText('We saved your draft from last time.')).not.toBeInTheDocument()
  })

  it('can be published from its draft', async () => {
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ state: 'draft', version: 4 }), 'POST /api/events/:id/publish': null })
    const app = await anAppAt('/create/event/made')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Your draft' })).toBeVisible()
    await submitForm()
    expect(changed()).toMatchObject({ version: 4, scope: 'this', form: { title: 'Morning doubles' } })
    expect(requestsTo('POST /api/events/made/publish')[0]?.body).toEqual({ publish: { when: 'now' }, scope: 'this' })
    await expect.poll(app.address).toBe('/discover/events/made')
  })

  it('can be scheduled, and shows the server’s error if the time is too late', async () => {
    const tooLate = 'The game will have started by then. Choose an earlier time.'
    answerWith({ 'POST /api/events': refuse('PublishAfterStart', tooLate, [{ path: 'publish.at', message: tooLate }]) })
    await anAppAt('/create/event')
    await pickPlace()
    await openMore('Publish time')
    await page.getByRole('radio', { name: /Later/ }).click()
    await spin('Publish on', 'year').fill('2099')
    await button('Schedule game').click()
    await expect.element(page.getByText(tooLate)).toBeVisible()
    answerWith({ 'POST /api/events': { id: 'made', count: 1 } satisfies CreatedEvent })
    await submitForm('Schedule game', 'Your game is scheduled')
    const { publish } = made()
    expect(publish).toEqual({ when: 'later', at: expect.any(Number) })
    if (publish.when === 'later') expect(new Date(publish.at).getFullYear()).toBe(2099)
  })
})

describe('A game that is edited', () => {
  describe('that another tab or host has changed meanwhile', () => {
    const choices = page.getByRole('group', { name: 'This was changed elsewhere while you edited it' })
    const title = page.getByLabelText('Title', { exact: true })
    let saved: EventFormAnswer
    const saveElsewhere = (form: Partial<EventForm>, more: Partial<EventFormAnswer> = {}) => {
      saved = { ...saved, ...more, form: { ...saved.form, ...form }, version: saved.version + 1 }
    }

    beforeEach(() => {
      saved = aFormAnswer({})
      answerWith({
        'GET /api/events/:id/form': () => saved,
        'PATCH /api/events/:id': ({ body }: ApiRequest) => {
          const { version } = body as ChangeEvent
          return version === saved.version
            ? null
            : refuse('EventVersionConflict', 'This game was changed in another tab or by another host.')
        },
      })
    })

    it('is saved with the changes of both', async () => {
      await anAppAt('/create/event/made')
      await openRow('Title')
      await title.fill('From this tab')
      saveElsewhere({ capacity: 12, description: 'Bring water.', waitlistMode: 'turns' })
      await button('Save changes').click()
      await expect.element(page.getByText('Changes saved.')).toBeVisible()
      await expect.element(page.getByText('We also kept what was changed elsewhere: Seats, About, and Waitlist.')).toBeVisible()
      expect(changed()).toMatchObject({
        version: saved.version,
        form: { title: 'From this tab', capacity: 12, description: 'Bring water.', waitlistMode: 'turns' },
      })
    })

    it.each([
      ['Yours', 'From this tab'],
      ['Saved elsewhere', 'From the other tab'],
    ])('shows what both changed side by side, and saves what its host chooses: %s', async (choice, chosen) => {
      await anAppAt('/create/event/made')
      await openRow('Title')
      await title.fill('From this tab')
      await typeInto(page.getByRole('textbox', { name: 'Seats' }), '9')
      saveElsewhere({ title: 'From the other tab', description: 'Bring water.' })
      await button('Save changes').click()
      await expect.element(choices).toHaveFocus()
      await expect.element(choices).toHaveTextContent('We also kept what was changed elsewhere: About.')
      const side = (label: RegExp) => choices.getByRole('group', { name: 'Title' }).getByRole('radio', { name: label })
      await expect.element(side(/Yours\s*From this tab/)).toBeChecked()
      await expect.element(choices.getByRole('radio')).toHaveLength(2)
      await expectAccessible()
      const count = requestsTo('PATCH /api/events/:id').length
      if (choice !== 'Yours') await side(/Saved elsewhere\s*From the other tab/).click()
      await expect.element(title).toHaveValue(chosen)
      await button('Save changes').click()
      await expect.element(page.getByText('Changes saved.')).toBeVisible()
      expect(requestsTo('PATCH /api/events/:id')).toHaveLength(count + 1)
      expect(changed()).toMatchObject({
        version: saved.version,
        form: { title: chosen, capacity: 9, description: 'Bring water.' },
      })
    })

    it('asks again which button to press if it was published meanwhile', async () => {
      saved = aFormAnswer({ state: 'draft' })
      await anAppAt('/create/event/made')
      await openRow('Title')
      await title.fill('From this tab')
      saveElsewhere({ capacity: 12 }, { state: 'published' })
      await button('Save draft').click()
      await expect.element(page.getByText('This game was changed in another tab or by another host.')).toBeVisible()
      await expect.element(title).toHaveValue('From this tab')
      await button('Save changes').click()
      await expect.element(page.getByText('Changes saved.')).toBeVisible()
      expect(changed()).toMatchObject({ form: { title: 'From this tab', capacity: 12 } })
    })
  })

  it('that repeats asks which dates to change, and has no button "Cancel" that could mean cancelling the game', async () => {
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ series: 'Every week on Saturday' }) })
    await anAppAt('/create/event/made')
    await expect.element(page.getByText('Every week on Saturday')).toBeVisible()
    await expect.element(button('Leave without saving')).toBeVisible()
    await expect.element(button('Cancel')).not.toBeInTheDocument()
    await typeInto(page.getByRole('textbox', { name: 'Seats' }), '9')
    await button('Save changes').click()
    const scopes = page.getByRole('dialog', { name: 'This game repeats' })
    await expect.element(scopes.getByText('Each game gets what you changed now, and nothing else.')).toBeVisible()
    await scopes.getByRole('radio', { name: /This and all later games/ }).click()
    await expectAccessible()
    await scopes.getByRole('button', { name: 'Save changes' }).click()
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(changed()).toMatchObject({ scope: 'following', form: { capacity: 9 } })
  })

  it('that repeats names the dates that keep their own values before it is saved', async () => {
    const other = (id: string, month: number, isLater: boolean, own: OtherDate['own']): OtherDate => ({
      id,
      startsAt: Date.UTC(2031, month, 5, 18),
      timeZone: 'America/Chicago',
      state: 'published',
      isLater,
      own,
    })
    const otherDates = [
      other('before', 0, false, ['seats']),
      other('after', 11, true, ['seats', 'where']),
      other('same', 10, true, ['title']),
    ]
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ series: 'Every week on Saturday', otherDates }) })
    await anAppAt('/create/event/made')
    await typeInto(page.getByRole('textbox', { name: 'Seats' }), '9')
    await button('Save changes').click()
    const scopes = page.getByRole('dialog', { name: 'This game repeats' })
    await expect.element(scopes).toBeVisible()
    await expect.element(scopes.getByText(/has its own/)).not.toBeInTheDocument()
    await scopes.getByRole('radio', { name: /This and all later games/ }).click()
    await expect.element(scopes.getByText('Dec 5, 2031 has its own seats.')).toBeVisible()
    await expect.element(scopes.getByText(/Jan 5/)).not.toBeInTheDocument()
    await scopes.getByRole('radio', { name: /All upcoming games/ }).click()
    await expect.element(scopes.getByText('Jan 5, 2031 has its own seats.')).toBeVisible()
    await expect.element(scopes.getByText(/Nov 5/)).not.toBeInTheDocument()
    await expectAccessible()
    await scopes.getByText('Change these too').click()
    await expect.element(scopes.getByText('These dates were changed alone and lose what they have:')).toBeVisible()
    await expectAccessible()
    await scopes.getByRole('button', { name: 'Save changes' }).click()
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(changed()).toMatchObject({ scope: 'all', overwritesOwn: true, form: { capacity: 9 } })
  })

  it('asks where the people of a removed slot go, until the server accepts the answer', async () => {
    const slots = [
      { id: 'gk', name: 'Goalkeeper', capacity: 2 },
      { id: 'field', name: 'Field', capacity: 8 },
    ]
    const unplaced = 'There are people in the slots that you removed. Choose where they go.'
    const full = 'There is not enough room for everyone you move. Choose another slot or the waitlist.'
    answerWith({
      'GET /api/events/:id/form': aFormAnswer({ form: { slots } }),
      'PATCH /api/events/:id': ({ body }: ApiRequest) => {
        const [move] = (body as ChangeEvent).slotMoves
        if (!move) return refuse('SlotPeopleWithoutPlace', unplaced, [{ path: 'slotMoves.gk', message: 'Goalkeeper: Ana and Bo' }])
        return move.isToWaitlist ? null : refuse('SlotMoveTooFull', full, [{ path: 'slotMoves', message: full }])
      },
    })
    await anAppAt('/create/event/made')
    await openRow('Slots')
    await button('Remove slot 1').click()
    await button('Save changes').click()
    const dialog = page.getByRole('dialog', { name: 'Where do these people go?' })
    const save = dialog.getByRole('button', { name: 'Move them and save' })
    await save.click()
    await expect.element(dialog.getByText('Choose where they go.')).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: /Goalkeeper: Ana and Bo/ }).click()
    await page.getByRole('option', { name: 'Seats in Field' }).click()
    await save.click()
    await expect.element(dialog.getByText(full)).toBeVisible()
    await dialog.getByRole('button', { name: /Goalkeeper: Ana and Bo/ }).click()
    await page.getByRole('option', { name: 'Waitlist for Field' }).click()
    await save.click()
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(changed().slotMoves).toEqual([{ from: 'gk', to: 'field', isToWaitlist: true }])
  })

  it('shows the server’s errors at the fields', async () => {
    const taken = 'More seats are already taken. Remove players first, or offer more seats.'
    const skipped = 'This time does not exist on that day because the clocks change. Choose another time.'
    answerWith({
      'GET /api/events/:id/form': aFormAnswer(),
      'PATCH /api/events/:id': refuse('SeatsStillTaken', taken, [{ path: 'form.capacity', message: taken }]),
    })
    await anAppAt('/create/event/made')
    await typeInto(page.getByRole('textbox', { name: 'Seats' }), '2')
    await button('Save changes').click()
    await expect.element(part('Seats').getByText(taken)).toBeVisible()
    await typeInto(page.getByRole('textbox', { name: 'Seats' }), '3')
    answerWith({ 'PATCH /api/events/:id': refuse('TimeSkipped', skipped, [{ path: 'form.starts', message: skipped }]) })
    await spin('Starts', 'hour').fill('2')
    await button('Save changes').click()
    await expect.element(part('When').getByText(skipped)).toBeVisible()
    await spin('Starts', 'hour').fill('9')
    await expect.element(part('When').getByText(skipped)).not.toBeInTheDocument()
    answerWith({ 'PATCH /api/events/:id': null })
    await button('Save changes').click()
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(changed().form).toMatchObject({ capacity: 3, starts: expect.stringMatching(/T(09|21):00$/) })
  })

  it('can empty every optional field again', async () => {
    const form = {
      description: 'Bring water.',
      levelMin: 2,
      levelMax: 4,
      slots: [{ id: 'a', name: 'Court 1', capacity: 8 }],
      questions: [{ id: 'q', text: 'Do you need a paddle?', isRequired: false }],
      coHosts: ['bo-host'],
      teamId: 'crew',
    }
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ form, coHosts: [{ ...aFace('Bo Host'), hasAccepted: true }] }) })
    await anAppAt('/create/event/made')
    await openRow('Title')
    await page.getByLabelText('Title', { exact: true }).fill('')
    await openRow('About')
    await page.getByRole('textbox', { name: 'About' }).fill('')
    await openRow('Level')
    for (const side of [/From/, /Up to/]) {
      await page.getByRole('button', { name: side }).click()
      await page.getByRole('option', { name: 'Any level' }).click()
    }
    await openRow('Slots')
    await button('Remove slot 1').click()
    await openRow('Who can see it')
    await page.getByRole('button', { name: /Host as/ }).click()
    await page.getByRole('option', { name: 'Just you' }).click()
    await openRow('Joining')
    await button('Remove question 1').click()
    await openRow('Hosts')
    await button('Remove Bo Host').click()
    await submitForm('Save changes', 'Changes saved.')
    const empty = { title: '', description: '', levelMin: null, levelMax: null, slots: [], questions: [], coHosts: [], teamId: null }
    expect(changed().form).toMatchObject(empty)
  })

  it('shows the court art again if its picture is removed', async () => {
    const pictureUrl = URL.createObjectURL(await aPicture())
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ pictureUrl }), 'DELETE /api/events/:id/picture': null })
    await anAppAt('/create/event/made')
    await openRow('Picture')
    await button('Use court art').click()
    await button('Save changes').click()
    await expect.element(page.getByText('Changes saved.')).toBeVisible()
    expect(requestsTo('DELETE /api/events/made/picture').map(({ query }) => query)).toEqual([{ scope: 'this' }])
  })

  it('can be hosted again as a new game on an upcoming day, with the same picture', async () => {
    const pictureUrl = URL.createObjectURL(await aPicture())
    answerWith({
      'GET /api/events/:id/form': aFormAnswer({ pictureUrl, form: { starts: '2024-05-04T09:00', ends: '2024-05-04T11:00' } }),
      'PUT /api/events/:id/picture': { pictureUrl: '/files/a' } satisfies EventPicture,
    })
    await anAppAt('/create/event?from=before')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Host a similar game' })).toBeVisible()
    await submitForm()
    await expect.poll(() => requestsTo('PUT /api/events/made/picture')[0]?.body).toHaveProperty('type', 'image/png')
    expect(made().form.title).toBe('Morning doubles')
    expect(made().form.starts > new Date().toISOString().slice(0, 10)).toBe(true)
  })

  it('can be hosted again with an invitation to the players of last time', async () => {
    const pastPlayers = [aFace('Cleo Park'), aFace('Bo Host')]
    answerWith({
      'GET /api/events/:id/form': aFormAnswer({ pastPlayers, form: { starts: '2024-05-04T09:00', ends: '2024-05-04T11:00' } }),
      'POST /api/events/:id/invites': { invited: 2 },
    })
    await anAppAt('/create/event?from=before')
    await expect.element(page.getByRole('checkbox', { name: 'Invite the 2 players of last time' })).toBeChecked()
    await submitForm()
    await expect.element(page.getByText('Your game is published, and 2 people are invited.')).toBeVisible()
    expect(requestsTo('POST /api/events/:id/invites')).toMatchObject([{ body: { userIds: ['cleo-park', 'bo-host'] } }])
  })

  it('cannot be edited by others, or after it was cancelled', async () => {
    answerWith({ 'GET /api/events/:id/form': refuse('EventNotFound', 'We could not find this game.') })
    const app = await anAppAt('/create/event/no-such-game')
    await expect.element(page.getByText('You cannot edit this game')).toBeVisible()
    answerWith({ 'GET /api/events/:id/form': aFormAnswer({ state: 'cancelled' }) })
    await app.goTo('/create/event/made')
    await expect.element(page.getByText('This game was cancelled')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Host a similar game' })).toBeVisible()
  })
})
