import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { City } from '../../domain/cities/contract.ts'
import { answerWith, askedFor, refuse } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const city = page.getByRole('combobox', { name: 'City' })
const boise = { id: 5586437, name: 'Boise', state: 'ID', lat: 43.6135, lng: -116.20345, timeZone: 'America/Boise' } satisfies City

describe('the city search', () => {
  it('keeps letters that begin no city, and says so', async () => {
    answerWith({ 'GET /api/cities': { cities: [] } })
    await openApp('/discover/city-search', { viewer: someone })
    await city.fill('qqqq')
    await expect.element(page.getByText('No US city begins like that.').first()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Pick one from the list.')).toBeVisible()
    await expect.element(city).toHaveValue('qqqq')
    expect(askedFor('GET /api/cities').map(({ query }) => query.q)).toContain('qqqq')
    await expectAccessible()
  })

  it('says that a search failed, and the next one works', async () => {
    answerWith({ 'GET /api/cities': refuse('Unexpected', 'Something went wrong on our side.') })
    await openApp('/discover/city-search')
    await city.fill('boi')
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    answerWith({ 'GET /api/cities': { cities: [boise] } })
    await city.fill('bois')
    await expect.element(page.getByRole('option', { name: 'Boise Idaho', exact: true })).toBeVisible()
  })
})
