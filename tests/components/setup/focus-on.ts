import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** As if the keyboard had come there, without pressing Tab until it has. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  const element = locator.element()
  if (element instanceof HTMLElement) element.focus()
  await expect.element(locator).toHaveFocus()
}
