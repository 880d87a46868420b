import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

test('an organizer imports a file with bad rows, sees the guests, and exports the list', async ({ page }) => {
  const owner = await signInAsNewPerson(page, 'Alex Rally')
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Javelina', people: [owner.id] } })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`/team/${id}`)
  await page.getByRole('navigation', { name: 'Community' }).getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Import' }).click()
  const rows = Array.from({ length: 30 }, (_, index) => `Player ${index};player-${index}@example.com;${index}`)
  const badRows = ['Eve;not an address;1', 'Twin;PLAYER-3@example.com;2', ';nobody@example.com;3', '"Open quote;open@example.com;4']
  // Spreadsheets save UTF-16 with a mark.
  const text = `\uFEFF${['Player;Contact;Shirt number', ...rows, '=1+1;;', ...badRows].join('\r\n')}`
  const file = { name: 'players.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf16le') }
  await page.getByLabel('CSV file').setInputFiles(file)
  const mapContacts = async () => {
    await page.getByRole('button', { name: /Contact$/ }).click()
    await page.getByRole('option', { name: 'Email' }).click()
  }
  await mapContacts()
  await expect(page.getByText('Player 0 · player-0@example.com · Jersey 0')).toBeVisible()
  await expect(page.getByRole('heading', { name: '31 rows are good' })).toBeVisible()
  const left = page.getByRole('list', { name: 'Rows that are left out' }).getByRole('listitem')
  await expect(left).toHaveText([
    /Row 33.*Eve.*Enter a valid email/,
    /Row 34.*Twin.*Row 5 has the same email/,
    /Row 35.*The name is missing/,
    /Row 36.*A quote in this row is not closed/,
  ])
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 31 people' }).click()
  await expect(page.getByText('31 people are in your community as guests.')).toBeVisible()

  // The same file again adds nobody.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByLabel('CSV file').setInputFiles(file)
  await mapContacts()
  await page.getByRole('button', { name: 'Import 31 people' }).click()
  await expect(page.getByText('31 people are in your community as guests.')).toBeVisible()
  await page.getByRole('link', { name: 'See the people' }).click()
  const guests = page.getByRole('list', { name: 'Guests' }).getByRole('listitem')
  await expect(guests).toHaveCount(31)
  await expect(guests.filter({ hasText: 'Player 29' })).toBeVisible()

  const csv = await (await page.request.get(`/api/teams/${id}/people/export`)).text()
  expect(csv).toContain('Player 29,player-29@example.com,Guest')
  expect(csv).toContain("'=1+1,,Guest")
})

test('an import whose tab was closed goes on with the same file, adds nobody twice, and is in the changes', async ({ page }) => {
  const owner = await signInAsNewPerson(page, 'Robin Rally')
  const made = await page.request.put('/api/_local/teams', { data: { name: 'Pronghorns', people: [owner.id] } })
  const { id } = (await made.json()) as { id: string }
  const rows = Array.from({ length: 600 }, (_, index) => `Player ${index}`)
  const file = { name: 'players.csv', mimeType: 'text/csv', buffer: Buffer.from(['Name', ...rows].join('\n')) }
  const importPath = `/team/${id}/people/import`
  await page.goto(importPath)
  await page.getByLabel('CSV file').setInputFiles(file)
  // The second part of the rows never arrives.
  let parts = 0
  await page.route('**/imports/*/rows', (route) => {
    parts += 1
    return parts === 2 ? undefined : route.continue()
  })
  await page.getByRole('button', { name: 'Import 600 people' }).click()
  await expect(page.getByRole('progressbar', { name: 'Importing' })).toHaveAttribute('aria-valuetext', '500 of 600 rows')
  const tab = await page.context().newPage()
  await page.close()

  await tab.goto(importPath)
  await expect(tab.getByText('The import of players.csv stopped after 500 of 600 rows.')).toBeVisible()
  await expectNoHorizontalScroll(tab)
  await expectAccessible(tab)
  await tab.getByLabel('CSV file').setInputFiles(file)
  await tab.getByRole('button', { name: 'Import 600 people' }).click()
  await expect(tab.getByText('500 people are in your community as guests.')).toBeVisible()
  await expect(tab.getByRole('heading', { name: '100 rows are left out' })).toBeVisible()
  await expect(tab.getByRole('list', { name: 'Rows that are left out' }).getByRole('listitem').first()).toHaveText(
    /Row 502.*Player 500.*Your community has no place for more guests/,
  )
  await tab.goto(`/team/${id}/changes`)
  await expect(tab.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([/Robin Rally added 500 guests from a file/])
})
