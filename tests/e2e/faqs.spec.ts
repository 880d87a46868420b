import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

const answer = (page: Page, id: string) => page.locator(`#faq-${id}`)
const question = (page: Page, name: string) => page.locator('summary').filter({ hasText: name })

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

/** What search engines are given is what people read. */
const readBoth = (page: Page) =>
  page.evaluate(() => {
    const { mainEntity } = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}') as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[]
    }
    return {
      given: mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text]),
      shown: [...document.querySelectorAll('main details')].map((one) => [
        one.querySelector('h3')?.textContent,
        one.querySelector('p')?.textContent,
      ]),
    }
  })

test('an answer is found by its words, opened, sent on by its address, and come back to', async ({ page, baseURL }) => {
  await page.goto('/faqs/cats')
  await expect(page).toHaveURL(`${baseURL}/faqs`)
  await expect(page.getByRole('heading', { level: 1, name: 'Help & Faqs' })).toBeVisible()
  const { given, shown } = await readBoth(page)
  expect(shown).toEqual(given)
  await expectNoSideways(page)

  const field = page.getByRole('searchbox', { name: 'Find an answer' })
  await field.fill('How lóng is a seat HELD?')
  await expect(page.getByText(/^\d of \d+ answers$/)).toBeVisible()
  await expect(question(page, 'How do I put up a game?')).toBeHidden()
  await expect(page).toHaveURL(/\?q=How/)
  await question(page, 'How long is it held?').click()
  await expect(answer(page, 'held').getByText('2 hours if the game is more than 24 hours away')).toBeVisible()
  await expect(page).toHaveURL(/#held$/)
  await expect(page).toHaveTitle('A seat came free for me. How long is it held? · Gather')

  // Sent to someone, without what was looked for.
  await page.goto('/faqs#choose-mail')
  await page.reload()
  await expect(answer(page, 'choose-mail')).toHaveAttribute('open')
  await expect(question(page, 'How do I choose what you write to me about?')).toBeInViewport()
  await expect(page.locator('details[open]')).toHaveCount(1)
  await question(page, 'Will I be reminded of a game?').click()
  await expect(page).toHaveURL(/#reminders$/)
  await expect(page.locator('details[open]')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL(/#choose-mail$/)
  await expect(page.locator('details[open]')).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectNoSideways(page)
  }

  await page.getByRole('navigation', { name: 'Subjects' }).getByRole('link', { name: 'Places' }).click()
  await expect(page).toHaveURL(/#places$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Places' })).toBeInViewport()

  await field.fill('zamboni')
  await expect(page.getByText('No answer about “zamboni”')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Send feedback' })).toHaveCount(0)
  await expectAccessible(page)
  await field.fill('w'.repeat(100))
  await expect(page.getByText(`No answer about “${'w'.repeat(40)}…”`)).toBeVisible()
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Show all answers' }).click()
  await expect(field).toHaveValue('')
  await expect(page.locator('details')).toHaveCount(given.length)
})

test('home leads to it, and who is signed in can say what is missing @once', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Help & Faqs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help & Faqs' })).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Find an answer' })
  // Enter opens the first that fits, and a way back from where it leads finds it open.
  await field.fill('need more players')
  await field.press('Enter')
  await expect(answer(page, 'need-more')).toHaveAttribute('open')
  await answer(page, 'need-more').getByRole('link', { name: 'places' }).click()
  await expect(page).toHaveURL(/\/discover\/places/)
  await page.goBack()
  await expect(answer(page, 'need-more')).toHaveAttribute('open')
  await expect(field).toHaveValue('need more players')

  await field.fill('zamboni')
  await page.getByRole('main').getByRole('link', { name: 'Send feedback' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How is it going?' })).toBeVisible()
})
