import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { austin } from './city-examples.ts'
import { viewerAnswers } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const tab = '/settings?tab=activities-subscription'
const newForm = `${tab}&subscription=new`

const city = page.getByRole('combobox', { name: 'City' })
const pin = page.getByRole('button', { name: 'Pin', exact: true })
const map = page.getByRole('application', { name: 'Map' })
const miles = page.getByRole('spinbutton', { name: 'Radius' })
const save = (name: 'Save alert' | 'Save changes' = 'Save alert') => page.getByRole('button', { name })
const listHeading = page.getByRole('heading', { level: 2, name: 'Your alerts' })
const edit = page.getByRole('button', { name: 'Edit Pickleball' })
const northside = { id: 'courts', name: 'Northside Courts', address: '', cityName: 'Austin', cityState: 'TX', lat: 30.4, lng: -97.7 }

const pickleball: ActivitySubscription = {
  ...{ id: 'one', address: { name: 'Austin, TX', lat: austin.lat, lng: austin.lng, description: 'Austin, TX' }, radius: 15 },
  ...{ activities: ['Pickleball'], startDate: null, endDate: null, isTemporary: false, version: 1, createdAt: 1 },
}

/** The alerts on the server. Each save changes them. */
let stored: ActivitySubscription[] = []

beforeEach(() => {
  stored = []
  answerWith({
    ...viewerAnswers,
    'GET /api/places/named': { places: [] },
    'GET /api/activity-subscriptions': () => ({ subscriptions: stored }),
    'POST /api/activity-subscriptions': ({ body }) => {
      const created = { ...(body as ActivitySubscription), id: 'made', version: 1, createdAt: 2 }
      stored = [created, ...stored]
      return created
    },
    'PUT /api/activity-subscriptions/:id': ({ body }) => {
      const sent = body as ActivitySubscription
      stored = stored.map((one) => ({ ...one, ...sent, version: sent.version + 1 }))
      return stored[0]
    },
    'DELETE /api/activity-subscriptions/:id': () => {
      stored = []
      return null
    },
  })
})

async function pickCity(typed: string, name: string) {
  await city.fill(typed)
  await expect.element(page.getByRole('option', { name, exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

async function pickActivity(name: string, typed = name) {
  const field = page.getByRole('searchbox', { name: 'Search activities' })
  await field.fill(typed)
  await page.getByRole('button', { name, exact: true }).click()
  await field.fill('')
}

const sentBodies = () =>
  [...requestsTo('POST /api/activity-subscriptions'), ...requestsTo('PUT /api/activity-subscriptions/:id')].map(({ body }) => body)

describe('A subscription', () => {
  it('is created from a place and an activity, and appears in the list', async () => {
    answerWith({ 'GET /api/places/named': { places: [{ ...northside, miles: 3 }] } })
    await openApp(tab, { viewer })
    await expect.element(page.getByText('Never miss a game near you')).toBeVisible()
    await page.getByRole('button', { name: 'Add an alert' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'New alert' })).toHaveFocus()
    await expect.element(save()).toBeDisabled()
    await expect.element(page.getByText('Still needed: a location and an activity.')).toBeVisible()
    await expect.element(miles).toHaveValue(15)
    await expect.element(page.getByRole('button', { name: 'Other', exact: true })).not.toBeInTheDocument()
    await city.fill('northside')
    await expect.element(page.getByRole('option', { name: /^Northside Courts .*Austin, TX$/ })).toBeVisible()
    answerWith({ 'GET /api/places/named': { places: [] } })
    await pickCity('austin, t', 'Austin Texas')
    await expect.element(pin).toBeVisible()
    await pickActivity('Pickleball')
    await pickActivity('Sand Volleyball', 'beach vollyball')
    await expectAccessible()
    await save().click()
    await expect.element(listHeading).toHaveFocus()
    await expect.element(page.getByText('Pickleball and Sand Volleyball')).toBeVisible()
    await expect.element(page.getByText('within 15 miles of Austin, TX')).toBeVisible()
    expect(sentBodies()).toMatchObject([
      {
        address: { name: 'Austin, TX', lat: austin.lat, lng: austin.lng, description: 'Austin, TX' },
        activities: ['Pickleball', 'Sand Volleyball'],
        radius: 15,
        startDate: null,
        endDate: null,
        isTemporary: false,
      },
    ])
    await expectAccessible()
  })

  it('gets a larger radius by typing or with the slider, up to the maximum', async () => {
    stored = [pickleball]
    await openApp(tab, { viewer })
    await edit.click()
    await expect.element(city).toHaveValue('Austin, TX')
    await miles.fill('51')
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Enter a radius from 1 to 50 miles.')).toBeVisible()
    await expect.element(save('Save changes')).toBeDisabled()
    await expectAccessible()
    await page.getByRole('slider').fill('24')
    await focusOn(page.getByRole('slider'))
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(miles).toHaveValue(25)
    await save('Save changes').click()
    await expect.element(page.getByText('within 25 miles of Austin, TX')).toBeVisible()
    expect(sentBodies()).toMatchObject([{ radius: 25, version: 1 }])
  })

  it('begins on a map around the home city', async () => {
    await openApp(newForm, { viewer })
    await expect.element(map).toBeVisible()
    await focusOn(map)
    await userEvent.keyboard('{ArrowUp}')
    await focusOn(page.getByRole('button', { name: 'Move the pin to the center' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(city).toHaveValue(expect.stringMatching(/, TX$/))
  })

  it('gets its pin with the keyboard alone, or by a click on the map', async () => {
    await openApp(newForm, { viewer })
    await pickCity('austin, t', 'Austin Texas')
    await expect.element(pin).toBeVisible()
    await focusOn(map)
    await userEvent.keyboard('{ArrowUp}')
    await focusOn(page.getByRole('button', { name: 'Move the pin to the center' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(city).toHaveValue(expect.stringMatching(/^Near .+, [A-Z]{2}$/))
    const getCityName = () => (city.element() as HTMLInputElement).value
    const first = getCityName()
    await focusOn(pin)
    // We move the pin until another town is nearer.
    for (let step = 0; step < 25; step += 1) await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await expect.poll(getCityName).not.toBe(first)
    await expect.element(pin).toHaveFocus()
    const moved = getCityName()
    const { width, height } = map.element().getBoundingClientRect()
    await map.click({ position: { x: width * 0.15, y: height * 0.8 } })
    await expect.poll(getCityName).not.toBe(moved)
    await expect.element(city).toHaveValue(expect.stringMatching(/^Near /))
    await pickActivity('Tennis')
    const chosen = getCityName().replace('Near ', '')
    await save().click()
    await expect.element(page.getByText(`within 15 miles of ${chosen}`)).toBeVisible()
  })

  it('starts today and ends later if it is temporary, and has no dates otherwise', async () => {
    stored = [pickleball]
    await openApp(tab, { viewer })
    await edit.click()
    const toggle = page.getByRole('switch', { name: /Temporary subscription/ })
    const dates = page.getByRole('group', { name: 'Dates' })
    await expect.element(page.getByText('Alerts stop after the end date.')).toBeVisible()
    await toggle.click()
    const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/Chicago', month: '2-digit', day: '2-digit', year: 'numeric' })
    // React Aria adds invisible direction marks between the parts of a date, so we remove them.
    const getDatesText = () => (dates.element().textContent ?? '').replace(/[\u2066-\u2069\u200e]/g, '')
    await expect.poll(getDatesText).toBe(`${today}–mm/dd/yyyy`)
    const end = page.getByRole('group', { name: 'Ends' }).getByRole('spinbutton')
    await end.first().click()
    await userEvent.keyboard('12312020')
    await expect.element(page.getByText('The end must be after the start.')).toBeVisible()
    await expect.element(save('Save changes')).toBeDisabled()
    await end.last().click()
    await userEvent.keyboard('2099')
    await expect.element(page.getByText('The end must be after the start.')).not.toBeInTheDocument()
    await save('Save changes').click()
    await expect.element(page.getByText('Temporary', { exact: true })).toBeVisible()
    await expect.element(page.getByText(/– Dec 31, 2099/)).toBeVisible()

    await edit.click()
    await expect.poll(getDatesText).toContain('12/31/2099')
    await toggle.click()
    await expect.poll(getDatesText).toBe('mm/dd/yyyy–mm/dd/yyyy')
    // The message of the first save still covers the button.
    await focusOn(save('Save changes'))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('within 15 miles')).toBeVisible()
    await expect.element(page.getByText('Temporary', { exact: true })).not.toBeInTheDocument()
    await expect.poll(() => stored[0]).toMatchObject({ isTemporary: false, startDate: null, endDate: null })
  })

  it('can have its dates removed again', async () => {
    stored = [{ ...pickleball, startDate: Date.UTC(2099, 0, 5, 18), endDate: Date.UTC(2099, 0, 9, 18) }]
    await openApp(tab, { viewer })
    await edit.click()
    await page.getByRole('group', { name: 'Dates' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Clear both dates' }).click()
    await save('Save changes').click()
    await expect.poll(() => sentBodies().at(-1)).toMatchObject({ startDate: null, endDate: null })
  })

  it('is deleted after a confirmation, and the focus moves to the heading', async () => {
    stored = [pickleball]
    await openApp(tab, { viewer })
    const remove = page.getByRole('button', { name: 'Delete Pickleball' })
    await remove.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this alert?' })
    await expect.element(dialog).toHaveTextContent('We will no longer notify you about Pickleball within 15 miles of Austin, TX.')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(remove).toHaveFocus()
    expect(requestsTo('DELETE /api/activity-subscriptions/:id')).toEqual([])
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('Never miss a game near you')).toBeVisible()
    await expect.element(listHeading).toHaveFocus()
    expect(requestsTo('DELETE /api/activity-subscriptions/:id').map(({ path }) => path)).toEqual(['/api/activity-subscriptions/one'])
  })

  it('keeps its form values after a reload, and Back leads to the list', async () => {
    const app = await openApp(tab, { viewer })
    await page.getByRole('button', { name: 'Add an alert' }).click()
    await pickCity('boise', 'Boise Idaho')
    await pickActivity('Yoga')
    await miles.fill('7')
    await expect.element(miles).toHaveValue(7)
    await expect.poll(() => JSON.stringify({ ...localStorage })).toMatch(/\\"radius\\":7/)
    await app.reload()
    await expect.element(page.getByText('We saved your draft from last time.')).toBeVisible()
    await expect.element(city).toHaveValue('Boise, ID')
    await expect.element(miles).toHaveValue(7)
    await expect.element(page.getByRole('button', { name: 'Yoga' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.element(city).toHaveValue('')
    await expect.element(save()).toBeDisabled()
  })

  it('has a link back to the list', async () => {
    const app = await openApp(tab, { viewer })
    await page.getByRole('button', { name: 'Add an alert' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'New alert' })).toBeVisible()
    await app.goBack()
    await expect.element(listHeading).toBeVisible()
  })

  describe('that another tab has changed meanwhile', () => {
    const choices = page.getByRole('group', { name: 'This was changed elsewhere while you edited it' })

    beforeEach(() =>
      answerWith({
        'PUT /api/activity-subscriptions/:id': ({ body }) => {
          const sent = body as ActivitySubscription
          if (sent.version !== stored[0]?.version) return refuse('SubscriptionVersionConflict', 'Someone else just changed this.')
          stored = [{ ...pickleball, ...sent, version: sent.version + 1 }]
          return stored[0]
        },
      }),
    )

    it('is saved with the changes of both tabs', async () => {
      stored = [pickleball]
      await openApp(tab, { viewer })
      await edit.click()
      await miles.fill('5')
      stored = [{ ...pickleball, activities: ['Yoga'], version: 2 }]
      await save('Save changes').click()
      await expect.element(page.getByText('We also kept what was changed elsewhere: Activities.')).toBeVisible()
      await expect.element(page.getByText('within 5 miles of Austin, TX')).toBeVisible()
      await expect.poll(() => stored[0]).toMatchObject({ radius: 5, activities: ['Yoga'], version: 3 })
    })

    it.each([
      ['Yours', 5],
      ['Saved elsewhere', 40],
    ])('shows what both changed side by side, and saves what the user chooses: %s', async (choice, chosen) => {
      stored = [pickleball]
      await openApp(tab, { viewer })
      await edit.click()
      await miles.fill('5')
      stored = [{ ...pickleball, radius: 40, activities: ['Yoga'], version: 2 }]
      await save('Save changes').click()
      await expect.element(choices).toHaveFocus()
      const distance = choices.getByRole('group', { name: 'Distance' })
      await expect.element(distance.getByRole('radio', { name: /Yours\s*Within 5 miles/ })).toBeChecked()
      const other = distance.getByRole('radio', { name: /Saved elsewhere\s*Within 40 miles/ })
      await expect.element(other).not.toBeChecked()
      await expectAccessible()
      if (choice !== 'Yours') await other.click()
      await expect.element(miles).toHaveValue(chosen)
      await save('Save changes').click()
      await expect.element(page.getByText(`within ${chosen} miles of Austin, TX`)).toBeVisible()
      await expect.poll(() => stored[0]).toMatchObject({ radius: chosen, activities: ['Yoga'], version: 3 })
    })

    it('shows another location in its field if the user chooses it', async () => {
      stored = [pickleball]
      await openApp(tab, { viewer })
      await edit.click()
      await city.fill('boise')
      await page.getByRole('option', { name: /Boise/ }).first().click()
      const marfa = { name: 'Marfa, TX', lat: 30.3096, lng: -104.0207, description: 'Marfa, TX' }
      stored = [{ ...pickleball, address: marfa, version: 2 }]
      await save('Save changes').click()
      await choices.getByRole('radio', { name: /Saved elsewhere\s*Marfa, TX/ }).click()
      await expect.element(city).toHaveValue('Marfa, TX')
      await choices.getByRole('radio', { name: /Yours\s*Boise, ID/ }).click()
      await expect.element(city).toHaveValue('Boise, ID')
    })

    it('says so if the other tab has deleted it', async () => {
      stored = [pickleball]
      await openApp(tab, { viewer })
      await edit.click()
      await miles.fill('5')
      stored = []
      answerWith({ 'PUT /api/activity-subscriptions/:id': refuse('SubscriptionVersionConflict', 'Someone else just changed this.') })
      await save('Save changes').click()
      await expect.element(page.getByText('This alert no longer exists')).toBeVisible()
    })
  })
})
