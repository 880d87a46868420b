import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type FormSettings, firstSettings, type SavedSettings } from '../../domain/forms/settings.ts'
import type { MySubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import FormSettingsDialog from '../../web/forms/settings/settings-dialog.tsx'
import { SentForms } from '../../web/forms/submissions/sent-forms.tsx'
import { queryClient } from '../../web/query-client.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openParts } from './setup/open-parts.tsx'

const readKey = 'GET /api/forms/:id/settings'
const saveKey = 'PUT /api/forms/:id/settings'
const button = (name: string) => page.getByRole('button', { name, exact: true })
const saved = () => requestsTo(saveKey).at(-1)?.body

let settings: SavedSettings
/** Somebody else saves these changes. */
const change = (changes: Partial<FormSettings>) => {
  settings = { ...settings, ...changes, version: settings.version + 1 }
}

function OpenedDialog() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <FormSettingsDialog formId="camp" onClose={() => setOpen(false)} /> : <p>The dialog is closed.</p>
}

const openSettings = () =>
  openParts(
    <QueryClientProvider client={queryClient}>
      <OpenedDialog />
    </QueryClientProvider>,
  )

/** Types a date and a time into the fields of a moment. */
async function typeMoment(legend: string, date: string, time: string) {
  const group = page.getByRole('group', { name: legend, exact: true })
  const segments = group.getByRole('spinbutton')
  for (const [index, text] of [...date.split('/'), ...time.split(/[: ]/)].entries()) await segments.nth(index).fill(text)
}

beforeEach(() => {
  settings = { ...firstSettings('America/Chicago'), version: 1 }
  answerWith({
    [readKey]: () => settings,
    [saveKey]: ({ body }: ApiRequest) => {
      const sent = body as SavedSettings
      if (sent.version !== settings.version) return refuse('FormSettingsConflict', 'Someone changed these settings.')
      settings = { ...sent, version: sent.version + 1 }
      return null
    },
  })
})

describe('The settings of a form', () => {
  it('are changed and saved', async () => {
    await openSettings()
    await page.getByRole('radio', { name: /Members of the community/ }).click()
    await page.getByRole('textbox', { name: /Limit/ }).fill('1,200')
    await page.getByRole('checkbox', { name: /Once per person/ }).click()
    await page.getByRole('checkbox', { name: /You decide about each/ }).click()
    await page.getByRole('radio', { name: /All pages at once/ }).click()
    await page.getByRole('checkbox', { name: /Needed before joining/ }).click()
    await expectAccessibleInBothThemes()
    await button('Save').click()
    await expect.element(page.getByText('The dialog is closed.')).toBeVisible()
    await expect.element(page.getByText('Settings saved.')).toBeVisible()
    expect(saved()).toEqual({
      ...{ ...firstSettings('America/Chicago'), version: 1 },
      ...{ audience: 'members', maxSubmissions: 1200, isOncePerPerson: true, needsApproval: true, layout: 'whole', isNeededToJoin: true },
    })
  })

  it('say at the field what is wrong', async () => {
    await openSettings()
    await page.getByRole('radio', { name: /Whoever has the code/ }).click()
    await page.getByRole('textbox', { name: /Page after sending/ }).fill('ftp://club.com')
    await page.getByRole('textbox', { name: /Limit/ }).fill('none')
    await button('Save').click()
    await expect.element(page.getByText('Choose a code.')).toBeVisible()
    await expect.element(page.getByText('Enter an address with https.')).toBeVisible()
    await expect.element(page.getByText('Enter 1 to 100,000.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Code' }).fill('spring26')
    await page.getByRole('textbox', { name: /Page after sending/ }).fill('club.com/thanks')
    await page.getByRole('textbox', { name: /Limit/ }).fill('')
    await button('Save').click()
    await expect
      .poll(saved)
      .toMatchObject({ audience: 'code', code: 'spring26', thankYouUrl: 'https://club.com/thanks', maxSubmissions: null })
  })

  it('split pasted addresses, and name those that are none', async () => {
    await openSettings()
    await page.getByRole('radio', { name: /People whom you name/ }).click()
    const people = page.getByRole('textbox', { name: 'Email addresses' })
    await people.fill('ana@example.com, bo@example.com\ncy@@example')
    await button('Save').click()
    await expect.element(page.getByText('cy@@example is not an email address.')).toBeVisible()
    expect(requestsTo(saveKey)).toEqual([])
    await people.fill('ana@example.com, bo@example.com\ncy@example.com')
    await button('Save').click()
    await expect.poll(saved).toMatchObject({ people: ['ana@example.com', 'bo@example.com', 'cy@example.com'] })
  })

  it('mean times in the zone of the form', async () => {
    await openSettings()
    await page.getByRole('checkbox', { name: /Closes by itself/ }).click()
    await typeMoment('Closes by itself', '02/03/2099', '06:30 PM')
    await button('Time zone: Chicago, Central Time GMT−6').click()
    await page.getByRole('textbox', { name: /Search a city or zone/ }).fill('berlin')
    await page.getByRole('option', { name: /Berlin/ }).click()
    await button('Save').click()
    await expect.poll(saved).toMatchObject({ closesAt: Date.UTC(2099, 1, 3, 17, 30), timeZone: 'Europe/Berlin', opensAt: null })
  })

  it('show for how long answers are kept, and the sites that show the form', async () => {
    change({ keepMonths: 6, frameOrigins: ['https://club.com'] })
    await openSettings()
    await page.getByRole('checkbox', { name: /Once per person/ }).click()
    await expect.element(page.getByRole('textbox', { name: /Sites that show this form/ })).toHaveValue('https://club.com')
    await expect.element(page.getByRole('textbox', { name: /Delete after months/ })).toHaveValue('6')
    await button('Save').click()
    await expect.poll(saved).toMatchObject({ isOncePerPerson: true, keepMonths: 6, frameOrigins: ['https://club.com'] })
  })

  it('say until when people can withdraw what they sent', async () => {
    await openSettings()
    await page.getByRole('checkbox', { name: /People can change or withdraw what they sent/ }).click()
    await typeMoment('People can change or withdraw what they sent', '02/03/2099', '06:30 PM')
    await button('Save').click()
    await expect.poll(saved).toMatchObject({ changesUntil: Date.UTC(2099, 1, 4, 0, 30) })
  })

  it('ask before unsaved changes are left', async () => {
    await openSettings()
    await page.getByRole('checkbox', { name: /Once per person/ }).click()
    await button('Cancel').click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Your changes to the settings are not saved yet.')
    await button('Go on').click()
    await expect.element(page.getByRole('checkbox', { name: /Once per person/ })).toBeChecked()
    await button('Cancel').click()
    await button('Leave').click()
    await expect.element(page.getByText('The dialog is closed.')).toBeVisible()
    expect(requestsTo(saveKey)).toEqual([])
  })

  it('close at once without changes', async () => {
    await openSettings()
    await expect.element(page.getByRole('radio', { name: /Anyone with the link/ })).toBeChecked()
    await button('Cancel').click()
    await expect.element(page.getByText('The dialog is closed.')).toBeVisible()
  })

  it('keep what somebody else has changed meanwhile', async () => {
    await openSettings()
    await page.getByRole('checkbox', { name: /Once per person/ }).click()
    change({ maxSubmissions: 12, keepMonths: 12 })
    await button('Save').click()
    await expect.poll(saved).toMatchObject({ isOncePerPerson: true, maxSubmissions: 12, keepMonths: 12 })
    await expect.element(page.getByText('We also kept what was changed elsewhere: Limit and Delete after months.')).toBeVisible()
  })

  it('let the person choose if both have changed the same', async () => {
    await openSettings()
    await page.getByRole('textbox', { name: /Limit/ }).fill('20')
    change({ maxSubmissions: 30 })
    await button('Save').click()
    await expect.element(page.getByText('This was changed elsewhere while you edited it')).toBeVisible()
    expect(settings).toMatchObject({ maxSubmissions: 30 })
    await expect.element(page.getByRole('textbox', { name: /Limit/ })).toHaveValue('20')
    await page.getByRole('radio', { name: /Saved elsewhere/ }).click()
    await button('Save').click()
    await expect.poll(saved).toMatchObject({ maxSubmissions: 30 })
  })

  it('stay open with what the server found wrong', async () => {
    answerWith({
      [saveKey]: refuse('InvalidInput', 'Please check your input.', [{ path: 'code', message: 'This code is taken.' }]),
    })
    await openSettings()
    await page.getByRole('radio', { name: /Whoever has the code/ }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('spring26')
    await button('Save').click()
    await expect.element(page.getByText('This code is taken.')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('spring26')
  })

  it('can be loaded again, and fit a phone', async () => {
    await page.viewport(390, 844)
    answerWith({ [readKey]: refuse('Unavailable', 'Please try again.') })
    await openSettings()
    await expect.element(page.getByRole('alert')).toBeVisible()
    answerWith({ [readKey]: { ...settings, opensAt: Date.UTC(2099, 0, 5, 15), frameOrigins: ['https://club.com'] } })
    await button('Try again').click()
    await expect.element(page.getByRole('group', { name: 'Opens later', exact: true })).toHaveTextContent(/01\/05\/2099.*9:00.*AM/)
    await expectNoHorizontalScroll()
    await expectAccessible()
  })
})

describe('The forms that somebody has sent', () => {
  const sent: MySubmissionPage = {
    submissions: [
      {
        id: 'ana',
        form: { id: 'camp', title: 'Summer camp', team: { id: 'smashers', name: 'Sunset Smashers' } },
        ...{ state: 'asked', isMissing: false },
        label: 'Ana Ortiz',
        total: { amount: 12_500, currency: 'usd' },
        sentAt: Date.UTC(2026, 10, 20, 18),
      },
    ],
    next: null,
  }
  const openSent = () =>
    openParts(
      <QueryClientProvider client={queryClient}>
        <SentForms />
      </QueryClientProvider>,
    )

  it('are a list with their states', async () => {
    answerWith({ 'GET /api/forms/submissions': sent })
    await openSent()
    await expect
      .element(page.getByRole('listitem'))
      .toHaveTextContent(/Summer camp.*Sunset Smashers · Ana Ortiz · \$125 · sent Nov 20.*Sent/)
    await expect.element(page.getByRole('link', { name: 'Summer camp' })).toHaveAttribute('href', '/form/camp/ana')
    await expectAccessible()
  })

  it('are not mentioned if there are none', async () => {
    answerWith({ 'GET /api/forms/submissions': { submissions: [], next: null } })
    await openSent()
    await expect.poll(() => requestsTo('GET /api/forms/submissions').length).toBe(1)
    await expect.element(page.getByText('Forms you sent')).not.toBeInTheDocument()
  })

  it('can be loaded again', async () => {
    answerWith({ 'GET /api/forms/submissions': refuse('NotAllowed', 'You may not do this.') })
    await openSent()
    await expect.element(button('Try again')).toBeVisible()
    answerWith({ 'GET /api/forms/submissions': sent })
    await button('Try again').click()
    await expect.element(page.getByRole('link', { name: 'Summer camp' })).toBeVisible()
  })
})
