import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aFace } from './event-examples.ts'
import { aMatch, aRow, aSeason, now, setSeason } from './season-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const viewer = someone
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const table = main.getByRole('table', { name: 'Table' })
const results = main.getByRole('list', { name: 'Results' }).getByRole('listitem')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

const openSeason = () => openApp('/team/smashers/seasons/fall', { viewer })

const entered = (agreed: ('home' | 'away')[]) =>
  ({ homeScore: 11, awayScore: 9, forfeitSide: null, state: 'entered', agreed, disputedSide: null }) as const

describe('The table of a season', () => {
  it('says under a side why it is behind the side above it, and marks the side of the viewer', async () => {
    const meeting = { mine: 11, theirs: 9, forfeiting: null, startsAt: Date.parse('2031-11-09T01:00Z'), timeZone: 'America/Chicago' }
    setSeason({
      rows: [
        aRow('floyd', 'Dink Floyd', { points: 15, ahead: { of: 'gains', by: 'points', mine: 15, theirs: 12, among: [] } }),
        aRow('gains', 'Net Gains', {
          place: 2,
          ahead: { of: 'aces', by: 'headToHead', mine: 3, theirs: 0, among: ['gains', 'aces'] },
          meetings: [meeting],
        }),
        aRow('aces', 'Sunset Aces', { place: 3, ahead: { of: 'rules', by: 'difference', mine: 10, theirs: -4, among: ['aces', 'rules'] } }),
        aRow('rules', 'Kitchen Rules', {
          place: 4,
          scored: 46,
          ahead: { of: 'last', by: 'forfeits', mine: 1, theirs: 2, among: ['rules', 'last'] },
        }),
        aRow('last', 'Last Call', { place: 5 }),
      ],
    })
    await openSeason()
    const rows = table.getByRole('row')
    await expect.element(rows.nth(2)).toHaveTextContent(/2Net Gains642\+1012$/)
    await expect.element(rows.nth(3)).toHaveTextContent('Behind Net Gains: lost to them 9 to 11 on Nov 8')
    await expect.element(rows.nth(3).getByRole('rowheader')).toHaveTextContent('Sunset Aces (your side)')
    await expect.element(rows.nth(4)).toHaveTextContent('Behind Sunset Aces: −4 against +10 in all matches')
    await expect.element(rows.nth(5)).toHaveTextContent('Behind Kitchen Rules: did not show up 2 times, they 1 time')
    await expectNoHorizontalScroll()
    await expectAccessibleInBothThemes()
  })
})

describe('A result', () => {
  it('is entered by the captain of one side', async () => {
    setSeason({ past: [aMatch()] })
    answerWith({
      'PUT /api/seasons/fall/sessions/round-6/result': () => {
        setSeason({ past: [aMatch({ result: entered(['home']), version: 5 })] })
        return null
      },
    })
    await openSeason()
    await expect.element(results).toHaveTextContent('No result yet')
    await results.getByRole('button', { name: 'Enter the result of Sunset Aces against Net Gains' }).click()
    await dialog.getByRole('textbox', { name: 'Sunset Aces' }).fill('11')
    await dialog.getByRole('textbox', { name: 'Net Gains' }).fill('9')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await expect.element(results).toHaveTextContent('Waiting for Net Gains to confirm.')
    expect(requestsTo('PUT /api/seasons/fall/sessions/round-6/result').map(({ body }) => body)).toEqual([
      { homeScore: 11, awayScore: 9, forfeitSide: null, note: '', version: 4 },
    ])
  })

  it('is confirmed by the other captain with one press', async () => {
    setSeason({ past: [aMatch({ result: entered(['away']) })] })
    answerWith({
      'PUT /api/seasons/fall/sessions/round-6/confirmation': () => {
        setSeason({ past: [aMatch({ result: { ...entered(['home', 'away']), state: 'confirmed' }, version: 5 })] })
        return null
      },
    })
    await openSeason()
    await results.getByRole('button', { name: 'Confirm the result of Sunset Aces against Net Gains' }).click()
    await expect.element(results).toHaveTextContent('Confirmed.')
    expect(requestsTo('PUT /api/seasons/fall/sessions/round-6/confirmation').map(({ body }) => body)).toEqual([{ version: 4 }])
  })

  it('is disputed with a reason, and someone else’s change in between is told and not overwritten', async () => {
    setSeason({ past: [aMatch({ result: entered(['away']) })] })
    answerWith({
      'PUT /api/seasons/fall/sessions/round-6/dispute': refuse(
        'ResultChanged',
        'Someone changed this result in the meantime. Look at it again.',
      ),
    })
    await openSeason()
    await results.getByRole('button', { name: 'Dispute the result of Sunset Aces against Net Gains' }).click()
    await dialog.getByRole('button', { name: 'Dispute', exact: true }).click()
    await expect.element(dialog.getByLabelText('What is wrong?')).toHaveAccessibleDescription(/Say what is wrong with this result\./)
    await dialog.getByLabelText('What is wrong?').fill('It was 9 to 11.')
    setSeason({ past: [aMatch({ result: entered(['away']), version: 9 })] })
    for (const times of [1, 2]) {
      await dialog.getByRole('button', { name: 'Dispute', exact: true }).click()
      await expect.poll(() => requestsTo('PUT /api/seasons/fall/sessions/round-6/dispute')).toHaveLength(times)
      await expect.element(dialog.getByRole('alert')).toHaveTextContent('Someone changed this result in the meantime.')
    }
    // The version stays that of the result that the person saw.
    expect(requestsTo('PUT /api/seasons/fall/sessions/round-6/dispute').map(({ body }) => body)).toEqual(
      [4, 4].map((version) => ({ version, note: 'It was 9 to 11.' })),
    )
  })

  it('says who may change it to a player without that right, and shows who changed it', async () => {
    const disputed = { ...entered(['home']), state: 'disputed', disputedSide: 'away' } as const
    setSeason({ season: aSeason({ me: { kind: 'player', groupId: 'aces' } }), past: [aMatch({ result: disputed })] })
    answerWith({
      'GET /api/seasons/fall/sessions/round-6/result/changes': {
        changes: [
          { ...{ id: 'b', at: now, by: null, kind: 'disputed' }, ...entered([]), note: 'It was 9 to 11.' },
          { ...{ id: 'a', at: now, by: aFace('Maya Rivera'), kind: 'entered' }, ...entered([]), note: '' },
        ],
        next: null,
      },
    })
    await openSeason()
    await expect.element(results).toHaveTextContent('Disputed by Net Gains. It does not count until a scorekeeper or organizer settles it.')
    await expect.element(main).toHaveTextContent('The owner and organizers assign people to groups: Dana Alvarez and Theo Park.')
    expect(results.getByRole('button', { name: /result/ }).elements()).toEqual([])
    await results.getByRole('button', { name: 'More for Sunset Aces against Net Gains' }).click()
    await page.getByRole('menuitem', { name: 'Who changed it' }).click()
    await expect
      .element(dialog)
      .toHaveTextContent(/Someone disputed the result: 11 to 9“It was 9 to 11.”.*Maya Rivera entered the result: 11 to 9/)
    await expectAccessible()
  })
})

describe('Games every week', () => {
  it('are all shown before they are made, and each day can be left out', async () => {
    setSeason({ season: aSeason({ role: 'organizer' }) })
    const where = {
      id: 'courts',
      name: 'Northside Courts',
      lat: 30.3,
      lng: -97.7,
      address: '1 Court St',
      cityName: 'Austin',
      cityState: 'TX',
    }
    const dates = ['2031-11-25', '2031-12-02', '2031-12-09']
    answerWith({
      'GET /api/places/named': { places: [{ ...where, activities: ['pickleball'], miles: null, photoKey: null }], cities: [] },
      'POST /api/seasons/fall/session-plan': {
        timeZone: 'America/Chicago',
        sessions: dates.map((date) => ({
          ...{ date, time: '19:00', startsAt: Date.parse(`${date}T19:00-06:00`), endsAt: Date.parse(`${date}T20:30-06:00`) },
          isMoved: date === '2031-12-09',
        })),
      },
      'POST /api/seasons/fall/session-series': () => {
        setSeason({ season: aSeason({ role: 'organizer' }), upcoming: [aMatch({ startsAt: Date.parse('2031-11-26T01:00Z') })] })
        return { count: 2 }
      },
    })
    await openSeason()
    await main.getByRole('button', { name: 'Games every week' }).click()
    await dialog.getByRole('button', { name: 'Tue' }).click()
    await dialog.getByLabelText('Place').fill('Northside')
    await page.getByRole('option', { name: /Northside Courts/ }).click()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Show the days' }).click()
    const shownDays = dialog.getByRole('list', { name: 'Days' }).getByRole('listitem')
    await expect.element(shownDays.nth(0)).toHaveTextContent('Tue, Nov 25, 7:00 PM')
    await expect.element(shownDays.nth(2)).toHaveTextContent('The clocks change, so it starts later on this day.')
    await dialog.getByRole('button', { name: /^Leave out Tue, Dec 2/ }).click()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Make 2 games' }).click()
    await expect.element(main.getByRole('list', { name: 'Coming up' })).toHaveTextContent('Sunset Aces against Net Gains')
    expect(requestsTo('POST /api/seasons/fall/session-series').map(({ body }) => body)).toMatchObject([
      {
        weekdays: ['tuesday'],
        startTime: '19:00',
        durationMinutes: 90,
        except: ['2031-12-02'],
        attendance: 'joined',
        activity: 'pickleball',
      },
    ])
  })

  it('show the activity Other for a community without one', async () => {
    setSeason({ season: aSeason({ role: 'organizer', team: { name: 'Sunset Smashers', timeZone: 'America/Chicago', activity: null } }) })
    await openSeason()
    await main.getByRole('button', { name: 'Games every week' }).click()
    await expect.element(dialog.getByRole('button', { name: /^Other.*Activity/ })).toBeVisible()
  })
})

describe('A copy', () => {
  it('is shown beside the season before it is made, and what was kept is named after an undo', async () => {
    setSeason({ season: aSeason({ role: 'owner', undoUntil: now + 3_600_000 }) })
    answerWith({
      'POST /api/seasons/fall/copies': { id: 'fall', label: 'Spring 2032', startDate: '2032-01-01', endDate: '2032-05-01' },
      'DELETE /api/seasons/fall/copy': { kept: [{ kind: 'group', name: 'Light blue' }] },
    })
    await openSeason()
    await main.getByRole('button', { name: 'More for this season' }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await dialog.getByLabelText('Label').fill('Spring 2032')
    await expect
      .element(dialog.getByRole('region', { name: 'Now' }))
      .toHaveTextContent('Fall 2031Sep 1 – Dec 31, 2031Sunset Aces, Net Gains')
    await expect.element(dialog.getByRole('region', { name: 'Copy' })).toHaveTextContent(/Spring 2032Jan 1 – May 1, 2032.*With its people/)
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Make the copy' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo('POST /api/seasons/fall/copies').map(({ body }) => body)).toEqual([
      { label: 'Spring 2032', startDate: '2032-01-01', copiesPeople: true, copiesGames: true },
    ])
    await main.getByRole('button', { name: 'Undo the copy' }).click()
    await expect.element(page.getByText('We kept what was changed since: Light blue.')).toBeVisible()
  })

  it('leads to the seasons after an undo, and does not ask for the deleted copy again', async () => {
    setSeason({ season: aSeason({ role: 'owner', undoUntil: now + 3_600_000 }) })
    answerWith({
      'GET /api/teams/smashers/seasons': { seasons: [], next: null },
      'DELETE /api/seasons/fall/copy': () => {
        answerWith({ 'GET /api/seasons/fall': refuse('SeasonNotFound', 'We could not find this season.') })
        return { kept: [] }
      },
    })
    await openSeason()
    await expect.element(main.getByRole('button', { name: 'Undo the copy' })).toBeVisible()
    const requestsBefore = requestsTo('GET /api/seasons/fall').length
    await main.getByRole('button', { name: 'Undo the copy' }).click()
    await expect.element(page.getByText('The copy is gone.')).toBeVisible()
    expect(requestsTo('GET /api/seasons/fall')).toHaveLength(requestsBefore)
  })
})

describe('How I take part', () => {
  it('offers to play, to look for a group, and to be a substitute', async () => {
    setSeason({ season: aSeason({ me: null }) })
    answerWith({
      'PUT /api/seasons/fall/registrations/:userId': () => {
        setSeason({ season: aSeason({ me: { kind: 'substitute', groupId: null } }) })
        return null
      },
    })
    await openSeason()
    await main.getByRole('button', { name: 'Be a substitute' }).click()
    await expect.element(main.getByText('You are a substitute')).toBeVisible()
    await expect.element(main.getByRole('button', { name: 'Leave the season' })).toBeVisible()
    expect(requestsTo('PUT /api/seasons/fall/registrations/:userId').map(({ path, body }) => [path, body])).toEqual([
      [`/api/seasons/fall/registrations/${viewer.id}`, { kind: 'substitute', groupId: null }],
    ])
  })
})

describe('Children and guests in a season', () => {
  it('are in their groups, and organizers change their group', async () => {
    const guests = [
      { id: 'ava', name: 'Ava Park', isChild: true, isMyChild: false, groupId: 'aces' },
      { id: 'noor', name: 'Noor', isChild: false, isMyChild: false, groupId: null },
    ]
    setSeason({ season: aSeason({ role: 'owner' }), guests })
    answerWith({ 'PUT /api/seasons/fall/guests/:guestId': null, 'DELETE /api/seasons/fall/guests/:guestId': null })
    await openSeason()
    await expect.element(main.getByRole('region', { name: 'Sunset Aces' })).toHaveTextContent('Ava Park · Child')
    await expect.element(main.getByRole('region', { name: 'Players' })).toHaveTextContent('Noor · Guest')
    await main.getByRole('button', { name: 'More for Noor' }).click()
    await page.getByRole('menuitem', { name: 'Change the place' }).click()
    const dialog = page.getByRole('dialog', { name: 'Noor' })
    await expect.element(dialog.getByText('Takes part as')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => requestsTo('PUT /api/seasons/fall/guests/:guestId').map(({ path, body }) => [path, body]))
      .toEqual([['/api/seasons/fall/guests/noor', { groupId: null }]])
  })

  it('are put in and taken out by their parent', async () => {
    const children = [
      { id: 'ava', name: 'Ava', isIn: true, groupId: 'aces' },
      { id: 'leo', name: 'Leo', isIn: false, groupId: null },
    ]
    setSeason({ season: aSeason({ me: null, children }) })
    answerWith({ 'PUT /api/seasons/fall/guests/:guestId': null, 'DELETE /api/seasons/fall/guests/:guestId': null })
    await openSeason()
    const list = main.getByRole('list', { name: 'Your children' })
    await expect.element(list).toHaveTextContent('Ava plays for Sunset Aces')
    await list.getByRole('button', { name: 'Register Leo to play' }).click()
    await list.getByRole('button', { name: 'Take Ava out of the season' }).click()
    await expect
      .poll(() => requestsTo('DELETE /api/seasons/fall/guests/:guestId').map(({ path }) => path))
      .toEqual(['/api/seasons/fall/guests/ava'])
    expect(requestsTo('PUT /api/seasons/fall/guests/:guestId').map(({ path }) => path)).toEqual(['/api/seasons/fall/guests/leo'])
  })
})

describe('The time of a game of a season', () => {
  it('names its zone if the viewer has another one', async () => {
    const startsAt = Date.parse('2031-12-02T02:00Z')
    setSeason({ upcoming: [aMatch({ startsAt, endsAt: startsAt + 7_200_000, timeZone: 'America/Denver' })] })
    await openSeason()
    await expect.element(main).toHaveTextContent('Mon, Dec 1, 7:00 PM MST')
  })
})

describe('The seasons of a community', () => {
  const season = (id: string, startDate: string, endDate: string) => ({ id, label: `Season ${id}`, startDate, endDate })
  const setSeasons = (role: 'owner' | 'member' | null, seasons: object[]) =>
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role }),
      'GET /api/teams/smashers/seasons': role === null ? refuse('TeamNotFound', 'Team not found') : { seasons, next: null },
    })

  it('say whether they run, are over or are to come', async () => {
    setSeasons('member', [
      season('c', '2032-01-01', '2032-03-31'),
      season('b', '2031-09-01', '2031-12-31'),
      season('a', '2031-05-01', '2031-08-31'),
    ])
    await openApp('/team/smashers/seasons', { viewer })
    const rows = main.getByRole('list', { name: 'Seasons' }).getByRole('listitem')
    await expect.element(rows.nth(0)).toHaveTextContent(/Season c.*Upcoming/)
    await expect.element(rows.nth(1)).toHaveTextContent(/Season bSep 1 – Dec 31, 2031Running/)
    await expect.element(rows.nth(2)).toHaveTextContent(/Season a.*Over/)
    await expect.element(rows.nth(1).getByRole('link')).toHaveAttribute('href', '/team/smashers/seasons/b')
    await expectAccessible()
  })

  it('are created by organizers; an end before the start is refused at its field', async () => {
    setSeasons('owner', [])
    answerWith({ 'POST /api/teams/smashers/seasons': season('fall', '2031-09-01', '2031-12-31') })
    const app = await openApp('/team/smashers/seasons', { viewer })
    await main.getByRole('button', { name: 'New season' }).click()
    await dialog.getByLabelText('Label').fill('Fall 2031')
    await dialog.getByRole('button', { name: 'Create season' }).click()
    await expect.element(dialog.getByText('Enter a valid date.').first()).toBeVisible()
    await expectAccessible()
    // A message under one field does not move the other out of line.
    const [first, last] = [dialog.getByRole('group', { name: 'First day' }), dialog.getByRole('group', { name: 'Last day' })]
    await first.getByRole('spinbutton').first().click()
    await userEvent.keyboard('09012031')
    await expect.element(dialog.getByText('Enter a valid date.')).toHaveLength(1)
    await expect.poll(() => first.element().getBoundingClientRect().top).toBe(last.element().getBoundingClientRect().top)
    expect(app.address()).toBe('/team/smashers/seasons')
  })

  it('are for members only', async () => {
    setSeasons(null, [])
    await openApp('/team/smashers/seasons', { viewer })
    await expect.element(main.getByText('Only members see the seasons')).toBeVisible()
  })
})
