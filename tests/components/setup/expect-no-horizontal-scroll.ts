import { expect } from 'vitest'

/** Expects that nothing on the page is wider than the screen. */
export async function expectNoHorizontalScroll(): Promise<void> {
  // What depends on the width of the screen is drawn again a moment after it changes.
  const countOutside = () => document.documentElement.scrollWidth - innerWidth
  await expect.poll(countOutside, { message: 'pixels outside of the screen' }).toBeLessThanOrEqual(0)
}
