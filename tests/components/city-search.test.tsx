import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cityKey } from '../../domain/cities/keys.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { austin, boise, citiesAreKnown, marfa, portland } from './city-examples.ts'
import { answerWith, askedFor, refuse } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp, someone } from './setup/open-app.tsx'

const city = page.getByRole('combobox', { name: 'City' })
const option = (name: string) => page.getByRole('option', { name, exact: true })
const cityHeading = (name: string) => page.getByRole('heading', { level: 2, name })
const said = (text: string) => page.getByRole('status').filter({ hasText: text })
const title = () => expect.poll(() => document.title)
const failureToShare = page.getByRole('alert').filter({ hasText: 'Your browser did not let us share.' })
const spinners = () => document.querySelectorAll('main svg.animate-spin')

/** As it comes from the Worker: with the city in the page. */
const openAustin = () => openApp('/discover/city-search?city=4671654', { queries: [inlineAnswer(cityKey(austin.id), austin)] })

describe('the city search', () => {
  it('picks a city with the keyboard alone', async () => {
    answerWith(citiesAreKnown)
    const app = await openApp('/discover/city-search')
    await city.fill('portland, m')
    await expect.element(option('Portland Maine')).toBeVisible()
    // While the list is open React Aria hides the rest from screen readers; leaving by Tab closes the list first.
    await expectAccessible({ except: ['aria-hidden-focus'] })
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await title().toBe('Portland, ME · Gather')
    await expect.element(cityHeading('Portland')).toBeVisible()
    await expect.element(page.getByText('there now, Eastern Time')).toBeVisible()
    expect(app.address()).toBe(`/discover/city-search?city=${portland.id}`)
    await expectAccessible()
  })

  it('clears the picked city once its name is edited', async () => {
    answerWith(citiesAreKnown)
    const app = await openAustin()
    await expect.element(city).toHaveValue('Austin, TX')
    await city.click()
    await userEvent.keyboard('{End}{Backspace}')
    await expect.element(city).toHaveValue('Austin, T')
    await expect.element(cityHeading('Austin')).not.toBeInTheDocument()
    expect(app.address()).toBe('/discover/city-search')
  })

  it('keeps letters that begin no city, and says so', async () => {
    answerWith({ 'GET /api/cities': { cities: [] } })
    await openApp('/discover/city-search', { viewer: someone })
    await city.fill('qqqq')
    await expect.element(page.getByText('No US city starts with these letters.').first()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Choose one from the list.')).toBeVisible()
    await expect.element(city).toHaveValue('qqqq')
    expect(askedFor('GET /api/cities').map(({ query }) => query.q)).toContain('qqqq')
    await expectAccessible()
  })

  it('opens the city that came with the page without asking, and nothing turns beside it', async () => {
    await openAustin()
    await expect.element(cityHeading('Austin')).toBeVisible()
    await title().toBe('Austin, TX · Gather')
    await expect.element(city).toHaveValue('Austin, TX')
    await expect.poll(() => spinners().length).toBe(0)
    expect(askedFor('GET /api/cities/:id')).toEqual([])
    expect(askedFor('GET /api/cities')).toEqual([])

    answerWith(citiesAreKnown)
    await city.fill('marfa')
    await option('Marfa Texas').click()
    await expect.element(cityHeading('Marfa')).toBeVisible()
    await expect.poll(() => spinners().length).toBe(0)
  })

  it('says of a link to no city that there is none, and lets one search on', async () => {
    answerWith(citiesAreKnown)
    await openApp('/discover/city-search?city=1')
    await expect.element(page.getByText('We could not find this city.')).toBeVisible()
    await city.fill('boise')
    await expect.element(option('Boise Idaho')).toBeVisible()
  })

  it('says that a search failed, and the next one works', async () => {
    answerWith({ 'GET /api/cities': refuse('Unexpected', 'Something went wrong on our side.') })
    await openApp('/discover/city-search')
    await city.fill('boi')
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    answerWith(citiesAreKnown)
    await city.fill('bois')
    await expect.element(option('Boise Idaho')).toBeVisible()
  })

  it('never replaces the answer for what is typed by a slow one for earlier letters', async () => {
    const slow = Promise.withResolvers()
    answerWith({ 'GET /api/cities': ({ query }) => (query.q === 'b' ? slow.promise : { cities: [boise] }) })
    await openApp('/discover/city-search')
    await city.fill('b')
    await expect.poll(() => askedFor('GET /api/cities').length).toBe(1)
    await city.fill('boise')
    await expect.element(option('Boise Idaho')).toBeVisible()
    slow.resolve({ cities: [{ ...boise, id: 1, name: 'Boston' }] })
    // Once another answer came after it, the slow one would have been shown.
    await city.fill('boise,')
    await expect.poll(() => askedFor('GET /api/cities').at(-1)?.query.q).toBe('boise,')
    await expect.element(option('Boise Idaho')).toBeVisible()
    await expect.element(option('Boston Idaho')).not.toBeInTheDocument()
  })

  it('waits with Enter for an answer on its way; Enter again picks the first', async () => {
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

  it('offers cities again that were looked at', async () => {
    answerWith(citiesAreKnown)
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

  it('names the tab after the city again on the way back, and says so', async () => {
    const app = await openAustin()
    await title().toBe('Austin, TX · Gather')
    await app.goTo('/')
    await title().toBe('Find a game near you · Gather')
    await app.goBack()
    await expect.element(cityHeading('Austin')).toBeVisible()
    await title().toBe('Austin, TX · Gather')
    await expect.element(said('Austin, TX · Gather')).toBeInTheDocument()
  })

  it('leads from a city to its games', async () => {
    await openAustin()
    await expect
      .element(page.getByRole('link', { name: 'Games near Austin' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/discover\?city=4671654&/))
  })

  it('keeps the focus in the field while one picks in it', async () => {
    answerWith(citiesAreKnown)
    // A city that is none: the field stays what it is.
    await openApp('/discover/city-search?city=1')
    await expect.element(page.getByText('We could not find this city.')).toBeVisible()
    await city.fill('marfa')
    await expect.element(option('Marfa Texas')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(cityHeading('Marfa')).toBeVisible()
    await expect.element(city).toHaveFocus()
    await expect.element(said('Marfa, TX · Gather')).toBeInTheDocument()
  })

  it('moves the focus to the city that is opened from the list, and to the page on the way back', async () => {
    localStorage.setItem('recentCities', JSON.stringify([marfa]))
    answerWith(citiesAreKnown)
    const app = await openApp('/discover/city-search')
    await focusOn(page.getByRole('link', { name: 'Marfa' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(cityHeading('Marfa')).toHaveFocus()
    await expect.element(city).toHaveValue('Marfa, TX')
    await expect.element(said('Marfa, TX · Gather')).toBeInTheDocument()
    await city.click()
    await app.goBack()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Find your city' })).toHaveFocus()
    await expect.element(city).toHaveValue('')
  })

  it('says so where a browser can neither share nor copy', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
    await openAustin()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.element(failureToShare).toBeVisible()
  })

  it('takes a closed share sheet for no error, and a refused one for one', async () => {
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
