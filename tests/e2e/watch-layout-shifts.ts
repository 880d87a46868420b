import type { Page } from '@playwright/test'

/** Records the layout shifts of a page. Call it before the page is opened. The returned function lists the size of each shift. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
}

export const sumShifts = (shifts: readonly number[]) => shifts.reduce((sum, value) => sum + value, 0)
