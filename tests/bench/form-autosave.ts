import type { Figure } from './setup/figure.ts'
import { openPhone } from './setup/load-page.ts'
import { serveProduct } from './setup/serve-product.ts'

const keyEveryMs = 250

/** Types for a minute in a form, and counts how often it was saved in the account. The clock of the page is moved, so it takes seconds. */
async function countSaves(): Promise<number> {
  const origin = await serveProduct()
  const context = await openPhone(origin, 'organizer@demo.test')
  try {
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${origin}/form/demo-league-form`)
    await page.getByRole('main').getByRole('textbox').first().click()
    let saves = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/answers')) saves += 1
    })
    for (let at = 0; at < 60_000; at += keyEveryMs) {
      await page.keyboard.press(at % (2 * keyEveryMs) === 0 ? 'a' : 'Backspace')
      await page.clock.runFor(keyEveryMs)
    }
    if (saves === 0) throw new Error('Nothing was saved while somebody typed.')
    return saves
  } finally {
    await context.close()
  }
}

export const figures: Figure[] = [
  {
    name: 'form-autosave-requests',
    unit: 'requests in 60 s',
    goal: { atMost: 12 },
    gating: true,
    measure: countSaves,
  },
]
