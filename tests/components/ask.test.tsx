import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ParsedQuestion } from '../../domain/ask/contract.ts'
import { listChips } from '../../domain/ask/list-chips.ts'
import { noAskFilters } from '../../domain/ask/search-path.ts'
import type { City } from '../../domain/cities/contract.ts'
import { austin, cityAnswers } from './city-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp } from './setup/open-app.tsx'

const question = page.getByRole('searchbox', { name: 'What do you want to play?' })
const chipList = page.getByRole('list', { name: 'Filters from your question' })
const chips = chipList.getByRole('listitem')
const showGames = page.getByRole('link', { name: /^Show / })
const today = '2026-09-01'

const aParsedQuestion = (filters: Partial<ParsedQuestion['filters']>, more: Partial<ParsedQuestion> = {}): ParsedQuestion => ({
  asked: 'a question',
  wasCut: false,
  today,
  filters: { ...noAskFilters, ...filters },
  cityChoices: [],
  needsCity: false,
  chips: listChips({ ...noAskFilters, ...filters }, today),
  leftover: [],
  ...more,
})

const springfield = (id: number, state: City['state']): City => ({
  ...{ id, name: 'Springfield', state, lat: 38, lng: -91 },
  timeZone: 'America/Chicago',
})

/** The query of the link to the results. */
async function discoverQuery(): Promise<Record<string, string>> {
  await expect.element(showGames).toBeVisible()
  const href = showGames.element().getAttribute('href') ?? ''
  expect(href).toMatch(/^\/discover/)
  return Object.fromEntries(new URL(href, 'http://x').searchParams)
}

describe('Ask Beans', () => {
  it('turns a question into chips, and the chips into a search', async () => {
    answerWith({
      'GET /api/ask': aParsedQuestion({
        activities: ['pickleball'],
        city: austin,
        from: '2026-09-05',
        to: '2026-09-05',
        timeOfDay: { from: 300, to: 720 },
        level: { min: 1, max: 2 },
      }),
    })
    const app = await openApp('/ai')
    await question.fill('pickleball for beginners near Austin on Saturday morning')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => chips.elements().map((chip) => chip.textContent))
      .toEqual(['Pickleball', 'Austin, TX', 'Sat, Sep 5', 'Morning', 'Up to beginner'])
    expect(await discoverQuery()).toMatchObject({
      activity: 'pickleball',
      city: '4671654',
      time: 'morning',
      level: '1-2',
      from: '2026-09-05',
      to: '2026-09-05',
    })
    expect(app.address()).toMatch(/^\/ai\?q=pickleball/)
    expect(requestsTo('GET /api/ask')[0]?.query).toEqual({
      q: 'pickleball for beginners near Austin on Saturday morning',
      zone: 'America/Chicago',
    })
    await expectAccessible()
  })

  it('links to places if the question is about places', async () => {
    answerWith({ 'GET /api/ask': aParsedQuestion({ activities: ['tennis'], city: austin, kind: 'places' }) })
    await openApp('/ai?q=tennis courts in Austin')
    await expect
      .element(page.getByRole('link', { name: 'Show places' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/discover\/places\?activity=tennis&city=4671654/))
  })

  it('asks an example question with one click, and Back leads to the examples', async () => {
    answerWith({ 'GET /api/ask': aParsedQuestion({ withoutActivities: ['tennis'], from: '2026-09-05', to: '2026-09-06' }) })
    const app = await openApp('/ai')
    await page.getByRole('link', { name: 'Anything but tennis this weekend' }).click()
    await expect.element(question).toHaveValue('Anything but tennis this weekend')
    await expect.element(chips.first()).toHaveTextContent('Not tennis')
    expect(await discoverQuery()).toMatchObject({ not: 'tennis' })
    await app.goBack()
    await expect.element(question).toHaveValue('')
    await expect.element(page.getByRole('link', { name: 'Free basketball tonight' })).toBeVisible()
  })

  it('removes a chip with the keyboard, and restores it', async () => {
    const denver = { ...austin, id: 5419384, name: 'Denver', state: 'CO' as const }
    answerWith({ 'GET /api/ask': aParsedQuestion({ activities: ['tennis'], city: denver, price: { maxCents: 1000 } }) })
    await openApp('/ai?q=tennis in Denver under $10')
    await expect.element(chips).toHaveLength(3)
    await focusOn(page.getByRole('button', { name: 'Remove Up to $10' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(chips).toHaveLength(2)
    await expect.element(chipList).toHaveFocus()
    expect(await discoverQuery()).not.toHaveProperty('price')
    await page.getByRole('button', { name: 'Remove Tennis' }).click()
    await page.getByRole('button', { name: 'Remove Denver, CO' }).click()
    await expect.element(showGames).toHaveTextContent('Show all games')
    expect(await discoverQuery()).toEqual({})
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expect.element(chips).toHaveLength(3)
    expect(await discoverQuery()).toMatchObject({ price: '10', activity: 'tennis' })
  })

  it('lets the user choose another city with the same name', async () => {
    const [missouri, illinois] = [springfield(4409896, 'MO'), springfield(4250542, 'IL')]
    answerWith({ 'GET /api/ask': aParsedQuestion({ activities: ['chess'], city: missouri }, { cityChoices: [illinois] }) })
    await openApp('/ai?q=chess in Springfield')
    await expect.element(chips.filter({ hasText: 'Springfield, MO' })).toBeVisible()
    await page.getByRole('button', { name: 'IL', exact: true }).click()
    await expect.element(chips.filter({ hasText: 'Springfield, IL' })).toBeVisible()
    expect(await discoverQuery()).toMatchObject({ city: '4250542' })
    await expectAccessible()
  })

  it('shows the words that it did not understand, and asks for the city if the question says "near"', async () => {
    answerWith({ ...cityAnswers, 'GET /api/ask': aParsedQuestion({}, { needsCity: true, leftover: ['kayaking', 'Gotham'] }) })
    await openApp('/ai?q=kayaking near me or in Gotham')
    await expect.element(page.getByText('I left out: “kayaking”, “Gotham”.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Where do you want to play?' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Where are you?' }).fill('boise')
    await expect.element(page.getByRole('option', { name: 'Boise Idaho', exact: true })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(chips).toHaveTextContent('Boise, ID')
    await expectAccessible()
  })

  it('shows an error, and can try again', async () => {
    answerWith({ 'GET /api/ask': refuse('Unavailable', 'This is not available right now.') })
    await openApp('/ai?q=tennis')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    await expect.element(page.getByText('This is not available right now.')).toBeVisible()
    answerWith({ 'GET /api/ask': aParsedQuestion({ activities: ['tennis'] }) })
    await again.click()
    await expect.element(chips).toHaveTextContent('Tennis')
  })
})
