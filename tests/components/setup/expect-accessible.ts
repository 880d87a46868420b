import axe from 'axe-core'
import { expect } from 'vitest'
import { waitForColorTransitions } from './wait-for-color-transitions.ts'

/**
 * Expects no serious or critical accessibility problem on the screen. `except` names rules that do not apply; give the reason in a
 * comment.
 */
export async function expectAccessible({ except = [] }: { except?: string[] } = {}): Promise<void> {
  await waitForColorTransitions()
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const { violations } = await axe.run(document, { rules })
  const severeViolations = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
  expect(severeViolations, 'serious or critical accessibility problems').toEqual([])
}

/** Checks both themes, and then restores the theme of the page. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  const { dataset } = document.documentElement
  for (const theme of ['dark', 'light']) {
    dataset.theme = theme
    await expectAccessible()
  }
  delete dataset.theme
}
