import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cityKey } from '../../domain/cities/keys.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { austin, boise, cityAnswers, marfa, portland } from './city-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp, someone } from './setup/open-app.tsx'

const city = page.getByRole('combobox', { name: 'City' })
const option = (name: string) => page.getByRole('option', { name, exact: true })
const cityHeading = (name: string) => page.getByRole('heading', { level: 2, name })
const statusText = (text: string) => page.getByRole('status').filter({ hasText: text })
const title = () => expect.poll(() => document.title)
const failureToShare = page.getByRole('alert').filter({ hasText: 'Your browser did not let us share the link.' })
const spinners = () => document.querySelectorAll('main svg.animate-spin')

/** Opens the page as the Worker sends it, with the city already in it. */
const openAustin = () => openApp('/discover/city-search?city=4671654', { queries: [inlineAnswer(cityKey(austin.id), austin)] })

describe('the city search', () => {
  it('picks a city with the keyboard alone', async () => {
    answerWith(cityAnswers)
    const app = await openApp('/discover/city-search')
    await city.fill('portland, m')
    await expect.element(option('Portland Maine')).toBeVisible()
    // While the list is open, React Aria hides the rest of the page from screen readers. Tab closes the list first.
    await expectAccessible({ except: ['aria-hidden-focus'] })
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await title().toBe('Portland, ME · Gather')
    await expect.element(cityHeading('Portland')).toBeVisible()
    await expect.element(page.getByText('local time, Eastern Time')).toBeVisible()
    expect(app.address()).toBe(`/discover/city-search?city=${portland.id}`)
    await expectAccessible()
  })

  it('clears the picked city when its name is edited', async () => {
    answerWith(cityAnswers)
    const app = await openAustin()
    await expect.element(city).toHaveValue('Austin, TX')
    await city.click()
    await userEvent.keyboard('{End}{Backspace}')
    await expect.element(city).toHaveValue('Austin, T')
    await expect.element(cityHeading('Austin')).not.toBeInTheDocument()
    expect(app.address()).toBe('/discover/city-search')
  })

  it('keeps a text that matches no city, and says so', async () => {
    answerWith({ 'GET /api/cities': { cities: [] } })
    await openApp('/discover/city-search', { viewer: someone })
    await city.fill('qqqq')
    await expect.element(page.getByText('No US city starts with these letters.').first()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Choose one from the list.')).toBeVisible()
    await expect.element(city).toHaveValue('qqqq')
    expect(requestsTo('GET /api/cities').map(({ query }) => query.q)).toContain('qqqq')
    await expectAccessible()
  })

  it('opens the city that came with the page without a request or a spinner', async () => {
    await openAustin()
    await expect.element(cityHeading('Austin')).toBeVisible()
    await title().toBe('Austin, TX · Gather')
    await expect.element(city).toHaveValue('Austin, TX')
    await expect.poll(() => spinners().length).toBe(0)
    expect(requestsTo('GET /api/cities/:id')).toEqual([])
    expect(requestsTo('GET /api/cities')).toEqual([])

    answerWith(cityAnswers)
    await city.fill('marfa')
    await option('Marfa Texas').click()
    await expect.element(cityHeading('Marfa')).toBeVisible()
    await expect.poll(() => spinners().length).toBe(0)
  })

  it('says that a linked city does not exist, and lets the user search', async () => {
    answerWith(cityAnswers)
    await openApp('/discover/city-search?city=1')
    await expect.element(page.getByText('We could not find this city.')).toBeVisible()
    await city.fill('boise')
    await expect.element(option('Boise Idaho')).toBeVisible()
  })

  it('shows when a search failed, and the next one works', async () => {
    answerWith({ 'GET /api/cities': refuse('Unexpected', 'Something went wrong on our side.') })
    await openApp('/discover/city-search')
    await city.fill('boi')
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    answerWith(cityAnswers)
    await city.fill('bois')
    await expect.element(option('Boise Idaho')).toBeVisible()
  })

  it('never replaces newer results with a slow answer for an older text', async () => {
    const slow = Promise.withResolvers()
    answerWith({ 'GET /api/cities': ({ query }) => (query.q === 'b' ? slow.promise : { cities: [boise] }) })
    await openApp('/discover/city-search')
    await city.fill('b')
    await expect.poll(() => requestsTo('GET /api/cities').length).toBe(1)
    await city.fill('boise')
    await expect.element(option('Boise Idaho')).toBeVisible()
    slow.resolve({ cities: [{ ...boise, id: 1, name: 'Boston' }] })
    // When another answer comes after it, we know that the slow one is not shown.
    await city.fill('boise,')
    await expect.poll(() => requestsTo('GET /api/cities').at(-1)?.query.q).toBe('boise,')
    await expect.element(option('Boise Idaho')).toBeVisible()
    await expect.element(option('Boston Idaho')).not.toBeInTheDocument()
  })

  it('waits for the results after Enter, and a second Enter picks the first one', async () => {
    const slow = Promise.withResolvers()
    answerWith({ 'GET /api/cities': () => slow.promise })
    await openApp('/discover/city-search')
    await city.fill('boise')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await expect.element(page.getByText('Choose one from the list.')).not.toBeInTheDocument()
    slow.resolve({ cities: [boise] })
    await expect.element(option('Boise Idaho')).toBeVisible()
    await expect.element(city).toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{Enter}')
    await title().toBe('Boise, ID · Gather')
  })

  it('offers cities that the user opened before', async () => {
    answerWith(cityAnswers)
    const app = await openApp('/discover/city-search')
    await expect.element(page.getByText('Where do you play?')).toBeVisible()
    await city.fill('marfa')
    await option('Marfa Texas').click()
    await expect.element(cityHeading('Marfa')).toBeVisible()
    await app.goBack()
    await app.reload()
    await page.getByRole('link', { name: 'Marfa' }).click()
    await title().toBe('Marfa, TX · Gather')
  })

  it('restores the title of the page after Back, and announces it', async () => {
    const app = await openAustin()
    await title().toBe('Austin, TX · Gather')
    await app.goTo('/')
    await title().toBe('Find a game near you · Gather')
    await app.goBack()
    await expect.element(cityHeading('Austin')).toBeVisible()
    await title().toBe('Austin, TX · Gather')
    await expect.element(statusText('Austin, TX · Gather')).toBeInTheDocument()
  })

  it('links from a city to its games', async () => {
    await openAustin()
    await expect
      .element(page.getByRole('link', { name: 'Games near Austin' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/discover\?city=4671654&/))
  })

  it('keeps the focus in the field while the user picks a city', async () => {
    answerWith(cityAnswers)
    // The city does not exist, so the field does not change.
    await openApp('/discover/city-search?city=1')
    await expect.element(page.getByText('We could not find this city.')).toBeVisible()
    await city.fill('marfa')
    await expect.element(option('Marfa Texas')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(cityHeading('Marfa')).toBeVisible()
    await expect.element(city).toHaveFocus()
    await expect.element(statusText('Marfa, TX · Gather')).toBeInTheDocument()
  })

  it('moves the focus to a city that is opened from the list, and to the page after Back', async () => {
    localStorage.setItem('recentCities', JSON.stringify([marfa]))
    answerWith(cityAnswers)
    const app = await openApp('/discover/city-search')
    await focusOn(page.getByRole('link', { name: 'Marfa' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(cityHeading('Marfa')).toHaveFocus()
    await expect.element(city).toHaveValue('Marfa, TX')
    await expect.element(statusText('Marfa, TX · Gather')).toBeInTheDocument()
    await city.click()
    await app.goBack()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Find your city' })).toHaveFocus()
    await expect.element(city).toHaveValue('')
  })

  it('says when a browser can neither share nor copy', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
    await openAustin()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.element(failureToShare).toBeVisible()
  })

  it('shows an error if sharing is refused, but not if the user closes the share sheet', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('no', share.mock.calls.length === 1 ? 'AbortError' : 'NotAllowedError')))
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await openAustin()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => share.mock.settledResults.length).toBe(1)
    await expect.element(failureToShare).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.element(failureToShare).toBeVisible()
  })
})
