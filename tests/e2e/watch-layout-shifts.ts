import type { Page } from '@playwright/test'

/** Records the layout shifts of a page. Call it before the page is opened. The returned function lists the size of each shift. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number })[]) shifts.push(entry.value)
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const listShifts = () => {
      // A busy browser tells of some shifts late.
      note(observer.takeRecords())
      return shifts
    }
    Object.assign(window, { listShifts })
  })
  return () => page.evaluate(() => (window as unknown as { listShifts: () => number[] }).listShifts())
}

export const sumShifts = (shifts: readonly number[]) => shifts.reduce((sum, value) => sum + value, 0)
