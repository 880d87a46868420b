import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { becomePerson, openOther } from './people.ts'
import { startSlowNetwork } from './setup/slow-network.ts'

// Who is online is told over a socket, which this network does not let through.
test.use({ allowedErrors: /WebSocket/ })

test('what shows at once arrives also when its page is closed at once', async ({ page, browser, context, baseURL }) => {
  const network = await startSlowNetwork(baseURL ?? '')
  try {
    const other = await openOther(browser)
    const { id } = await becomePerson(other, 'Yara Khalil')
    await becomePerson(page, 'Mia O’Brien')
    await page.goto(`${network.url}/profile/${id}`)
    const connect = page.getByRole('main').getByRole('button', { name: 'Connect' })
    await connect.click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Requested' })).toBeVisible()
    await page.close()
    const later = await context.newPage()
    await expect
      .poll(async () => (await (await later.request.get('/api/connections?state=sent')).json()).connections?.length, { timeout: 10_000 })
      .toBe(1)
    expect(network.lost()).toEqual([])
  } finally {
    await network.stop()
  }
})
