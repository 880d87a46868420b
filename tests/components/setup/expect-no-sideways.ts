import { expect } from 'vitest'

/** Nothing on the page reaches past the screen's edge. */
export function expectNoSideways(): void {
  expect(document.documentElement.scrollWidth - innerWidth, 'pixels past the edge').toBeLessThanOrEqual(0)
}
