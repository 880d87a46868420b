import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * Waits until all color transitions have ended. During a theme change, colors belong to neither theme, and inherited colors start
 * later.
 */
async function waitForColorTransitions(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // A transition inside a closed <details> does not run, so it never ends.
  const isSeen = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true
  const changing = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition && isSeen(animation))
  // After a theme change, the transitions start with the next frame.
  await nextFrame()
  await nextFrame()
  while (changing().length > 0) {
    await Promise.allSettled(changing().map(({ finished }) => finished))
    await nextFrame()
  }
}

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
