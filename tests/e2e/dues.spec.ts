import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, openOtherPage } from './people.ts'
import { logInAs } from './sign-in.ts'

const dues = '/team/sunset-smashers/dues'

test('an organizer asks for dues, a member pays them, and the organizer sees it @both', async ({ page, browser }) => {
  const title = `Court fee ${test.info().project.name}`
  await logInAs(page, 'host')
  await page.goto(dues)
  await expect(page.getByText(/2 of \d+ paid, \$80 of/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask for dues' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: /Amount/ }).fill('15')
  const soon = new Date(Date.now() + 30 * 24 * 3600 * 1000)
  await page.getByRole('group', { name: 'Due by' }).getByRole('spinbutton').first().click()
  await page.keyboard.type(soon.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).replaceAll('/', ''))
  await page.getByRole('button', { name: 'Ask members' }).click()
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText(/0 of \d+ paid, \$0 of/)
  await expectAccessible(page)

  const member = await openOtherPage(browser)
  await logInAs(member, 'player')
  await member.goto(dues)
  await member.getByRole('button', { name: `Pay $15 for ${title}` }).click()
  await payAtStripe(member)
  await member.waitForURL(/\/payment-success/)
  await expect(member.getByRole('heading', { name: 'Your dues are paid' })).toBeVisible()
  await expectNoHorizontalScroll(member)

  await row.getByRole('link', { name: `Who has paid for ${title}` }).click()
  await expect(page.getByText(/^1 of \d+ paid, \$15 of/)).toBeVisible()
  await page.goto(`${page.url()}?show=paid`)
  await expect(page.getByRole('button', { name: /^Give back to/ })).toHaveCount(1)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})
