import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { austin } from './city-examples.ts'
import { ofViewer } from './discover-examples.ts'
import { answerWith, askedFor, refuse } from './setup/answers.ts'
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

/** What the server has, and what it makes of each save. */
let stored: ActivitySubscription[] = []

beforeEach(() => {
  stored = []
  answerWith({
    ...ofViewer,
    'GET /api/places/named': { places: [] },
    'GET /api/activity-subscriptions': () => ({ subscriptions: stored }),
    'POST /api/activity-subscriptions': ({ body }) => {
      const made = { ...(body as ActivitySubscription), id: 'made', version: 1, createdAt: 2 }
      stored = [made, ...stored]
      return made
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

async function pickActivity(name: string) {
  const field = page.getByRole('searchbox', { name: 'Search activities' })
  await field.fill(name)
  await page.getByRole('button', { name, exact: true }).click()
  await field.fill('')
}

const sentBodies = () =>
  [...askedFor('POST /api/activity-subscriptions'), ...askedFor('PUT /api/activity-subscriptions/:id')].map(({ body }) => body)

describe('A subscription', () => {
  it('is made of a place and an activity, and stands in the list', async () => {
    answerWith({ 'GET /api/places/named': { places: [{ ...northside, miles: 3 }] } })
    await openApp(tab, { viewer })
    await expect.element(page.getByText('Never miss a game near you')).toBeVisible()
    await page.getByRole('button', { name: 'Add an alert' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'New alert' })).toHaveFocus()
    await expect.element(save()).toBeDisabled()
    await expect.element(page.getByText('Still needed: a place and an activity.')).toBeVisible()
    await expect.element(miles).toHaveValue(15)
    await expect.element(page.getByRole('button', { name: 'Other', exact: true })).not.toBeInTheDocument()
    await city.fill('northside')
    await expect.element(page.getByRole('option', { name: /^Northside Courts .*Austin, TX$/ })).toBeVisible()
    answerWith({ 'GET /api/places/named': { places: [] } })
    await pickCity('austin, t', 'Austin Texas')
    await expect.element(pin).toBeVisible()
    await pickActivity('Pickleball')
    await pickActivity('Sand Volleyball')
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

  it('is widened by typing or on the slider, up to what is allowed', async () => {
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

  it('has its pin put and moved with the keyboard alone, or by pressing the map', async () => {
    await openApp(newForm, { viewer })
    await pickCity('austin, t', 'Austin Texas')
    await expect.element(pin).toBeVisible()
    await focusOn(map)
    await userEvent.keyboard('{ArrowUp}')
    await focusOn(page.getByRole('button', { name: 'Move the pin to the center' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(city).toHaveValue(expect.stringMatching(/^Near .+, [A-Z]{2}$/))
    const named = () => (city.element() as HTMLInputElement).value
    const first = named()
    await focusOn(pin)
    // On until another town is nearer.
    for (let step = 0; step < 25; step += 1) await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await expect.poll(named).not.toBe(first)
    await expect.element(pin).toHaveFocus()
    const moved = named()
    const { width, height } = map.element().getBoundingClientRect()
    await map.click({ position: { x: width * 0.15, y: height * 0.8 } })
    await expect.poll(named).not.toBe(moved)
    await expect.element(city).toHaveValue(expect.stringMatching(/^Near /))
    await pickActivity('Tennis')
    const chosen = named().replace('Near ', '')
    await save().click()
    await expect.element(page.getByText(`within 15 miles of ${chosen}`)).toBeVisible()
  })

  it('that is temporary begins today, ends later, and has no dates once it is switched off', async () => {
    stored = [pickleball]
    await openApp(tab, { viewer })
    await edit.click()
    const toggle = page.getByRole('switch', { name: /Temporary subscription/ })
    const dates = page.getByRole('group', { name: 'Dates' })
    await expect.element(page.getByText('Alerts stop after the end date.')).toBeVisible()
    await toggle.click()
    const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/Chicago', month: '2-digit', day: '2-digit', year: 'numeric' })
    // Screen readers are helped by marks that turn nothing, between the parts of a date.
    const shown = () => (dates.element().textContent ?? '').replace(/[\u2066-\u2069\u200e]/g, '')
    await expect.poll(shown).toBe(`${today}–mm/dd/yyyy`)
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
    await expect.poll(shown).toContain('12/31/2099')
    await toggle.click()
    await expect.poll(shown).toBe('mm/dd/yyyy–mm/dd/yyyy')
    // What was said of the first save still lies over the button.
    await focusOn(save('Save changes'))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('within 15 miles')).toBeVisible()
    await expect.element(page.getByText('Temporary', { exact: true })).not.toBeInTheDocument()
    expect(stored[0]).toMatchObject({ isTemporary: false, startDate: null, endDate: null })
  })

  it('is deleted once that is sure, and one goes on at the heading', async () => {
    stored = [pickleball]
    await openApp(tab, { viewer })
    const remove = page.getByRole('button', { name: 'Delete Pickleball' })
    await remove.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this alert?' })
    await expect.element(dialog).toHaveTextContent('We will no longer notify you about Pickleball within 15 miles of Austin, TX.')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(remove).toHaveFocus()
    expect(askedFor('DELETE /api/activity-subscriptions/:id')).toEqual([])
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('Never miss a game near you')).toBeVisible()
    await expect.element(listHeading).toHaveFocus()
    expect(askedFor('DELETE /api/activity-subscriptions/:id').map(({ path }) => path)).toEqual(['/api/activity-subscriptions/one'])
  })

  it('keeps what was filled in over a reload; Back leads to the list', async () => {
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

  it('leads back to the list', async () => {
    const app = await openApp(tab, { viewer })
    await page.getByRole('button', { name: 'Add an alert' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'New alert' })).toBeVisible()
    await app.goBack()
    await expect.element(listHeading).toBeVisible()
  })

  it('that was changed in another tab is told so; a second save keeps what one sees', async () => {
    stored = [pickleball]
    await openApp(tab, { viewer })
    await edit.click()
    await miles.fill('5')
    stored = [{ ...pickleball, radius: 40, version: 2 }]
    answerWith({
      'PUT /api/activity-subscriptions/:id': ({ body }) => {
        const sent = body as ActivitySubscription
        if (sent.version !== 2) return refuse('SubscriptionVersionConflict', 'Someone else just changed this.')
        stored = [{ ...pickleball, ...sent, version: 3 }]
        return stored[0]
      },
    })
    await save('Save changes').click()
    await expect.element(page.getByText('This was changed in another tab or on another device.')).toBeVisible()
    await expect.element(miles).toHaveValue(5)
    await save('Save changes').click()
    await expect.element(page.getByText('within 5 miles of Austin, TX')).toBeVisible()
    expect(stored[0]?.radius).toBe(5)
  })
})
