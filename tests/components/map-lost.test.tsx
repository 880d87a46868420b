import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { viewerAnswers } from './discover-examples.ts'
import { answerWith } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

// This test has a file of its own, because a map stays loaded once it has been loaded.
it('A form works without its map, and the user can try to load the map again', async () => {
  answerWith({
    ...viewerAnswers,
    'GET /api/places/named': { places: [] },
    'GET /api/activity-subscriptions': { subscriptions: [] },
    'POST /api/activity-subscriptions': ({ body }) => {
      const made = { ...(body as ActivitySubscription), id: 'made', version: 1, createdAt: 1 }
      answerWith({ 'GET /api/activity-subscriptions': { subscriptions: [made] } })
      return made
    },
  })
  const wholeFetch = globalThis.fetch
  const fetches = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.includes('states-10m') ? Promise.reject(new TypeError('Failed to fetch')) : wholeFetch(input, init)
  })
  await openApp('/settings?tab=activities-subscription&subscription=new', { viewer: someone })
  await expect.element(page.getByText('The map could not be loaded')).toBeVisible()
  await expectAccessible()
  const city = page.getByRole('combobox', { name: 'City' })
  await city.fill('austin, t')
  await expect.element(page.getByRole('option', { name: 'Austin Texas', exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(city).toHaveValue('Austin, TX')
  fetches.mockImplementation(wholeFetch)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search activities' }).fill('Chess')
  await page.getByRole('button', { name: 'Chess', exact: true }).click()
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect.element(page.getByText('within 15 miles of Austin, TX')).toBeVisible()
})
