import axe from 'axe-core'
import { expect } from 'vitest'

/** No serious or critical accessibility fault in what stands on the screen now. `except` names rules that do not apply, with a reason beside. */
export async function expectAccessible({ except = [] }: { except?: string[] } = {}): Promise<void> {
  // A color on its way from one theme to the other belongs to neither.
  const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(changing.map(({ finished }) => finished))
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const { violations } = await axe.run(document, { rules })
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
  expect(grave, 'serious or critical accessibility faults').toEqual([])
}
