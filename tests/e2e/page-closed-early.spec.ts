import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openOtherPage, signInAsNewPerson } from './people.ts'
import { startSlowNetwork } from './setup/slow-network.ts'

// The slow network blocks the socket that reports who is online, so the browser logs an error.
test.use({ allowedErrors: /WebSocket/ })

test('a change that is shown at once reaches the server even if its page is closed right away', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const network = await startSlowNetwork(baseURL ?? '')
  try {
    const other = await openOtherPage(browser)
    const { id } = await signInAsNewPerson(other, 'Yara Khalil')
    await signInAsNewPerson(page, 'Mia O’Brien')
    await page.goto(`${network.url}/profile/${id}`)
    const connect = page.getByRole('main').getByRole('button', { name: 'Connect' })
    await connect.click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Requested' })).toBeVisible()
    await page.close()
    const later = await context.newPage()
    await expect
      .poll(async () => (await (await later.request.get('/api/connections?state=sent')).json()).connections?.length, { timeout: 20_000 })
      .toBe(1)
    expect(network.lost()).toEqual([])
  } finally {
    await network.stop()
  }
})
