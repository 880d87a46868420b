import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'

test('city search keeps text typed before its code is loaded, leads to games, and opens a link to a city without a request', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/combo-box-*.js')
  await page.goto('/discover/city-search')
  await page.getByRole('textbox', { name: 'City' }).pressSequentially('chicag')
  release()
  const city = page.getByRole('combobox', { name: 'City' })
  await expect(city).toHaveValue('chicag')
  await expect(city).toBeFocused()
  await city.pressSequentially('o')
  await expect(page.getByRole('option', { name: 'Chicago Illinois', exact: true })).toBeVisible()
  await city.press('ArrowDown')
  await city.press('Enter')
  await expect(page).toHaveTitle('Chicago, IL · Gather')
  await expect(page).toHaveURL(/city-search\?city=\d+$/)

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/cities')) calls.push(request.url())
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Chicago' })).toBeVisible()
  await expect(page).toHaveTitle('Chicago, IL · Gather')
  expect(calls).toEqual([])

  await page.getByRole('link', { name: 'Games near Chicago' }).click()
  await expect(page).toHaveURL(/\/discover\?city=\d+&/)
  await expect(page).toHaveTitle('Games near Chicago, IL · Gather')
})
