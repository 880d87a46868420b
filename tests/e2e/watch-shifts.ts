import type { Page } from '@playwright/test'

/** Each thing that jumped since the page was opened, by how far: ask before opening it. */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
}

export const sumOf = (shifts: readonly number[]) => shifts.reduce((sum, value) => sum + value, 0)
