import { expect, type Page } from '@playwright/test'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { day } from '../../domain/time/spans.ts'
import { call } from './call.ts'
import { expectAccessible, test } from './fixtures.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { logInAs } from './sign-in.ts'

const common = { hint: '', isRequired: true }

const team = 'sunset-smashers'

/** A league for 60 dollars in two parts. Whoever is in it becomes a member of the community. */
async function publishLeague(page: Page): Promise<string> {
  const from = { kind: 'template', template: 'blank' }
  const { id } = await call<{ id: string }>(page, 'POST', `/api/teams/${team}/forms`, { from })
  const sizes = ['S', 'M', 'L'].map((label) => ({ id: `o${label.toLowerCase()}`, label }))
  const fields = [
    { ...common, kind: 'shortText', id: 'fname', label: 'Player' },
    { ...common, kind: 'yesNo', id: 'fshirt', label: 'Do you need a shirt?' },
    { ...common, kind: 'choice', id: 'fsize', label: 'Shirt size', options: sizes },
    { ...common, kind: 'product', id: 'ffee', label: 'League fee', options: [{ id: 'oall', label: 'Whole season', amount: 6000 }] },
    { ...common, kind: 'waiver', id: 'fwaiver', label: 'Waiver', text: 'I play at my own risk.' },
  ]
  const content = {
    ...fromTemplate('blank'),
    title: 'Spring league',
    pages: [{ id: 'pone', title: '', fields }],
    rules: [{ id: 'rsize', when: { all: [{ field: 'fshirt', compare: 'is', value: true }] }, actions: [{ do: 'show', field: 'fsize' }] }],
    payment: { currency: 'usd', feeBy: 'host', later: [{ on: new Date(Date.now() + 40 * day).toISOString().slice(0, 10), percent: 50 }] },
  }
  await call(page, 'PUT', `/api/forms/${id}/draft`, { content, version: 1 })
  await call(page, 'POST', `/api/forms/${id}/versions`, { version: 2 })
  const settings = { audience: 'anyone', people: [], timeZone: 'America/Chicago', frameOrigins: [], addsMembers: true }
  await call(page, 'PUT', `/api/forms/${id}/settings`, { ...settings, version: 1 })
  return id
}

test('a player fills a form, signs, pays the deposit and the rest, and the organizer sees a paid member @both', async ({
  page,
  browser,
}) => {
  await logInAs(page, 'host')
  await page.goto('/form')
  const form = await publishLeague(page)

  const player = await openOtherPage(browser)
  const { name } = await signInAsNewPerson(player, `Lee ${test.info().project.name}`)
  await player.goto(`/form/${form}`)
  const box = (label: string) => player.getByRole('textbox', { name: label, exact: true })
  await box('Player').fill(name)
  // What a rule shows is asked, and what it hides is not.
  await expect(player.getByRole('group', { name: 'Shirt size' })).toHaveCount(0)
  await player.getByRole('radio', { name: 'Yes' }).check()
  await player.getByRole('radio', { name: 'M', exact: true }).check()
  await player.getByRole('radio', { name: /Whole season/ }).check()
  await player.getByRole('button', { name: 'Type your name instead' }).click()
  await box('Your full name').fill(name)
  await expect(player.getByText('$30 today')).toBeVisible()
  await expectAccessible(player)
  await expectNoHorizontalScroll(player)
  await player.getByRole('button', { name: 'Pay $30' }).click()

  await expect(player.getByRole('heading', { level: 1, name: 'Pay to keep your place' })).toBeVisible()
  const submission = new URL(player.url()).pathname.split('/').at(-1) ?? ''
  await player.getByRole('button', { name: 'Pay $30.00' }).click()
  await payAtStripe(player)
  await player.waitForURL(/\/payment-success/)
  await expect(player.getByText('Spring league').first()).toBeVisible()

  await player.goto(`/pay-balance/${form}/${submission}`)
  await expect(player.getByText('$30.00 paid of $60.00.')).toBeVisible()
  await expectAccessible(player)
  await expectNoHorizontalScroll(player)
  await player.getByRole('button', { name: 'Pay, $30.00' }).click()
  await payAtStripe(player)
  await player.waitForURL(/\/payment-success/)
  await expect(player.getByText('Spring league').first()).toBeVisible()
  await player.goto(`/pay-balance/${form}/${submission}`)
  await expect(player.getByText('All is paid: $60.00.')).toBeVisible()
  await player.context().close()

  await page.goto(`/form/${form}/submissions`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Paid\$60\.00Open\$0\.00/)
  await expect(page.getByRole('main')).toContainText('Shirt size')
  await page.goto(`/team/${team}/people`)
  await page.getByRole('searchbox', { name: 'Search people by name' }).fill(name)
  await expect(page.getByRole('list', { name: 'People' })).toContainText(name)
})
