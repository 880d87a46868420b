import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aSeason, now, setSeason } from './season-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const changes = () => requestsTo('PUT /api/seasons/fall').map(({ body }) => body)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

describe('Editing a season', () => {
  it('keeps what another organizer saved meanwhile, and asks about what both changed', async () => {
    const season = aSeason({ role: 'owner' })
    setSeason({ season })
    await openApp('/team/smashers/seasons/fall', { viewer: someone })
    await expect.element(main.getByRole('heading', { name: 'Table' })).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Books' })).toHaveAttribute('href', '/team/smashers/ledger/seasons/fall')
    await main.getByRole('button', { name: 'More for this season' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Fall league')
    answerWith({
      'PUT /api/seasons/fall': ({ body }) => {
        const { version } = body as { version: number }
        if (version === 3) return refuse('SeasonVersionConflict', 'Someone changed this season in the meantime. Look at it again.')
        return { id: 'fall', label: 'Fall league', startDate: '2031-09-01', endDate: '2031-12-15' }
      },
      'GET /api/seasons/fall': { ...season, endDate: '2031-12-15', version: 4 },
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(changes).toHaveLength(2)
    expect(changes()[1]).toEqual({ label: 'Fall league', startDate: '2031-09-01', endDate: '2031-12-15', version: 4 })
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('asks about what both changed', async () => {
    const season = aSeason({ role: 'owner' })
    setSeason({ season })
    await openApp('/team/smashers/seasons/fall', { viewer: someone })
    await main.getByRole('button', { name: 'More for this season' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Fall league')
    answerWith({
      'PUT /api/seasons/fall': refuse('SeasonVersionConflict', 'Someone changed this season in the meantime. Look at it again.'),
      'GET /api/seasons/fall': { ...season, label: 'Autumn', version: 4 },
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Autumn')).toBeVisible()
    expect(changes()).toHaveLength(1)
  })
})
