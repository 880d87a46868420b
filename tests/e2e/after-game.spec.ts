import { expect, type Page } from '@playwright/test'
import type { MyWord } from '../../domain/events/after-contract.ts'
import type { EventPage } from '../../domain/events/contract.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoSideways, openOther } from './people.ts'
import { logInAs } from './sign-in.ts'

/** A game at Northside that the player was in and has said nothing of: each project takes another. */
async function findUnsaid(page: Page): Promise<string> {
  const { events } = (await (await page.request.get('/api/events/mine?when=past')).json()) as EventPage
  for (const { id } of events.filter(({ id, teamId }) => id !== 'demo-over-quiet' && teamId === 'sunset-smashers')) {
    const word = (await (await page.request.get(`/api/events/${id}/me/feedback`)).json()) as MyWord
    if (word.maySay && !word.said) return id
  }
  throw new Error('The player has had a word to say about every game.')
}

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectNoSideways(page)
}

const choice = (page: Page, name: string) => page.getByRole('group', { name: 'Overall' }).getByRole('radio', { name, exact: true })
const words = (page: Page) => page.getByRole('textbox', { name: 'A word to your hosts' })

test('who played says how it was, and the hosts read it without the name @phone', async ({ page, browser }) => {
  test.slow()
  await logInAs(page, 'player')
  const id = await findUnsaid(page)
  // As the notice leads there.
  await page.goto(`/evt/${id}?after=1`)
  const heading = page.getByRole('heading', { level: 2, name: 'How was it?' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Tell your hosts' }).click()
  await expect(page.getByText('Pick how it was.')).toBeVisible()
  await choice(page, 'Good').check({ force: true })
  await page.keyboard.press('ArrowRight')
  await expect(choice(page, 'Great')).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  const said = `Two courts were just right, ${test.info().project.name}.`
  await words(page).fill(said)
  // What was begun is there after a reload.
  await page.reload()
  await expect(words(page)).toHaveValue(said)
  await expect(choice(page, 'Good')).toBeChecked()
  await page.getByRole('button', { name: 'Tell your hosts' }).click()
  await expect(page.getByText('Thank you. You said: Good')).toBeVisible()
  await expect(heading).toBeFocused()
  await expectAccessibleInBothThemes(page)

  await page.reload()
  await expect(page.getByText('Thank you. You said: Good')).toBeVisible()
  await expect(page.getByText(said)).toBeVisible()
  await page.getByRole('button', { name: 'Change it' }).click()
  await choice(page, 'Great').check({ force: true })
  await page.getByRole('button', { name: 'Tell your hosts' }).click()
  await expect(page.getByText('Thank you. You said: Great')).toBeVisible()
  await page.getByRole('button', { name: 'Endorse who you played with' }).click()
  await expect(page.getByRole('dialog', { name: 'Who came' })).toBeVisible()

  const host = await openOther(browser)
  await logInAs(host, 'host')
  await host.goto(`/discover/events/${id}/manage?tab=said`)
  await expect(host.getByRole('heading', { level: 2, name: 'What players said' })).toBeVisible()
  const panel = host.getByRole('tabpanel')
  await expect(panel.getByRole('listitem').filter({ hasText: said })).toBeVisible()
  await expect(panel.getByText(/^of 5, from \d+ of \d+ players$/)).toBeVisible()
  await expect(panel).not.toContainText('Maya')
  await expectAccessibleInBothThemes(host)

  await host.goto('/discover/events/demo-over-quiet/manage')
  await host.getByRole('tab', { name: /^Feedback/ }).click()
  await expect(host.getByText('Nobody has said anything yet')).toBeVisible()
  // Its own host is not asked.
  await host.goto('/evt/demo-over-quiet?after=1')
  await expect(host.getByText('It is over')).toBeVisible()
  await host.waitForLoadState('networkidle')
  await expect(host.getByRole('heading', { name: 'How was it?' })).toHaveCount(0)
})
