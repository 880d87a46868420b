import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CalendarAddress } from '../../domain/calendar-addresses/contract.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone as viewer } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

let address: CalendarAddress | null

const make = (at: string) => () => {
  address = {
    url: `http://play.test/api/calendar-addresses/${address ? 'second' : 'first'}.s/games.ics`,
    createdAt: 1,
    hasOtherTeams: false,
  }
  return { ...address, at }
}

beforeEach(() => {
  address = null
  answerWith({
    'GET /api/calendar-addresses/mine': () => ({ address }),
    'POST /api/calendar-addresses/mine': make('mine'),
    'DELETE /api/calendar-addresses/mine': () => {
      address = null
      return null
    },
    'PATCH /api/calendar-addresses/mine': ({ body }: { body: unknown }) => {
      address = address && { ...address, ...(body as object) }
      return null
    },
  })
})

const open = () => openApp('/settings?tab=calendar', { viewer })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = page.getByLabelText('Address of your calendar')

describe('The calendar in the settings', () => {
  it('has no address until the person makes one, which they can copy or add to an app', async () => {
    await open()
    await expect.element(page.getByRole('heading', { name: 'Your games in your calendar' })).toBeVisible()
    await expect.element(box).not.toBeInTheDocument()
    await button('Make a calendar address').click()
    const url = 'play.test/api/calendar-addresses/first.s/games.ics'
    await expect.element(box).toHaveValue(`http://${url}`)
    await expect.element(box).toHaveFocus()
    await expect.element(page.getByRole('link', { name: 'Add to Apple Calendar' })).toHaveAttribute('href', `webcal://${url}`)
    await expect
      .element(page.getByRole('link', { name: 'Add to Google Calendar' }))
      .toHaveAttribute('href', `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(`webcal://${url}`)}`)
    await expect
      .element(page.getByRole('link', { name: 'Add to Outlook' }))
      .toHaveAttribute('href', `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(`http://${url}`)}`)
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button('Copy address').click()
    await expect.element(page.getByText('Address copied')).toBeVisible()
    expect(copied).toHaveBeenCalledWith(`http://${url}`)
    await expectAccessibleInBothThemes()
  })

  it('says what to do if the browser does not let us copy', async () => {
    make('mine')()
    await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await button('Copy address').click()
    await expect.element(page.getByText('We could not copy the address. Please select it and copy it.')).toBeVisible()
  })

  it('makes a new address only after asking, and keeps the old one if that fails', async () => {
    make('mine')()
    await open()
    await button('Make a new address').click()
    const dialog = page.getByRole('alertdialog', { name: 'Make a new address?' })
    await expect.element(dialog).toHaveTextContent('The old address stops working at once.')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo('POST /api/calendar-addresses/mine')).toEqual([])

    answerWith({ 'POST /api/calendar-addresses/mine': refuse('TooManyRequests', 'Please wait a moment and try again.') })
    await button('Make a new address').click()
    await dialog.getByRole('button', { name: 'Make a new address' }).click()
    await expect.element(dialog).toHaveTextContent('Please wait a moment and try again.')
    answerWith({ 'POST /api/calendar-addresses/mine': make('mine') })
    await dialog.getByRole('button', { name: 'Make a new address' }).click()
    await expect.element(page.getByText('Your calendar has a new address')).toBeVisible()
    await expect.element(box).toHaveValue('http://play.test/api/calendar-addresses/second.s/games.ics')
  })

  it('can be removed', async () => {
    make('mine')()
    await open()
    await button('Remove the address').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(button('Make a calendar address')).toHaveFocus()
    expect(requestsTo('DELETE /api/calendar-addresses/mine')).toHaveLength(1)
  })

  it('shows games of other sites only if the person wants them', async () => {
    make('mine')()
    await open()
    const other = page.getByRole('switch', { name: 'Games of your teams on other sites' })
    await expect.element(other).not.toBeChecked()
    await other.click()
    await expect.element(other).toBeChecked()
    await expect.poll(() => requestsTo('PATCH /api/calendar-addresses/mine').map(({ body }) => body)).toEqual([{ hasOtherTeams: true }])
    answerWith({ 'PATCH /api/calendar-addresses/mine': refuse('TooManyRequests', 'Please wait a moment and try again.') })
    await other.click()
    await expect.element(page.getByText('Please wait a moment and try again.')).toBeVisible()
    await expect.element(other).toBeChecked()
  })

  it('offers to try again if it could not be loaded', async () => {
    answerWith({ 'GET /api/calendar-addresses/mine': refuse('NotFound', 'Something went wrong') })
    await open()
    await expect.element(button('Try again')).toBeVisible()
    answerWith({ 'GET /api/calendar-addresses/mine': () => ({ address }) })
    await button('Try again').click()
    await expect.element(button('Make a calendar address')).toBeVisible()
  })

  it('keeps to the width of a phone', async () => {
    await page.viewport(390, 844)
    make('mine')()
    await open()
    await expect.element(box).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})

describe('The calendar of a community', () => {
  it('is for its members', async () => {
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'member' }),
      'GET /api/teams/smashers/photos': { photos: [] },
      'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
      'GET /api/calendar-addresses/teams/smashers': () => ({ address }),
      'POST /api/calendar-addresses/teams/smashers': make('team'),
    })
    const app = await openApp('/team/smashers', { viewer })
    await button('Add to your calendar').click()
    const dialog = page.getByRole('dialog', { name: 'Add to your calendar' })
    await expect.element(dialog).toHaveTextContent('all games of Sunset Smashers that you can see')
    await dialog.getByRole('button', { name: 'Make a calendar address' }).click()
    await expect.element(dialog.getByLabelText('Address of your calendar')).toHaveValue(address?.url ?? '')
    await expectAccessible()
    answerWith({ 'GET /api/teams/smashers/detail': aTeam() })
    await app.reload()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sunset Smashers')
    await expect.element(button('Add to your calendar')).not.toBeInTheDocument()
  })
})
