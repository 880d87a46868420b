import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TableParts } from '../../web/ui/parts/table-parts.tsx'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp } from './setup/open-app.tsx'
import { openParts } from './setup/open-parts.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('all parts together', () => {
  // The browser tests check every page in the colors of the first platform.
  it.each(['light', 'dark'])('are accessible in the colors of the second platform, %s', async (theme) => {
    const { dataset } = document.documentElement
    onTestFinished(() => {
      delete dataset.theme
      delete dataset.platform
    })
    await openApp('/_ui', { config: { platform: 'meh' } })
    dataset.theme = theme
    await expect.element(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible()
    await expectAccessible()
  })
})

describe('tabs', () => {
  const tab = (name: string) => page.getByRole('tab', { name })
  const panel = page.getByRole('tabpanel')

  it('are selected by the name in the address; an unknown name opens the first tab, and Back leaves the page', async () => {
    const app = await openApp('/discover/city-search')
    await app.goTo('/_ui?tab=waiting')
    await expect.element(tab('Waiting')).toHaveAttribute('aria-selected', 'true')
    await expect.element(panel).toHaveTextContent('You are 3rd on the waitlist')
    await tab('Past').click()
    expect(app.address()).toBe('/_ui?tab=past')
    await expect.element(page.getByRole('tabpanel', { name: 'Past' })).toHaveTextContent('Twenty-six games since March.')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(app.address).toBe('/_ui?tab=waiting')
    await app.goBack()
    await expect.poll(app.address).toBe('/discover/city-search')
    await app.goTo('/_ui?tab=nonsense')
    await expect.element(tab('Upcoming')).toHaveAttribute('aria-selected', 'true')
    await expect.element(panel).toHaveTextContent('Four games ahead of you.')
  })
})

describe('a table', () => {
  const table = page.getByRole('table', { name: 'Members of Sunset Smashers' })
  const region = page.getByRole('region', { name: 'Members of Sunset Smashers' })
  const byName = ['Dana Alvarez', 'Jun Takeda', 'Kofi Lartey', 'Mia O’Brien', 'Priya Raman']
  const byGames = ['Mia O’Brien', 'Dana Alvarez', 'Jun Takeda', 'Priya Raman', 'Kofi Lartey']

  /** Expects the rows or cards to be in the order of these names. */
  const expectOrder = (rows: ReturnType<typeof page.getByRole>, names: string[]) =>
    expect.poll(() => rows.elements().map((row) => names.find((name) => row.textContent?.includes(name)))).toEqual(names)

  it('is sorted by its headers, and sorts added rows too', async () => {
    await openParts(<TableParts />)
    const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
    const header = (name: string) => table.getByRole('columnheader', { name })
    const sort = (name: string) => header(name).getByRole('button').click()
    await expectOrder(rows, byGames)
    await expect.element(header('Games')).toHaveAttribute('aria-sort', 'descending')
    await sort('Games')
    await expectOrder(rows, byGames.toReversed())
    await expect.element(header('Games')).toHaveAttribute('aria-sort', 'ascending')
    await sort('Name')
    await expectOrder(rows, byName)
    await expect.element(header('Games')).toHaveAttribute('aria-sort', 'none')
    await expect.element(header('Role')).not.toHaveAttribute('aria-sort')
    await sort('Paid')
    await sort('Paid')
    await button('Show more').click()
    await expect.element(rows).toHaveLength(8)
    await expect.element(rows.first()).toHaveTextContent('$1,054')
    await expect.element(button('Show more')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('is a list of cards on a phone, with the same sorting', async () => {
    await page.viewport(390, 844)
    await openParts(<TableParts />)
    const cards = region.getByRole('listitem')
    await expectOrder(cards, byGames)
    await expect.element(table).not.toBeInTheDocument()
    const textsOf = (role: 'term' | 'definition') =>
      cards
        .first()
        .getByRole(role)
        .elements()
        .map((word) => word.textContent)
    expect(textsOf('term')).toEqual(['Role', 'Games', 'Paid', 'Dues'])
    expect(textsOf('definition')).toEqual(['Member', '112', '$240', 'Paid'])
    await button('Games descending').click()
    await expectOrder(cards, byGames.toReversed())
    await button('Name').click()
    await expectOrder(cards, byName)
    await button('Show more').click()
    await expect.element(cards).toHaveLength(8)
    await expectAccessible()
  })

  it('says when it is empty or failed to load, and what to do then', async () => {
    await openParts(<TableParts />)
    await button('Empty').click()
    await expect.element(page.getByText('Nobody here yet')).toBeVisible()
    await button('Error').click()
    const errorNotice = page.getByRole('alert').filter({ hasText: '01JD3F7Q2M8X' })
    await expect.element(errorNotice).toBeVisible()
    await errorNotice.getByRole('button', { name: 'Try again' }).click()
    await expect.element(region).toHaveTextContent('Dana Alvarez')
  })
})
