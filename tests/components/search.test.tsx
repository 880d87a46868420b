import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { austin } from './city-examples.ts'
import { aCard, viewerAnswers } from './discover-examples.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const field = page.getByRole('searchbox', { name: 'Search games, communities, people and places' })
const main = page.getByRole('main')
const noResults: SearchAnswer = { events: [], teams: [], places: [], people: [], corrections: [] }
const chinati: SearchAnswer = {
  ...noResults,
  events: [{ ...aCard(), nextDates: [] }],
  people: [{ id: 'noor', name: 'Noor Chinati', pictureUrl: null }],
}

beforeEach(() => answerWith({ 'GET /api/search': noResults }))

describe('The search for everything', () => {
  it('groups the results by kind, shows corrected words, and puts the text into the address', async () => {
    answerWith({ 'GET /api/search': { ...chinati, corrections: [{ typed: 'chinatti', read: 'chinati' }] } })
    const app = await openApp('/full-search')
    await expect.element(field).toHaveFocus()
    await field.fill('chinatti')
    await expect.element(page.getByText('Showing results for “chinati”')).toBeVisible()
    await expect.poll(app.address).toBe('/full-search?q=chinatti')
    await expect.element(page.getByRole('region', { name: 'Games' }).getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'People' }).getByRole('link', { name: /Noor/ })).toBeVisible()
    expect(requestsTo('GET /api/search').at(-1)?.query).toEqual({ q: 'chinatti' })
    await expectAccessible()
  })

  it('can be navigated with the arrow keys, and the slash key focuses the field', async () => {
    answerWith({ 'GET /api/search': chinati })
    await openApp('/full-search')
    await field.fill('chinati')
    const first = page.getByRole('link', { name: /Chinati tennis/ })
    await expect.element(first).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(main.getByRole('link', { name: /^Find games for/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(first).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('link', { name: /Noor/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}/')
    await expect.element(field).toHaveFocus()
  })

  it('shows placeholder rows while it loads', async () => {
    const slow = Promise.withResolvers()
    answerWith({ 'GET /api/search': () => slow.promise })
    await openApp('/full-search?q=chinati')
    await expect.element(page.getByRole('status').filter({ hasText: 'Searching' })).toBeInTheDocument()
    slow.resolve(chinati)
    await expect.element(page.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
  })

  it('passes the whole text on as a question, by a row before the names and with Enter', async () => {
    await page.viewport(390, 844)
    answerWith({ 'GET /api/search': chinati, 'GET /api/ask': () => new Promise(() => undefined) })
    const app = await openApp('/full-search?q=singles%20%26%20doubles')
    await expect.element(page.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
    const found = [...document.querySelectorAll('[data-found] a')].map(({ textContent }) => textContent)
    expect(found[0]).toBe('Find games for “singles & doubles”')
    await expect.element(main.getByRole('link', { name: /^Find games for/ })).toHaveAttribute('href', '/discover?ask=singles+%26+doubles')
    await expectAccessible()
    await field.fill('tennis tonight')
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.address).toMatch(/^\/discover\?/)
  })

  it('works with special characters and very long words', async () => {
    await page.viewport(390, 844)
    await openApp('/full-search')
    await field.fill('"*^()')
    await expect.element(page.getByText('No results for “"*^()”')).toBeVisible()
    await field.fill('a'.repeat(10_000))
    await expect.element(page.getByText(`No results for “${'a'.repeat(40)}…”`)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    expect(requestsTo('GET /api/search').at(-1)?.query.q).toHaveLength(200)
  })

  it('says where the user searches and that near results come first: the home city, or else the last city', async () => {
    answerWith({ ...viewerAnswers, 'GET /api/search': chinati })
    await openApp('/full-search?q=7v7', { viewer: someone })
    await expect
      .poll(() => requestsTo('GET /api/search').at(-1)?.query)
      .toEqual({ q: '7v7', lat: String(austin.lat), lng: String(austin.lng) })
    expect(requestsTo('GET /api/search')).toHaveLength(1)
    const status = page.getByText('2 results. Results within 100 miles of Austin come first. For games and places elsewhere, add a city.')
    await expect.element(status).toBeVisible()
  })
})

describe('The search field of the bar', () => {
  const bar = page.getByRole('banner')
  const barField = bar.getByRole('searchbox', { name: 'Search' })

  it('shows names and the question while a person types, and the arrow keys reach them', async () => {
    answerWith({ 'GET /api/search': chinati })
    const app = await openApp('/faqs')
    await barField.fill('chinati')
    await expect.element(bar.getByRole('link', { name: 'Find games for “chinati”' })).toHaveAttribute('href', '/discover?ask=chinati')
    await expect.element(bar.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
    await expect.element(bar.getByRole('link', { name: 'All results' })).toHaveAttribute('href', '/full-search?q=chinati')
    await expect.element(page.getByRole('link', { name: 'Search', exact: true })).not.toBeInTheDocument()
    await expectAccessible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.element(bar.getByRole('link', { name: /Noor Chinati/ })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(bar.getByRole('link', { name: /Noor/ })).not.toBeInTheDocument()
    await expect.element(barField).toHaveFocus()
    await userEvent.keyboard('!')
    await bar.getByRole('link', { name: /Noor/ }).click()
    await expect.poll(app.address).toBe('/login?next=%2Fprofile%2Fnoor')
    await expect.element(bar.getByRole('link', { name: /Noor/ })).not.toBeInTheDocument()
  })

  it('asks for games with Enter, also while no name is known', async () => {
    const never = () => new Promise(() => undefined)
    answerWith({ 'GET /api/search': never, 'GET /api/ask': never })
    const app = await openApp('/faqs')
    await barField.fill('tennis tonight')
    await expect.element(bar.getByRole('link', { name: /Find games for/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.address).toMatch(/^\/discover\?/)
    await expect.element(bar.getByRole('link', { name: /Find games for/ })).not.toBeInTheDocument()
  })
})
