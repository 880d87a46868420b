import { expect, type Page } from '@playwright/test'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { inDays } from '../setup/make-game-form.ts'
import { expectAccessible, test } from './fixtures.ts'
import { publishGame } from './games.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { logInAs } from './sign-in.ts'

const price = {
  ...{ currency: 'usd', amount: 3000, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
} satisfies NonNullable<EventForm['pricing']>

const gamePath = (id: string) => `/discover/events/${id}`

/** The host, who has a payout account, publishes a game that no list shows. */
async function publishPaidGame(host: Page, title: string, pricing: NonNullable<EventForm['pricing']> = price): Promise<string> {
  await logInAs(host, 'host')
  return publishGame(host.request, { title, pricing, visibility: 'link', starts: inDays(20), ends: inDays(20, '14:00'), capacity: 8 })
}

test('a host gives a part of a payment back, and the player sees it', async ({ page, browser }) => {
  const host = await openOtherPage(browser)
  const id = await publishPaidGame(host, 'Evening drills')
  await signInAsNewPerson(page, 'Pia Player')
  await page.goto(gamePath(id))
  await page.getByRole('button', { name: 'Join · $30' }).click()
  await payAtStripe(page)
  await expect(page.getByRole('heading', { name: 'You are in' })).toBeVisible()

  await host.goto(`/discover/events/${id}/manage?tab=payments`)
  await host.getByRole('button', { name: 'Give money back to Pia Player' }).click()
  await host.getByRole('textbox', { name: /Amount/ }).fill('12.50')
  await host.getByRole('button', { name: 'Give $12.50 back' }).click()
  await expect(host.getByRole('list', { name: 'Players who paid' })).toContainText(/\$12\.50 (goes|given) back/)
  await expectNoHorizontalScroll(host)
  await expectAccessible(host)

  await expect(async () => {
    await page.goto('/transactions')
    await expect(page.getByRole('list', { name: 'My Transactions' })).toContainText(/\$12\.50 sent back/, { timeout: 2000 })
  }).toPass()
})

test('a player pays a deposit when joining, and the balance later @phone', async ({ page, browser }) => {
  const host = await openOtherPage(browser)
  const id = await publishPaidGame(host, 'Weekend camp', { ...price, deposit: { amount: 1000, dueHours: 72 } })
  await signInAsNewPerson(page, 'Dee Poser')
  await page.goto(gamePath(id))
  await page.getByRole('button', { name: 'Join · $30' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join' })
  await expect(dialog.getByRole('status')).toContainText(/Deposit for 1 seat\$10.*You pay the balance of \$20 by/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Join' }).click()
  await payAtStripe(page)
  await page.getByRole('link', { name: 'View game' }).click()

  const rest = page.getByRole('region', { name: 'Still to pay' })
  await expect(rest).toContainText(/Balance \$20 by \w+/)
  await expectNoHorizontalScroll(page)
  await rest.getByRole('button', { name: 'Pay $20' }).click()
  await payAtStripe(page)
  await page.getByRole('link', { name: 'View game' }).click()
  await expect(page.getByText('You are in').first()).toBeVisible()
  await expect(rest).toBeHidden()
})

test('a party splits the price, and a friend pays for a seat with the link @phone', async ({ page, browser }) => {
  const host = await openOtherPage(browser)
  const id = await publishPaidGame(host, 'Doubles night')
  await signInAsNewPerson(page, 'Sam Splitter')
  await page.goto(gamePath(id))
  await page.getByRole('button', { name: 'Bring a guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join' })
  await dialog.getByRole('textbox', { name: 'Guest 1' }).fill('Frankie')
  await expect(dialog.getByRole('status')).toContainText('$60')
  await dialog.getByRole('switch', { name: /Split the price/ }).click()
  await expect(dialog.getByRole('status')).toContainText(/Your seat\$30.*Your friends pay \$30 by/)
  await dialog.getByRole('button', { name: 'Join' }).click()
  await payAtStripe(page)
  await page.getByRole('link', { name: 'View game' }).click()
  const rest = page.getByRole('region', { name: 'Still to pay' })
  await expect(rest).toContainText('Your friend has not paid')
  const game: EventDetail = await (await page.request.get(`/api/events/${id}`)).json()
  const link = `/shares/${game.live.mine?.balance?.orderId}`

  const friend = await openOtherPage(browser)
  await signInAsNewPerson(friend, 'Frankie Friend')
  await friend.goto(link)
  await expect(friend.getByText('Sam Splitter has a seat for you')).toBeVisible()
  await expectNoHorizontalScroll(friend)
  await expectAccessible(friend)
  await friend.getByRole('button', { name: 'Pay $30' }).click()
  await payAtStripe(friend)
  await expect(friend.getByRole('heading', { name: 'Your seat is paid' })).toBeVisible()
  await friend.getByRole('link', { name: 'View game' }).click()
  await expect(friend.getByText('You play as a guest of Sam Splitter. Your seat is paid, so you need not join.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('You are in').first()).toBeVisible()
  await expect(rest).toBeHidden()
})
