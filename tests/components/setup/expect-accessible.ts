import axe from 'axe-core'
import { expect } from 'vitest'

/** A color on its way from one theme to the other belongs to neither. What inherits it sets out when it has arrived. */
async function untilColorsStand(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const changing = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  // A theme just changed sets out with the next frame.
  await nextFrame()
  await nextFrame()
  while (changing().length > 0) {
    await Promise.allSettled(changing().map(({ finished }) => finished))
    await nextFrame()
  }
}

/** No serious or critical accessibility fault in what stands on the screen now. `except` names rules that do not apply, with a reason beside. */
export async function expectAccessible({ except = [] }: { except?: string[] } = {}): Promise<void> {
  await untilColorsStand()
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const { violations } = await axe.run(document, { rules })
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
  expect(grave, 'serious or critical accessibility faults').toEqual([])
}

/** The same in the dark and in the light; the page is left as it was found. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  const { dataset } = document.documentElement
  for (const theme of ['dark', 'light']) {
    dataset.theme = theme
    await expectAccessible()
  }
  delete dataset.theme
}
