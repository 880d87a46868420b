import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { ActionParts } from '../../web/ui/parts/action-parts.tsx'
import { OverlayParts } from '../../web/ui/parts/overlay-parts.tsx'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openParts } from './setup/open-parts.tsx'

/** While a menu is open React Aria hides the rest from screen readers; leaving by Tab closes it first. */
const whileOpen = { except: ['aria-hidden-focus'] }

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The box a person sees, once it stands still. */
const expectBox = (part: Locator, box: { left?: number; top?: number; width?: number; height?: number; bottom?: number }) =>
  expect
    .poll(() => {
      const found = part.element().parentElement?.getBoundingClientRect()
      return found && Object.fromEntries(Object.keys(box).map((side) => [side, Math.round(found[side as keyof typeof box])]))
    })
    .toEqual(box)

const phone = () => page.viewport(390, 844)

describe('a dialog', () => {
  const dialog = page.getByRole('dialog', { name: 'Connect to a payment provider' })

  it('has its size on a desktop; Escape closes it and gives the focus back', async () => {
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

  it('is a sheet at the lower edge of a phone', async () => {
    await phone()
    await openParts(<OverlayParts />)
    await button('Dialog').click()
    await expectBox(dialog, { left: 0, width: 390, bottom: 844 })
    await expectAccessible()
  })

  it.each([
    ['on a desktop', () => undefined],
    ['on a phone', phone],
  ])('that is long scrolls inside and never leaves the screen: %s', async (_, resize) => {
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

  it('about what cannot be taken back wants a word typed, and stays open when it is refused', async () => {
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
  ])('comes from the right and covers a part of the page: %s', async (_, resize, box) => {
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

  it.each(['Dialog', 'Drawer'])('a %s that is closed while it still comes in is gone', async (opener) => {
    await openParts(<OverlayParts />)
    const dialog = page.getByRole('dialog')
    await button(opener).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    // It comes in two frames after it stands in the page, or later.
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
  const offlineWords = 'You are offline. What you have seen is still here.'
  const shown = (role: 'status' | 'alert', text: string) => page.getByRole(role).filter({ has: message(text) })

  describe('that goes by itself', () => {
    // What shows them is loaded with the first of them.
    beforeAll(() => import('../../web/ui/snackbar-toasts.tsx'))
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))

    /** Whether it is there still once the screen is drawn anew. Waiting for it would let the time pass on. */
    const isThere = async (text: string) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return message(text).query() !== null
    }

    it.each([
      ['Short', 'Saved', 3500],
      ['Brief', 'Link copied', 3000],
      ['With an action', 'You left Saturday sunrise open play', 5000],
    ])('is gone when its time is over: %s', async (kind, text, duration) => {
      await openParts(<OverlayParts />)
      const pressedAt = Date.now()
      await button(kind).click()
      await expect.element(shown('status', text)).toBeVisible()
      const shownAt = Date.now()
      await vi.advanceTimersByTimeAsync(pressedAt + duration - 50 - Date.now())
      expect(await isThere(text)).toBe(true)
      await vi.advanceTimersByTimeAsync(shownAt + duration + 50 - Date.now())
      expect(await isThere(text)).toBe(false)
    })

    it('waits while someone points at it', async () => {
      await openParts(<OverlayParts />)
      await button('Short').click()
      await message('Saved').hover()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await isThere('Saved')).toBe(true)
      await page.getByRole('heading', { level: 1 }).hover()
      await vi.advanceTimersByTimeAsync(3600)
      expect(await isThere('Saved')).toBe(false)
    })

    it('does not go when it has to be dismissed', async () => {
      await openParts(<OverlayParts />)
      await button('Until dismissed').click()
      await expect.element(message(offlineWords)).toBeVisible()
      await vi.advanceTimersByTimeAsync(600_000)
      expect(await isThere(offlineWords)).toBe(true)
      await button('Dismiss').click()
      await expect.element(message(offlineWords)).not.toBeInTheDocument()
    })
  })

  it('does what its button says, and goes', async () => {
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
    await expect.element(shown('alert', 'Your message could not be sent')).toBeVisible()
    await button('Short').click()
    await expect.element(shown('status', 'Saved')).toBeVisible()
    await expect.element(shown('alert', 'Saved')).not.toBeInTheDocument()
  })
})

describe('a menu', () => {
  it('is used with the keyboard alone', async () => {
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
