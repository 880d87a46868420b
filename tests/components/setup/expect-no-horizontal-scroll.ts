import { expect } from 'vitest'

/** Expects that nothing on the page is wider than the screen. */
export function expectNoHorizontalScroll(): void {
  expect(document.documentElement.scrollWidth - innerWidth, 'pixels outside of the screen').toBeLessThanOrEqual(0)
}
