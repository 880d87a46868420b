import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test.use({ allowedErrors: /status of (409|500|503)/ })

/** Someone new with a complete profile, signed in in this browser. Whom they block, they block for themselves only. */
async function becomeSomeone(page: Page, name: string): Promise<string> {
  const id = `${name}-${test.info().project.name}-${Date.now().toString(36)}`
  const answer = await page.request.put('/api/_local/session', {
    data: { viewer: { id, name: 'Robin Tester', emailVerified: true, profileComplete: true } },
  })
  expect(answer.status()).toBe(204)
  return id
}

async function expectAccessibleInBothThemes(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

async function makeList(page: Page, name: string, entries: object[]): Promise<string> {
  const { uid } = await (await page.request.post('/api/user-lists', { data: { name } })).json()
  for (const data of entries) expect((await page.request.post(`/api/user-lists/${uid}/items`, { data })).status()).toBe(201)
  return uid
}

/** A finger's way and a mouse's are the same here: the keyboard takes the first of the list. */
async function pickPerson(page: Page, label: string, typed: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Block people' })
const blockSelected = (page: Page) => dialog(page).getByRole('button', { name: 'Block Selected' })
const blocked = (page: Page) => page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem')

test('privacy switches are saved at once and read back after a reload', async ({ page }) => {
  await becomeSomeone(page, 'switches')
  await page.goto('/settings?tab=privacy')
  const messages = page.getByRole('switch', { name: 'Messages from anyone' })
  const games = page.getByRole('switch', { name: 'Your upcoming games' })
  await expect(messages).not.toBeChecked()
  await expectAccessibleInBothThemes(page)
  await messages.check()
  await expect(page.getByText('Privacy has been updated successfully.')).toBeVisible()
  let saves = 0
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH' && answer.ok()) saves += 1
  })
  await games.check()
  await messages.uncheck()
  // One after the other, in the order they were pressed.
  await expect.poll(() => saves).toBe(2)
  await page.reload()
  await expect(games).toBeChecked()
  await expect(messages).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Badges on your profile' })).not.toBeChecked()

  // Shown at once, taken back when the server refuses.
  await page.route('**/api/privacy', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: 'no' }) : route.fallback(),
  )
  await messages.click()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await expect(messages).not.toBeChecked()
})

test('another tab’s switch stays as that tab left it @once', async ({ page, context }) => {
  await becomeSomeone(page, 'two-tabs')
  await page.goto('/settings?tab=privacy')
  const other = await context.newPage()
  await other.goto('/settings?tab=privacy')
  await other.getByRole('switch', { name: 'Badges on your profile' }).check()
  await expect(other.getByText('Privacy has been updated successfully.')).toBeVisible()
  await page.getByRole('switch', { name: 'Whether you are online' }).check()
  await expect(page.getByText('Privacy has been updated successfully.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Badges on your profile' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Whether you are online' })).toBeChecked()
})

test('someone is found by name and blocked', async ({ page }) => {
  await becomeSomeone(page, 'blocks')
  await page.goto('/settings?tab=privacy')
  await expect(page.getByText('Nobody is blocked')).toBeVisible()
  await page.getByRole('button', { name: 'Block people' }).click()
  await expect(blockSelected(page)).toBeDisabled()
  await pickPerson(page, 'Find by name', 'alv', 'Dana Alvarez')
  await expect(page.getByRole('list', { name: 'Picked' }).getByText('Dana Alvarez')).toBeVisible()
  await expect(page.getByText('1 person selected')).toBeVisible()
  // The picked are not offered a second time, and can be put back.
  await page.getByRole('combobox', { name: 'Find by name' }).fill('dana')
  await expect(page.getByText('Nobody else by that name.').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Find by name' }).fill('')
  await page.getByRole('button', { name: 'Do not block Dana Alvarez' }).click()
  await expect(blockSelected(page)).toBeDisabled()
  await pickPerson(page, 'Find by name', 'alv', 'Dana Alvarez')
  await expectAccessibleInBothThemes(page)
  const box = await dialog(page).boundingBox()
  if (test.info().project.name === 'desktop') expect(box?.width).toBeGreaterThan(790)

  // A refusal leaves all that was picked in place.
  await page.route('**/api/privacy/blocks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'no' }) : route.fallback(),
  )
  await blockSelected(page).click()
  await expect(page.getByText('Error blocking users.')).toBeVisible()
  // On a phone the message lies over the button for its three seconds.
  await page.getByRole('region', { name: 'notification' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute('**/api/privacy/blocks')
  await blockSelected(page).click()
  await expect(page.getByText('User(s) successfully blocked.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(blocked(page)).toHaveText([/Dana Alvarez/])
})

test('whom one blocked is out of the search until unblocked @once', async ({ page }) => {
  await becomeSomeone(page, 'unblocks')
  await page.request.post('/api/privacy/blocks', { data: { userIds: ['demo-host'] } })
  await page.goto('/settings?tab=privacy')
  await expect(blocked(page)).toHaveText([/Dana Alvarez/])
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Block people' }).click()
  await page.getByRole('combobox', { name: 'Find by name' }).fill('dana')
  await expect(page.getByText('Nobody by that name.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.route('**/api/privacy/blocks/*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('button', { name: 'Unblock Dana Alvarez' }).click()
  await expect(page.getByText('Error while unblocking user.')).toBeVisible()
  await expect(blocked(page)).toHaveCount(1)
  await page.unroute('**/api/privacy/blocks/*')
  await page.getByRole('button', { name: 'Unblock Dana Alvarez' }).click()
  await expect(page.getByText('User unblocked successfully.')).toBeVisible()
  await expect(page.getByText('Nobody is blocked')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nobody is blocked')).toBeVisible()
})

test('several are blocked from a list at once, and nobody twice @once', async ({ page }) => {
  await becomeSomeone(page, 'from-list')
  await makeList(page, 'Rough players', [{ userId: 'demo-host' }, { userId: 'demo-organizer' }, { email: 'someone@example.com' }])
  await page.request.post('/api/privacy/blocks', { data: { userIds: ['demo-organizer'] } })
  await page.goto('/settings?tab=privacy')
  await page.getByRole('button', { name: 'Block people' }).click()
  await dialog(page)
    .getByRole('button', { name: /From a list/ })
    .click()
  await page.getByRole('option', { name: /Rough players/ }).press('Enter')
  const people = dialog(page).getByRole('group', { name: 'People on Rough players' })
  await expect(people.getByRole('checkbox', { name: /Omar Haddad/ })).toBeDisabled()
  await expect(blockSelected(page)).toBeDisabled()
  await people.getByText('Everyone on this list').click()
  await expect(page.getByText('2 people selected')).toBeVisible()
  await people.getByText('Dana Alvarez').click()
  await expect(page.getByText('1 person selected')).toBeVisible()
  await people.getByText('Dana Alvarez').click()
  await expectAccessibleInBothThemes(page)

  // Meanwhile they were blocked elsewhere.
  const { userListItems } = await (await page.request.get(`/api/user-lists/${await firstList(page)}`)).json()
  const ids = (userListItems as { id: string }[]).map(({ id }) => id)
  const elsewhere = await page.request.post('/api/privacy/blocks', { data: { listItemIds: ids } })
  expect(await elsewhere.json()).toEqual({ blocked: 2 })
  await blockSelected(page).click()
  await expect(page.getByText('User is already blocked.')).toBeVisible()
  await page.reload()
  await expect(blocked(page)).toHaveCount(3)
  await expect(blocked(page).getByText('someone@example.com')).toBeVisible()

  // And from the list’s own page.
  await page.getByRole('button', { name: 'Unblock someone@example.com' }).click()
  await expect(page.getByText('User unblocked successfully.')).toBeVisible()
  await page.goto(`/user-list?list=${await firstList(page)}`)
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await dialog(page).getByText('someone@example.com').click()
  await blockSelected(page).click()
  await expect(page.getByText('User(s) successfully blocked.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'People' }).getByText('Blocked', { exact: true })).toHaveCount(3)
})

async function firstList(page: Page): Promise<string> {
  const { lists } = await (await page.request.get('/api/user-lists')).json()
  return (lists as { uid: string }[])[0]?.uid ?? ''
}
