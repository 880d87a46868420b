import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MatchPlan } from '../../domain/seasons/planner-contract.ts'
import { aSeason, now, setSeason } from './season-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const main = page.getByRole('main')
const dialog = page.getByRole('dialog')

const courts = {
  id: 'courts',
  name: 'Sunset Courts',
  address: '1 Court St',
  cityName: 'Austin',
  cityState: 'TX',
  lat: 30.2,
  lng: -97.7,
  miles: null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const side = (groupId: string, more: object = {}) => ({ groupId, games: 1, home: 0, late: 0, restDays: null, free: null, ...more })
const plan: MatchPlan = {
  timeZone: 'America/Chicago',
  games: [{ date: '2031-11-25', time: '19:00', startsAt: Date.parse('2031-11-26T01:00Z'), homeGroupId: 'gains', awayGroupId: 'aces' }],
  sides: [side('aces', { free: 75 }), side('gains', { home: 1 })],
}

const openPlanner = async () => {
  setSeason({ season: aSeason({ role: 'owner' }) })
  answerWith({ 'GET /api/places/named': { places: [courts] } })
  await openApp('/team/smashers/seasons/fall', { viewer: someone })
  await main.getByRole('button', { name: 'Plan games' }).click()
  await dialog.getByRole('button', { name: 'Tue' }).click()
  await dialog.getByRole('combobox', { name: 'Place' }).fill('Sunset')
  await page.getByRole('option', { name: /Sunset Courts/ }).click()
}

describe('Planning games', () => {
  it('shows how fair the plan is, and makes the games that were shown', async () => {
    await openPlanner()
    answerWith({ 'POST /api/seasons/fall/match-plan': plan, 'POST /api/seasons/fall/match-series': { count: 1 } })
    await expectNoHorizontalScroll()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Show the plan' }).click()
    const rows = dialog.getByRole('table', { name: 'How fair it is' }).getByRole('row')
    await expect.element(rows.nth(1)).toHaveTextContent('Sunset Aces10–75%')
    await expect.element(rows.nth(2)).toHaveTextContent('Net Gains11––')
    await expect.element(dialog.getByRole('list', { name: 'Games' })).toHaveTextContent('Tue, Nov 25, 7:00 PMNet Gains against Sunset Aces')
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Make 1 game' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo('POST /api/seasons/fall/match-plan').map(({ body }) => body)).toMatchObject([
      { groupIds: ['aces', 'gains'], meetings: 1, weekdays: ['tuesday'], startTimes: ['19:00'], courts: 1, restDays: 2 },
    ])
    expect(requestsTo('POST /api/seasons/fall/match-series').map(({ body }) => body)).toMatchObject([
      { games: [{ date: '2031-11-25', time: '19:00', homeGroupId: 'gains', awayGroupId: 'aces' }], attendance: 'joined' },
    ])
  })

  it('keeps the focus at the place that was picked, and at its field to choose another', async () => {
    await openPlanner()
    const another = dialog.getByRole('button', { name: 'Choose another' })
    await expect.element(another).toHaveFocus()
    // React Aria moves a lost focus in the next frame.
    await new Promise(requestAnimationFrame)
    await expect.element(another).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('combobox', { name: 'Place' })).toHaveFocus()
  })

  it('keeps the list of places open while the keyboard of a phone moves the dialog, until the user scrolls', async () => {
    await page.viewport(390, 500)
    setSeason({ season: aSeason({ role: 'owner' }) })
    answerWith({ 'GET /api/places/named': { places: [courts] } })
    await openApp('/team/smashers/seasons/fall', { viewer: someone })
    await main.getByRole('button', { name: 'Plan games' }).click()
    const field = dialog.getByRole('combobox', { name: 'Place' })
    const option = page.getByRole('option', { name: /Sunset Courts/ })
    await field.fill('Sunset')
    await expect.element(option).toBeVisible()
    let scroller = field.element().parentElement
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 100) scroller = scroller.parentElement
    const tops = () => ({ field: field.element().getBoundingClientRect().top, option: option.element().getBoundingClientRect().top })
    const before = tops()
    scroller?.scrollBy(0, 30)
    await expect.poll(() => Math.round(tops().field - before.field)).toBe(-30)
    await expect.poll(() => Math.round(tops().option - before.option)).toBe(-30)
    // React Aria ignores what scrolls within half a second after the keyboard.
    await expect
      .poll(() => {
        scroller?.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
        scroller?.scrollBy(0, scroller.scrollTop > 0 ? -10 : 10)
        return option.elements().length
      })
      .toBe(0)
  })

  it('says why there is no plan', async () => {
    await openPlanner()
    answerWith({
      'POST /api/seasons/fall/match-plan': refuse('PlanDoesNotFit', 'This needs 6 games, but there is time for 2.'),
    })
    await dialog.getByRole('button', { name: 'Show the plan' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This needs 6 games, but there is time for 2.')
  })
})
