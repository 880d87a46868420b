import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Moves the focus to an element, without pressing Tab many times. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  const element = locator.element()
  if (element instanceof HTMLElement) element.focus()
  await expect.element(locator).toHaveFocus()
}
