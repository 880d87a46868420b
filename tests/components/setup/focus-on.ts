import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Moves the focus to an element, without pressing Tab many times. A map can have the focus only once it is drawn, so we try again. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  const focus = () => {
    const element = locator.element()
    if (element instanceof HTMLElement) element.focus()
    return element === document.activeElement
  }
  await expect.poll(focus).toBe(true)
}
