import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

/** While a list or menu is open React Aria hides the rest from screen readers; leaving by Tab closes it first. */
const whileOpen = { except: ['aria-hidden-focus'] }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** To the middle of the screen, as a person does before typing: scrolling later closes the list. */
async function scrollTo(part: Locator) {
  await part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await part.click()
}

test('the parts run under the same strict policy as every page', async ({ page }) => {
  const policy = (await page.goto('/_ui'))?.headers()['content-security-policy'] ?? ''
  // A violation is an error in the console, which fails every test of this file.
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
})

test.describe('the combo box', () => {
  const city = (page: Page) => page.getByRole('combobox', { name: 'Your city' })

  test('tells a screen reader what it is, what it offers and where one is', async ({ page }) => {
    await page.goto('/_ui')
    await expect(city(page)).toHaveAttribute('aria-autocomplete', 'list')
    await expect(city(page)).toHaveAttribute('aria-expanded', 'false')
    await scrollTo(city(page))
    await city(page).fill('aus')
    await expect(page.getByRole('option')).toHaveCount(2)
    await expect(city(page)).toHaveAttribute('aria-expanded', 'true')
    expect(await city(page).getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'))
    await city(page).press('ArrowDown')
    await city(page).press('ArrowDown')
    const second = page.getByRole('option', { name: 'Austin MN' })
    await expect(city(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
    await expectAccessible(page, whileOpen)
    await city(page).press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(city(page)).toHaveValue('aus')
    await expect(city(page)).toBeFocused()
  })

  test('keeps what is picked, drops it when it is edited, and says what to do with other words @once', async ({ page, isMobile }) => {
    await page.goto('/_ui')
    await scrollTo(city(page))
    await city(page).fill('aurora')
    // Playwright's own click may scroll a phone's page a little first, which closes the list; a finger does not.
    const option = page.getByRole('option', { name: 'Aurora CO' })
    await expect(option).toBeInViewport()
    const { x, y } = (await option.boundingBox()) ?? { x: 0, y: 0 }
    await (isMobile ? page.touchscreen.tap(x + 60, y + 20) : page.mouse.click(x + 60, y + 20))
    await expect(city(page)).toHaveValue('Aurora, CO')
    await expect(city(page)).toHaveAccessibleDescription('Picked Aurora, CO')
    await city(page).press('Backspace')
    await expect(city(page)).not.toHaveAccessibleDescription(/Picked/)
    await city(page).fill('qqqq')
    await expect(page.getByRole('listbox').getByText('No US city by that name.')).toBeVisible()
    await city(page).press('Escape')
    await city(page).blur()
    await expect(city(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(city(page)).toHaveAccessibleDescription(/Pick one from the list\./)
    await expect(city(page)).toHaveValue('qqqq')
  })
})

test.describe('a form', () => {
  const name = (page: Page) => page.getByLabel('Name of the game')
  const about = (page: Page) => page.getByRole('textbox', { name: 'About' })
  const level = (page: Page) => page.locator('form').getByRole('button', { name: /Level/ })
  const agree = (page: Page) => page.getByRole('checkbox', { name: 'I will be there to open the court' })
  const restored = (page: Page) => page.getByText('We kept what you wrote last time.')

  test('gives unsent words back after a reload, until they are thrown away @once', async ({ page }) => {
    await page.goto('/_ui')
    await expect(restored(page)).toBeHidden()
    await name(page).fill('Sunrise open play')
    await about(page).fill('Bring a paddle.')
    await level(page).click()
    await expectAccessible(page, whileOpen)
    await page.getByRole('option', { name: 'Beginner' }).click()
    await agree(page).check()
    await page.reload()
    await expect(restored(page)).toBeVisible()
    await expect(name(page)).toHaveValue('Sunrise open play')
    await expect(about(page)).toHaveValue('Bring a paddle.')
    await expect(level(page)).toContainText('Beginner')
    await expect(agree(page)).toBeChecked()

    await page.getByRole('button', { name: 'Start anew' }).first().click()
    await expect(name(page)).toHaveValue('')
    await page.reload()
    await expect(name(page)).toHaveValue('')
    await expect(restored(page)).toBeHidden()
  })

  test('says beside each field what is missing, and goes to the first @once', async ({ page }) => {
    await page.goto('/_ui')
    await button(page, 'Put it up').click()
    await expect(name(page)).toHaveAccessibleDescription(/Give it a name\./)
    await expect(agree(page)).toHaveAccessibleDescription(/Please agree first\./)
    await expect(name(page)).toBeFocused()
    await expectAccessible(page)
    await name(page).fill('x'.repeat(63))
    await expect(page.getByText('3 too many')).toBeVisible()
    await expect(name(page)).toHaveAccessibleDescription(/At most 60 characters\./)
  })

  test('puts the server’s refusal beside the field it means, and sends again @once', async ({ page }) => {
    await page.goto('/_ui')
    await name(page).fill('Taken')
    await agree(page).check()
    await button(page, 'Put it up').click()
    await expect(page.getByRole('alert').filter({ hasText: 'A game with this name is up already.' })).toBeVisible()
    await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(name(page)).toHaveAccessibleDescription(/Choose another name\./)
    await expect(name(page)).toHaveValue('Taken')
    await name(page).fill('Sunrise open play')
    await button(page, 'Put it up').click()
    await expect(page.getByText('Sunrise open play is up')).toBeVisible()
    await expect(page.getByText('A game with this name is up already.')).toBeHidden()
    await expect(name(page)).not.toHaveAttribute('aria-invalid')
    await page.reload()
    await expect(name(page)).toHaveValue('')
    await expect(restored(page)).toBeHidden()
  })
})

test.describe('a snackbar', () => {
  /** Opens the page with a clock that stands still until it is told to go on. */
  async function stopTime(page: Page) {
    await page.clock.install()
    await page.goto('/_ui')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
  }
  const message = (page: Page, text: string) => page.getByText(text, { exact: true })

  for (const [kind, text, duration] of [
    ['Short', 'Saved', 3500],
    ['Brief', 'Link copied', 3000],
    ['With an action', 'You left Saturday sunrise open play', 5000],
  ] as const) {
    test(`stays ${duration} ms: ${kind} @once`, async ({ page }) => {
      await stopTime(page)
      await button(page, kind).click()
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
      await page.clock.runFor(duration - 50)
      await expect(message(page, text)).toBeVisible()
      await page.clock.runFor(100)
      await expect(message(page, text)).toBeHidden()
    })
  }

  test('stays until it is dismissed when it has to @once', async ({ page }) => {
    await stopTime(page)
    await button(page, 'Until dismissed').click()
    const offline = message(page, 'You are offline. What you have seen is still here.')
    await expect(offline).toBeVisible()
    await page.clock.runFor(600_000)
    await expect(offline).toBeVisible()
    await button(page, 'Dismiss').click()
    await expect(offline).toBeHidden()
  })

  // A finger does not hover.
  test('waits while someone points at it', { tag: '@desktop' }, async ({ page }) => {
    await stopTime(page)
    await button(page, 'Short').click()
    await message(page, 'Saved').hover()
    await page.clock.runFor(20_000)
    await expect(message(page, 'Saved')).toBeVisible()
    await page.mouse.move(700, 5)
    await page.clock.runFor(3600)
    await expect(message(page, 'Saved')).toBeHidden()
  })

  test('does what its button says, and goes @once', async ({ page }) => {
    await page.goto('/_ui')
    await button(page, 'With an action').click()
    await expectAccessible(page)
    await button(page, 'Undo').click()
    await expect(message(page, 'You left Saturday sunrise open play')).toBeHidden()
    await expect(message(page, 'You are back in')).toBeVisible()
  })

  test('interrupts a screen reader only for an alarm @once', async ({ page }) => {
    await page.goto('/_ui')
    await button(page, 'Alarm').click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your message could not be sent' })).toBeVisible()
    await button(page, 'Short').click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Saved' })).toBeHidden()
  })
})

test.describe('over the page', () => {
  /** The box a person sees, once it stands still. */
  const expectBox = (part: Locator, box: { x?: number; y?: number; width?: number; height?: number }) =>
    expect
      .poll(async () => {
        const found = await part.locator('..').boundingBox()
        return found && Object.fromEntries(Object.keys(box).map((side) => [side, Math.round(found[side as keyof typeof box] ?? 0)]))
      })
      .toEqual(box)

  test('a dialog has its size on a desktop and is a sheet on a phone; Escape closes it and gives the focus back', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/_ui')
    await button(page, 'Dialog').click()
    const dialog = page.getByRole('dialog', { name: 'Connect to a payment provider' })
    await expect(dialog).toBeVisible()
    if (isMobile) {
      await expectBox(dialog, { x: 0, width: 390 })
      const box = await dialog.locator('..').boundingBox()
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0)), 'it stands at the lower edge').toBe(844)
    } else {
      await expectBox(dialog, { x: 445, y: 200, width: 550, height: 500 })
    }
    await expectAccessible(page)
    for (let i = 0; i < 8; i++) await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement)), 'Tab stays inside').toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Dialog')).toBeFocused()
  })

  test('a long dialog scrolls inside and never leaves the screen', async ({ page }) => {
    await page.goto('/_ui')
    await button(page, 'Wide, long dialog').click()
    const dialog = page.getByRole('dialog', { name: 'House rules' })
    const last = dialog.getByText(/^16\. Winners/)
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    await expect(dialog.getByRole('heading', { name: 'House rules' })).toBeInViewport()
    await button(page, 'Close').click()
    await expect(dialog).toBeHidden()
  })

  test('what cannot be taken back wants a word typed, and stays open when it is refused', async ({ page }) => {
    await page.goto('/_ui')
    await button(page, 'Confirm by typing').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type DELETE to go on').fill('delete')
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type DELETE to go on').fill('DELETE')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert')).toContainText('You still own Sunset Smashers. Hand it over first.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await button(page, 'Confirm by typing').click()
    await expect(dialog.getByLabel('Type DELETE to go on')).toHaveValue('')
    await expect(dialog.getByRole('alert')).toBeHidden()
  })

  test('a drawer comes from the right and covers a part of the page', async ({ page, isMobile }) => {
    await page.goto('/_ui')
    await button(page, 'Drawer').click()
    const drawer = page.getByRole('dialog', { name: 'Maya Ruiz' })
    await expect(drawer).toBeVisible()
    await expectBox(drawer, isMobile ? { x: 47, y: 0, width: 343, height: 844 } : { x: 1072, y: 0, width: 368, height: 900 })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(button(page, 'Drawer')).toBeFocused()
    await button(page, 'Drawer').click()
    await page.mouse.click(10, 400)
    await expect(drawer).toBeHidden()
  })

  for (const opener of ['Dialog', 'Drawer']) {
    test(`what is closed while it still comes in is gone: ${opener} @phone`, async ({ page }) => {
      await page.goto('/_ui')
      await button(page, opener).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      // Where there may be a keyboard on the screen, it comes in two frames after it stands in the page, or later.
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          const cross = document.querySelector<HTMLElement>('[role=dialog] button[aria-label=Close]')
          if (!cross) return
          observer.disconnect()
          requestAnimationFrame(() => cross.click())
        }).observe(document.body, { childList: true, subtree: true })
      })
      await button(page, opener).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await button(page, opener).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
  }
})

// A phone has no arrow keys.
test('a menu is used with the keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/_ui')
  const opener = button(page, 'Manage')
  const entry = (name: string) => page.getByRole('menuitem', { name })
  await opener.focus()
  await page.keyboard.press('ArrowDown')
  await expect(entry('Edit the game')).toBeFocused()
  await expectAccessible(page, whileOpen)
  await page.keyboard.press('ArrowDown')
  await expect(entry('Put it up again')).toBeFocused()
  await expect(entry('Hand over')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(entry('Cancel the game')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entry('Edit the game')).toBeFocused()
  await page.keyboard.type('put')
  await expect(entry('Put it up again')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You pressed Put it up again')).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
})

test('tabs go by name: the address opens one, an unknown name opens the first, and Back leaves the page @once', async ({ page }) => {
  const tab = (name: string) => page.getByRole('tab', { name })
  await page.goto('/discover/city-search')
  await page.goto('/_ui?tab=waiting')
  await expect(tab('Waiting')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toContainText('You are third in line')
  await tab('Past').click()
  await expect(page).toHaveURL(/_ui\?tab=past$/)
  await expect(page.getByRole('tabpanel', { name: 'Past' })).toContainText('Twenty-six games since March.')
  await tab('Past').press('ArrowLeft')
  await expect(page).toHaveURL(/_ui\?tab=waiting$/)
  await page.goBack()
  await expect(page).toHaveURL(/city-search$/)
  await page.goto('/_ui?tab=nonsense')
  await expect(tab('Upcoming')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel')).toContainText('Four games ahead of you.')
})

test.describe('a table', () => {
  const table = (page: Page) => page.getByRole('table', { name: 'Members of Sunset Smashers' })
  const region = (page: Page) => page.getByRole('region', { name: 'Members of Sunset Smashers' })
  const first = ['Dana Alvarez', 'Jun Takeda', 'Kofi Lartey', 'Mia O’Brien', 'Priya Raman']
  const byGames = ['Mia O’Brien', 'Dana Alvarez', 'Jun Takeda', 'Priya Raman', 'Kofi Lartey']

  // A phone shows cards, a desktop rows.
  test('is sorted by its headers, and more rows fall into place', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/_ui')
    const rows = table(page).locator('tbody tr')
    const header = (name: string) => table(page).getByRole('columnheader', { name })
    const sort = (name: string) => header(name).getByRole('button').click()
    await expect(rows).toContainText(byGames)
    await expect(header('Games')).toHaveAttribute('aria-sort', 'descending')
    await sort('Games')
    await expect(rows).toContainText(byGames.toReversed())
    await expect(header('Games')).toHaveAttribute('aria-sort', 'ascending')
    await sort('Name')
    await expect(rows).toContainText(first)
    await expect(header('Games')).toHaveAttribute('aria-sort', 'none')
    await expect(header('Role')).not.toHaveAttribute('aria-sort')
    await sort('Paid')
    await sort('Paid')
    await button(page, 'Show more').click()
    await expect(rows).toHaveCount(8)
    await expect(rows.first()).toContainText('$1,054')
    await expect(button(page, 'Show more')).toBeHidden()
    await expectAccessible(page)
  })

  test('is a list of cards on a phone, with the same order to choose', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/_ui')
    await expect(table(page)).toBeHidden()
    const cards = region(page).getByRole('listitem')
    await expect(cards).toContainText(byGames)
    await expect(cards.first().getByRole('term')).toHaveText(['Role', 'Games', 'Paid', 'Dues'])
    await expect(cards.first().getByRole('definition')).toHaveText(['Member', '112', '$240', 'Paid'])
    await button(page, 'Games descending').click()
    await expect(cards).toContainText(byGames.toReversed())
    await button(page, 'Name').click()
    await expect(cards).toContainText(first)
    await button(page, 'Show more').click()
    await expect(cards).toHaveCount(8)
    await expectAccessible(page)
  })

  test('says that it is empty or broken, and what to do then @once', async ({ page }) => {
    await page.goto('/_ui')
    await button(page, 'Empty').click()
    await expect(page.getByText('Nobody here yet')).toBeVisible()
    await button(page, 'Error').click()
    const trouble = page.getByRole('alert').filter({ hasText: '01JD3F7Q2M8X' }).first()
    await expect(trouble).toBeVisible()
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await expect(region(page)).toContainText('Dana Alvarez')
  })
})
