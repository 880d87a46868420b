import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Availability, MyAvailability, SaveAvailability } from '../../domain/availability/contract.ts'
import { schedule } from '../availability/schedules.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const address = '/settings?tab=availability'

/** The availability on the server. Each save increases its version. */
let saved: MyAvailability
const saveElsewhere = (availability: Availability) => {
  saved = { availability, version: saved.version + 1 }
}

beforeEach(() => {
  saved = { availability: null, version: 0 }
  answerWith({
    'GET /api/availability': () => saved,
    'PUT /api/availability': ({ body }: { body: unknown }) => {
      const { version, ...availability } = body as SaveAvailability
      if (version !== saved.version) return refuse('AvailabilityVersionConflict', 'You changed this in another tab or on another device.')
      saveElsewhere(availability)
      return { version: saved.version }
    },
  })
})

async function open(at = address) {
  const app = await openApp(at, { viewer: someone })
  await expect.element(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
  return app
}

const day = (name: string) => page.getByRole('checkbox', { name, exact: true })
const time = (label: string, inside: Pick<Locator, 'getByRole'> = page) => inside.getByRole('button', { name: `${label}: ` })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const saveButton = button('Save')
const week = page.getByRole('region', { name: 'Your week' })
const message = (text: string) => page.getByText(text)
const choices = page.getByRole('group', { name: 'This was changed elsewhere while you edited it' })

/** Matches a text with any kind of space, because Intl uses special spaces in times. */
const matchTime = (words: string) => new RegExp(words.replaceAll(' ', '\\s'))

async function pick(label: string, words: string) {
  await time(label).click()
  await page.getByRole('option', { name: words }).first().click()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(time(label)).toHaveTextContent(`${label}: ${words}`)
}

async function save() {
  await saveButton.click()
  await expect.element(message('Successfully saved availability')).toBeVisible()
}

describe('weekly hours', () => {
  it('can be picked from a list or typed, and are sent in order', async () => {
    await open()
    await expect.element(week.getByText('No hours yet')).toBeVisible()
    await day('Monday').click()
    await expect.element(time('Monday, from')).toHaveTextContent('Monday, from: 5:00 PM')
    await expect.element(time('Monday, until')).toHaveTextContent('Monday, until: 8:00 PM')

    // The user types while the list is still closed. For an end time, the evening is more likely than the morning.
    time('Monday, from').element().focus()
    await userEvent.keyboard('6:40{Enter}')
    await expect.element(time('Monday, from')).toHaveTextContent('Monday, from: 6:40 PM')
    await expect.element(time('Monday, from')).toHaveFocus()
    await pick('Monday, until', 'Midnight')
    await button('Add a range to Monday').click()
    await pick('Monday, range 2, from', '8:00 AM')
    await pick('Monday, range 2, until', '9:30 AM')
    await expect.element(week.getByText('6.8 hours a week')).toBeVisible()
    await save()
    expect(requestsTo('PUT /api/availability').map(({ body }) => body)).toEqual([
      { ...schedule('America/Chicago', { monday: ['08:00-09:30', '18:40-24:00'] }), version: 0 },
    ])
    await expect.element(time('Monday, range 1, from')).toHaveTextContent('8:00 AM')
    await expect.element(time('Monday, range 2, until')).toHaveTextContent('Midnight')

    // A second save changes the result of the first one.
    await page
      .getByRole('button', { name: /^Remove .* on Monday$/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Remove .* on Monday$/ }).click()
    await expect.element(day('Monday')).not.toBeChecked()
    await saveButton.click()
    await expect.poll(() => saved).toEqual({ availability: schedule('America/Chicago'), version: 2 })
  })

  it('show an error if they overlap or end before they start, and are not saved until they are valid', async () => {
    await open()
    await day('Friday').click()
    await button('Add a range to Friday').click()
    await pick('Friday, range 2, from', '7:00 PM')
    await expect.element(message('Overlapping times with another range.')).toHaveLength(2)
    await expect.element(time('Friday, range 2, from')).toHaveAccessibleDescription('Overlapping times with another range.')
    await expect.element(saveButton).toBeDisabled()
    await expectAccessible()

    await pick('Friday, range 2, from', '11:30 PM')
    await expect.element(message('The end must be later than the start.')).toBeVisible()
    await expect.element(saveButton).toBeDisabled()
    await pick('Friday, range 2, from', '8:00 PM')
    await expect.element(message('The end must be later than the start.')).not.toBeInTheDocument()
    await save()
  })

  it('can be copied to other days', async () => {
    await open()
    await day('Tuesday').click()
    await pick('Tuesday, from', '6:00 PM')
    await button('Copy Tuesday to other days').click()
    const dialog = page.getByRole('dialog', { name: 'Copy Tuesday to' })
    await expect.element(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled()
    await expectAccessible()
    await dialog.getByText('Thursday').click()
    await dialog.getByText('Sunday').click()
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(time('Thursday, from')).toHaveTextContent('Thursday, from: 6:00 PM')
    await expect.element(time('Sunday, from')).toHaveTextContent('Sunday, from: 6:00 PM')
    await expect.element(day('Wednesday')).not.toBeChecked()
    await save()
    expect(saved.availability).toEqual(
      schedule('America/Chicago', { tuesday: ['18:00-20:00'], thursday: ['18:00-20:00'], sunday: ['18:00-20:00'] }),
    )
  })

  it.each(['light', 'dark'] as const)('are picked from a list that everyone can use, in %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    await open()
    await day('Monday').click()
    await expectAccessible()
    await time('Monday, from').click()
    await expect.element(page.getByRole('option', { name: '5:00 PM', selected: true })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(time('Monday, from')).toHaveFocus()
    await button('Add date-specific hours').click()
    await expect.element(page.getByRole('grid')).toBeVisible()
    await expectAccessible()
    delete document.documentElement.dataset.theme
  })
})

describe('a date', () => {
  it('can have its own hours, or none', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T18:00:00Z') })
    await open()
    await day('Monday').click()
    await button('Add date-specific hours').click()
    const dialog = page.getByRole('dialog', { name: 'Add date-specific hours' })
    const add = dialog.getByRole('button', { name: 'Add date', exact: true })
    await expect.element(dialog.getByRole('button', { name: 'the date, from: 5:00 PM' })).toBeVisible()
    await add.click()
    await expect.element(dialog.getByText('Enter a time.')).toBeVisible()

    await dialog.getByRole('button', { name: /Monday, March 9/ }).click()
    await expect.element(dialog.getByText(matchTime('These hours replace your usual Monday: 5:00 – 8:00 PM'))).toBeVisible()
    await dialog.getByRole('button', { name: /^Remove/ }).click()
    await add.click()
    await expect.element(dialog.getByText('Add at least one range, or choose “Unavailable all day”.')).toBeVisible()
    await dialog.getByText('Unavailable all day', { exact: true }).click()
    await add.click()
    await expect.element(dialog).not.toBeInTheDocument()

    await button('Add date-specific hours').click()
    await dialog.getByRole('button', { name: /Monday, March 9/ }).click()
    await expect.element(dialog.getByText('This date is already in your list.')).toBeVisible()
    await dialog.getByRole('button', { name: /Saturday, March 7/ }).click()
    await add.click()
    await save()
    expect(saved.availability?.dateSpecificAvailability).toEqual([
      { date: '2026-03-07', timeRanges: [{ startTime: '17:00', endTime: '20:00' }] },
      { date: '2026-03-09', timeRanges: [] },
    ])

    const list = page.getByRole('region', { name: 'Date-specific hours' }).getByRole('listitem')
    await expect.element(list).toHaveLength(2)
    await expect.element(list.nth(0)).toHaveTextContent('Saturday, March 7')
    await expect.element(list.nth(0)).toHaveTextContent(matchTime('5:00 – 8:00 PM'))
    await expect.element(list.nth(1)).toHaveTextContent('Monday, March 9')
    await expect.element(list.nth(1)).toHaveTextContent('Unavailable all day')

    await button('Edit Monday, March 9').click()
    const edited = page.getByRole('dialog', { name: 'Edit date-specific hours' })
    await edited.getByText('Unavailable all day', { exact: true }).click()
    await edited.getByRole('button', { name: 'Done' }).click()
    await expect.element(list.nth(1)).toHaveTextContent(matchTime('5:00 – 8:00 PM'))
    await button('Remove Saturday, March 7').click()
    await expect.element(list).toHaveLength(1)
  })
})

describe('an unsaved change', () => {
  it('survives a reload, and can be discarded', async () => {
    const app = await open()
    await day('Wednesday').click()
    await pick('Wednesday, until', '9:00 PM')
    await app.reload()
    await expect.element(message('We saved your draft from last time.')).toBeVisible()
    await expect.element(time('Wednesday, until')).toHaveTextContent('Wednesday, until: 9:00 PM')
    await button('Start over').click()
    await expect.element(day('Wednesday')).not.toBeChecked()
    await app.reload()
    await expect.element(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
    await expect.element(day('Wednesday')).not.toBeChecked()
    await expect.element(message('We saved your draft from last time.')).not.toBeInTheDocument()
  })

  it('is merged with the hours of another tab if they do not collide, also on the same day', async () => {
    await open()
    saveElsewhere(schedule('America/Chicago', { monday: ['17:00-20:00'], sunday: ['08:00-09:00'] }, { '2027-03-09': [] }))
    await day('Sunday').click()
    await save()
    await expect.element(message('We also kept what was changed elsewhere: Monday, Sunday, and Tuesday, March 9')).toBeVisible()
    await expect.element(choices).not.toBeInTheDocument()
    expect(saved).toEqual({
      availability: schedule('America/Chicago', { monday: ['17:00-20:00'], sunday: ['08:00-09:00', '17:00-20:00'] }, { '2027-03-09': [] }),
      version: 2,
    })
    await expect.element(day('Monday')).toBeChecked()
    expect(requestsTo('PUT /api/availability').map(({ body }) => (body as SaveAvailability).version)).toEqual([0, 1])
  })

  it.each([
    ['Yours', '17:00-20:00'],
    ['Saved elsewhere', '18:00-19:00'],
  ])('is shown next to the hours of another tab if they collide, and the user chooses: %s', async (choice, chosen) => {
    const app = await open()
    saveElsewhere(schedule('America/Chicago', { monday: ['17:00-20:00'], sunday: ['18:00-19:00'] }))
    await day('Sunday').click()
    await saveButton.click()
    await expect.element(choices).toHaveFocus()
    const sunday = choices.getByRole('group', { name: 'Sunday' })
    const side = (words: string) => sunday.getByRole('radio', { name: matchTime(words) })
    await expect.element(side('Yours.*5:00 – 8:00 PM')).toBeChecked()
    await expect.element(side('Saved elsewhere.*6:00 – 7:00 PM')).not.toBeChecked()
    await expect.element(choices.getByRole('radio')).toHaveLength(2)
    await expect.element(day('Monday')).toBeChecked()
    await expectAccessible()
    expect(saved.version).toBe(1)

    // The question is still there after a reload, and the first press on "Save" leads to it.
    await app.reload()
    await expect.element(side('Yours')).toBeChecked()
    await saveButton.click()
    await expect.element(choices).toHaveFocus()
    expect(saved.version).toBe(1)

    if (choice !== 'Yours') {
      await side('Saved elsewhere').click()
      await expect.element(time('Sunday, from')).toHaveTextContent('6:00 PM')
    }
    await save()
    await expect.element(choices).not.toBeInTheDocument()
    expect(saved.availability).toEqual(schedule('America/Chicago', { monday: ['17:00-20:00'], sunday: [chosen] }))
  })

  it('is merged after a reload with what was saved since, and a later change elsewhere is merged again', async () => {
    const app = await open()
    await day('Sunday').click()
    saveElsewhere(schedule('America/Chicago', { monday: ['17:00-20:00'] }))
    await app.reload()
    await expect.element(message('We saved your draft from last time.')).toBeVisible()
    await expect.element(day('Sunday')).toBeChecked()
    saveElsewhere(schedule('America/Chicago', { monday: ['17:00-20:00'], tuesday: ['08:00-09:00'] }))
    await save()
    expect(saved.availability).toEqual(
      schedule('America/Chicago', { monday: ['17:00-20:00'], tuesday: ['08:00-09:00'], sunday: ['17:00-20:00'] }),
    )
    await expect.element(day('Tuesday')).toBeChecked()
  })

  it('stays when a save does not reach the server, with a message until the user dismisses it', async () => {
    await open()
    await day('Monday').click()
    const errorMessage = message('Something went wrong saving availability')
    let isReached = false
    const { version } = saved
    answerWith({ 'PUT /api/availability': () => (isReached ? { version: version + 1 } : Promise.reject(new TypeError('Failed to fetch'))) })
    await saveButton.click()
    await expect.element(errorMessage).toBeVisible()
    await button('OK').click()
    await expect.element(errorMessage).not.toBeInTheDocument()
    await expect.element(day('Monday')).toBeChecked()
    isReached = true
    await save()
  })
})

describe('the time zone', () => {
  it('is that of the device until the user chooses another one, and the week can be shown in other time zones', async () => {
    await open()
    await expect.element(time('Time zone')).toHaveTextContent('Chicago, Central Time')
    await day('Monday').click()
    await time('Show times for').click()
    await page.getByPlaceholder('Search a city or zone').fill('kathm')
    await expect.element(page.getByRole('option', { name: /Kathmandu/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(week.getByText(/Your week in Kathmandu time/)).toBeVisible()
    await expect.element(week.getByRole('listitem').nth(0)).toHaveTextContent('Monday: Unavailable')
    await expect.element(week.getByRole('listitem').nth(1)).toHaveTextContent(matchTime('Tuesday: [34]:45 – [67]:45 AM'))
    await button('Back to Chicago time').click()
    await expect.element(week.getByRole('listitem').nth(0)).toHaveTextContent(matchTime('Monday: 5:00 – 8:00 PM'))

    await time('Time zone').click()
    await page.getByPlaceholder('Search a city or zone').fill('honol')
    await userEvent.keyboard('{Enter}')
    await expect.element(message('This device uses Chicago time.')).toBeVisible()
    await save()
    expect(saved.availability?.timeZone).toBe('Pacific/Honolulu')
    await expect.element(time('Time zone')).toHaveTextContent('Honolulu')
  })
})

describe('the next page', () => {
  it('is Home for a new user, who can skip this step, and the profile for all others', async () => {
    const app = await open()
    await expect.element(page.getByRole('link', { name: 'View Profile' })).toHaveAttribute('href', '/profile')
    await app.goTo(`${address}&skippable=true`)
    await expect.element(page.getByRole('link', { name: 'Skip for now...' })).toHaveAttribute('href', '/home')
    await expect.element(page.getByRole('link', { name: 'View Profile' })).not.toBeInTheDocument()
  })
})
