import { expect, type Page } from '@playwright/test'
import { makePng } from '../files/pictures.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const field = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Message/ })

/** A group of two people who have both accepted it, open on both pages. */
async function openGroup(page: Page, other: Page, name: string): Promise<string> {
  await signInAsNewPerson(page, 'Gwen Carter')
  const { id: userId } = await signInAsNewPerson(other, name)
  const made = await page.request.post('/api/conversations/groups', { data: { name: 'River trip', userIds: [userId] } })
  const { id } = await made.json()
  expect((await other.request.post(`/api/conversations/${id}/accept`)).status()).toBe(204)
  for (const one of [page, other]) await one.goto(`/messages/${id}`)
  return id
}

test('a person mentions somebody, sends a picture and asks a poll, and the other one finds the words', { tag: '@phone' }, async ({
  page,
  browser,
}) => {
  const other = await openOtherPage(browser)
  const name = `Bela ${Date.now().toString(36)}`
  await openGroup(page, other, name)

  await field(page).pressSequentially('@bel')
  await page.getByRole('option', { name }).click()
  await field(page).pressSequentially('bring the canoe')
  await page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer: Buffer.from(makePng(640, 360)) })
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log(other).getByText(`@${name}`)).toBeVisible()
  const picture = log(other).getByRole('button', { name: 'Open river.png' }).locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
  await expectAccessible(other)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Poll' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('When do we leave?')
  await page.getByRole('textbox', { name: 'Answer 1' }).fill('At dawn')
  await page.getByRole('textbox', { name: 'Answer 2' }).fill('At noon')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send poll' }).click()
  await log(other)
    .getByRole('radio', { name: /At dawn/ })
    .click()
  await expect(log(page).getByText('1 vote', { exact: false }).first()).toBeVisible()
  await expectNoHorizontalScroll(other)

  await other.getByRole('button', { name: 'Search', exact: true }).click()
  const search = other.getByRole('dialog', { name: 'Search in River trip' })
  await search.getByRole('searchbox', { name: 'Search messages' }).fill('canoe')
  const found = search.getByRole('list', { name: 'Messages found' }).getByRole('link')
  await expect(found).toHaveCount(1)
  await expectAccessible(other)
  await found.click()
  await expect(other).toHaveURL(/\/messages\/group_/)
  await expect(log(other).getByText('bring the canoe')).toBeVisible()
})
