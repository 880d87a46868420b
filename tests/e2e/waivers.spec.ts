import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { joinGame, publishGame } from './games.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { publishWaiver } from './publish-waiver.ts'
import { logInAs } from './sign-in.ts'

test('a player joins a game that asks for a waiver, and signs it by the code at the gate @both', async ({ page, browser }) => {
  await logInAs(page, 'host')
  const formId = await publishWaiver(page)
  const game = await publishGame(page.request, { title: 'Waiver night', teamId: 'sunset-smashers', visibility: 'public', formId })
  const visitor = await openOtherPage(browser)
  await signInAsNewPerson(visitor, 'Wren Waiver')
  await joinGame(visitor.request, game)
  await visitor.goto(`/discover/events/${game}`)
  await expect(visitor.getByRole('region', { name: 'Gate waiver' })).toContainText('Sign “Gate waiver”')
  await expectAccessible(visitor)
  await expectNoHorizontalScroll(visitor)

  await page.goto(`/discover/events/${game}/manage`)
  const main = page.getByRole('main')
  await expect(main).toContainText('1 player has not signed “Gate waiver”')
  await page.getByRole('button', { name: 'Show the code for Wren Waiver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gate waiver' })
  await expect(dialog.getByRole('img', { name: 'QR code to Gate waiver' })).toBeVisible()
  await expectAccessible(page)

  // The code leads to this address.
  await visitor.goto(`/form/${formId}?game=${game}`)
  await visitor.getByRole('button', { name: 'Type your name instead' }).click()
  await visitor.getByRole('textbox', { name: 'Your full name' }).fill('Wren Waiver')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await visitor.getByRole('link', { name: 'Back to the game' }).click()
  await expect(visitor.getByText('You have signed “Gate waiver”')).toBeVisible()

  await expect(dialog.getByRole('status')).toContainText('Wren Waiver has signed', { timeout: 15_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(main).not.toContainText('not signed')

  // The same words are not asked again in this community.
  await visitor.goto(`/form/${formId}`)
  await visitor.getByRole('button', { name: 'Send another one' }).click()
  await visitor.getByRole('button', { name: 'Show and change' }).click()
  await expect(visitor.getByText(/^You signed this on /)).toBeVisible()
  await visitor.context().close()
})
