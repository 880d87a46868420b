import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { signInAsNewPerson } from './people.ts'

test('an organizer imports a file, sees the guests, and exports the list @both', async ({ page }) => {
  const owner = await signInAsNewPerson(page, 'Alex Rally')
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Javelina', people: [owner.id] } })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`/team/${id}/people`)
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Import' }).click()
  const rows = Array.from({ length: 30 }, (_, index) => `Player ${index};player-${index}@example.com;${index}`)
  // Spreadsheets save UTF-16 with a mark.
  const text = `\uFEFF${['Player;Email;Jersey', ...rows, 'Eve;not an address;1', '=1+1;;'].join('\r\n')}`
  const file = { name: 'players.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf16le') }
  await page.getByLabel('CSV file').setInputFiles(file)
  const left = page.getByRole('list', { name: 'Rows that are left out' }).getByRole('listitem')
  await expect(left).toHaveCount(1)
  await page.getByRole('button', { name: 'Import 31 people' }).click()
  await expect(page.getByText('31 people are in your community as guests.')).toBeVisible()

  // The same file again adds nobody.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 31 people' }).click()
  await expect(page.getByText('31 people are in your community as guests.')).toBeVisible()
  await page.getByRole('link', { name: 'See the people' }).click()
  const guests = page.getByRole('list', { name: 'Guests' }).getByRole('listitem')
  await expect(guests).toHaveCount(31)

  const csv = await (await page.request.get(`/api/teams/${id}/people/export`)).text()
  expect(csv).toContain('Player 29,player-29@example.com,Guest')
  expect(csv).toContain("'=1+1,,Guest")
})
