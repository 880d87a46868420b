import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { ActionParts } from '../../web/ui/parts/action-parts.tsx'
import { OverlayParts } from '../../web/ui/parts/overlay-parts.tsx'
import { showSnackbar } from '../../web/ui/show-snackbar.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openParts } from './setup/open-parts.tsx'

/** While a menu is open, React Aria hides the rest of the page from screen readers. Tab closes the menu first, so this is no problem. */
const whileOpen = { except: ['aria-hidden-focus'] }

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Waits until the element has reached this position and size. */
const expectBox = (part: Locator, box: { left?: number; top?: number; width?: number; height?: number; bottom?: number }) =>
  expect
    .poll(() => {
      const rect = part.element().parentElement?.getBoundingClientRect()
      return rect && Object.fromEntries(Object.keys(box).map((side) => [side, Math.round(rect[side as keyof typeof box])]))
    })
    .toEqual(box)

const phone = () => page.viewport(390, 844)

describe('a dialog', () => {
  const dialog = page.getByRole('dialog', { name: 'Connect to a payment provider' })

  it('has a fixed size on a desktop, and returns the focus after Escape', async () => {
    await openParts(<OverlayParts />)
    await button('Dialog').click()
    await expectBox(dialog, { left: 445, top: 200, width: 550, height: 500 })
    await expectAccessible()
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}')
    expect(dialog.element().contains(document.activeElement), 'Tab stays inside').toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Dialog')).toHaveFocus()
  })

  it('is a sheet at the bottom of a phone', async () => {
    await phone()
    await openParts(<OverlayParts />)
    await button('Dialog').click()
    await expectBox(dialog, { left: 0, width: 390, bottom: 844 })
    await expectAccessible()
  })

  it.each([
    ['on a desktop', () => undefined],
    ['on a phone', phone],
  ])('scrolls inside if it is long, and always fits on the screen: %s', async (_, resize) => {
    await resize()
    await openParts(<OverlayParts />)
    await button('Wide, long dialog').click()
    const rules = page.getByRole('dialog', { name: 'House rules' })
    const last = rules.getByText(/^16\. Winners/)
    last.element().scrollIntoView()
    await expect.element(last).toBeInViewport()
    await expect.element(rules.getByRole('heading', { name: 'House rules' })).toBeInViewport()
    await button('Close').click()
    await expect.element(rules).not.toBeInTheDocument()
  })

  it('requires a typed word for actions that cannot be undone, and stays open if the action fails', async () => {
    await openParts(<OverlayParts />)
    await button('Confirm by typing').click()
    const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
    const confirm = question.getByRole('button', { name: 'Delete' })
    const word = question.getByLabelText('Type DELETE to continue')
    await expect.element(confirm).toBeDisabled()
    await word.fill('delete')
    await expect.element(confirm).toBeDisabled()
    await word.fill('DELETE')
    await expectAccessible()
    await confirm.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(question.getByRole('alert')).toHaveTextContent('You still own Sunset Smashers. Hand it over first.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await button('Confirm by typing').click()
    await expect.element(word).toHaveValue('')
    await expect.element(question.getByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a drawer', () => {
  const drawer = page.getByRole('dialog', { name: 'Maya Ruiz' })

  it.each([
    ['on a desktop', () => undefined, { left: 1072, top: 0, width: 368, height: 900 }],
    ['on a phone', phone, { left: 47, top: 0, width: 343, height: 844 }],
  ])('slides in from the right and covers a part of the page: %s', async (_, resize, box) => {
    await resize()
    await openParts(<OverlayParts />)
    await button('Drawer').click()
    await expectBox(drawer, box)
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(button('Drawer')).toHaveFocus()
    await button('Drawer').click()
    await expectBox(drawer, box)
    const scrim = drawer.element().parentElement?.parentElement
    await userEvent.click(scrim ?? document.body, { position: { x: 10, y: 400 } })
    await expect.element(drawer).not.toBeInTheDocument()
  })
})

describe('on a device that may have a keyboard on its screen', () => {
  beforeEach(async () => {
    await phone()
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
  })

  it.each(['Dialog', 'Drawer'])('a %s that is closed during its opening animation disappears', async (opener) => {
    await openParts(<OverlayParts />)
    const dialog = page.getByRole('dialog')
    await button(opener).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    // Its animation starts two frames or more after it is added to the page.
    new MutationObserver((_, observer) => {
      const cross = document.querySelector<HTMLElement>('[role=dialog] button[aria-label=Close]')
      if (!cross) return
      observer.disconnect()
      requestAnimationFrame(() => cross.click())
    }).observe(document.body, { childList: true, subtree: true })
    await button(opener).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await button(opener).click()
    await expect.element(dialog).toBeVisible()
  })
})

describe('a snackbar', () => {
  const message = (text: string) => page.getByText(text, { exact: true })
  const offlineWords = 'You are offline. You can still see the pages you opened before.'
  const findMessage = (role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ has: message(text) })

  describe('with a time limit', () => {
    // We load the code of the snackbars first, because the fake timers would delay it.
    beforeAll(() => import('../../web/ui/snackbar-toasts.tsx'))
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))

    /** Whether the message is shown after the next frame. We do not wait for longer, because that would let time pass. */
    const isThere = async (text: string) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return message(text).query() !== null
    }

    it.each([
      ['Short', 'Saved', 3500],
      ['Brief', 'Link copied', 3000],
      ['With an action', 'You left Saturday sunrise open play', 5000],
    ])('disappears when its time is over: %s', async (kind, text, duration) => {
      await openParts(<OverlayParts />)
      const pressedAt = Date.now()
      await button(kind).click()
      await expect.element(findMessage('status', text)).toBeVisible()
      const shownAt = Date.now()
      await vi.advanceTimersByTimeAsync(pressedAt + duration - 50 - Date.now())
      expect(await isThere(text)).toBe(true)
      await vi.advanceTimersByTimeAsync(shownAt + duration + 50 - Date.now())
      expect(await isThere(text)).toBe(false)
    })

    it('stays while the pointer is on it', async () => {
      await openParts(<OverlayParts />)
      await button('Short').click()
      await message('Saved').hover()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await isThere('Saved')).toBe(true)
      await page.getByRole('heading', { level: 1 }).hover()
      await vi.advanceTimersByTimeAsync(3600)
      expect(await isThere('Saved')).toBe(false)
    })

    it('stays until it is dismissed if it has no time limit', async () => {
      await openParts(<OverlayParts />)
      await button('Until dismissed').click()
      await expect.element(message(offlineWords)).toBeVisible()
      await vi.advanceTimersByTimeAsync(600_000)
      expect(await isThere(offlineWords)).toBe(true)
      await button('Dismiss').click()
      await expect.element(message(offlineWords)).not.toBeInTheDocument()
    })
  })

  it('leaves the buttons of a dialog at the bottom of a phone free', async () => {
    await phone()
    await openParts(<OverlayParts />)
    await button('Dialog').click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toBeVisible()
    showSnackbar('Link copied', { duration: 'persistent' })
    await expect.element(message('Link copied')).toBeVisible()
    const bottom = () => message('Link copied').element().getBoundingClientRect().bottom
    await expect.poll(bottom).toBeLessThan(dialog.element().getBoundingClientRect().top)
  })

  it('runs the action of its button, and closes', async () => {
    await openParts(<OverlayParts />)
    await button('With an action').click()
    await expect.element(button('Undo')).toBeVisible()
    await expectAccessible()
    await button('Undo').click()
    await expect.element(message('You left Saturday sunrise open play')).not.toBeInTheDocument()
    await expect.element(message('You are back in')).toBeVisible()
  })

  it('interrupts a screen reader only for an alarm', async () => {
    await openParts(<OverlayParts />)
    await button('Alarm').click()
    await expect.element(findMessage('alert', 'Your message could not be sent')).toBeVisible()
    await button('Short').click()
    await expect.element(findMessage('status', 'Saved')).toBeVisible()
    await expect.element(findMessage('alert', 'Saved')).not.toBeInTheDocument()
  })
})

describe('a menu', () => {
  it('can be used with the keyboard alone', async () => {
    await openParts(<ActionParts />)
    const opener = button('Manage')
    const entry = (name: string) => page.getByRole('menuitem', { name })
    opener.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(entry('Edit game')).toHaveFocus()
    await expectAccessible(whileOpen)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(entry('Host again')).toHaveFocus()
    await expect.element(entry('Hand over')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(entry('Cancel game')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(entry('Edit game')).toHaveFocus()
    await userEvent.keyboard('host')
    await expect.element(entry('Host again')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('You pressed Host again')).toBeVisible()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  })
})
