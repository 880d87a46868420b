import axe, { type RunOptions } from 'axe-core'
import { expect } from 'vitest'
import { colorRules } from './color-rules.ts'
import { waitForColorTransitions } from './wait-for-color-transitions.ts'

/**
 * Expects no serious or critical accessibility problem on the screen. `except` names rules that do not apply; give the reason in a
 * comment.
 */
export async function expectAccessible({ except = [] }: { except?: string[] } = {}): Promise<void> {
  await expectNoProblems({ rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) })
}

/** Checks both themes, and then restores the theme of the page. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  const { dataset } = document.documentElement
  dataset.theme = 'dark'
  await expectNoProblems({})
  dataset.theme = 'light'
  await expectNoProblems({ runOnly: colorRules })
  delete dataset.theme
}

async function expectNoProblems(options: RunOptions): Promise<void> {
  await waitForColorTransitions()
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
  const severeViolations = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
  expect(severeViolations, 'serious or critical accessibility problems').toEqual([])
}
