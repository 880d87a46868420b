import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import type { OtherDate } from '../../domain/events/form-contract.ts'
import type { CheckIns, EventUpdate, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { writeTicket } from '../../domain/events/ticket.ts'
import { hour } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { runLogoutTasks } from '../../web/accounts/logout-tasks.ts'
import { getCheckInQueue } from '../../web/events/check-in/check-ins.ts'
import { managePollMs } from '../../web/events/manage/manage-queries.ts'
import { aFormAnswer, aHost, aManaged, aManagedJoiner, type anEvent, dana, startsAt } from './event-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tab = (name: RegExp) => page.getByRole('tab', { name })
const item = (name: string) => page.getByRole('menuitem', { name })
const main = page.getByRole('main')
/** The row of a player: in a table on a desktop, and in a list on a phone. */
const lineOf = (name: string) => main.getByRole('row').or(main.getByRole('listitem')).filter({ hasText: name })
const tick = (name: string) => button(`${name} is here`)
const idOf = (name: string) => aManagedJoiner(name).id
const sent = (key: string) => requestsTo(key).at(-1)?.body

type Event = Parameters<typeof anEvent>[0]

/** The players, messages and game on the server. */
let joiners: ManagedJoiner[] = []
let updates: EventUpdate[] = []
let event: Event = {}
const changeJoiner = (name: string, changes: Partial<ManagedJoiner>) => {
  joiners = joiners.map((joiner) => (joiner.name === name ? { ...joiner, ...changes } : joiner))
}

const openList = (search = '') => openApp(`/discover/events/sunrise/manage${search}`, { viewer: aHost() })

/** Stores check-ins like the server does. */
const takeCheckIns = ({ body }: ApiRequest) => {
  for (const { joinerId, arrived, at, isNoShow = false } of (body as CheckIns).checkIns) {
    joiners = joiners.map((joiner) => (joiner.id === joinerId ? { ...joiner, arrived, checkedInAt: at, isNoShow } : joiner))
  }
  return { unknown: [], tooEarly: [] }
}

function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
}
function goOnline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  dispatchEvent(new Event('online'))
}

beforeEach(() => {
  joiners = []
  updates = []
  event = {}
  answerWith({
    'GET /api/events/:id/manage': () => ({ ...aManaged(joiners, event), updates }),
    'PUT /api/events/:id/check-ins': takeCheckIns,
  })
})

describe('a request to join', () => {
  const ask = (name: string) => aManagedJoiner(name, { state: 'asked', answers: { q1: `I am ${name}` } })

  it('appears without a reload, and several can be accepted at once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    event = { needsApproval: true, questions: [{ id: 'q1', text: 'Since when?', isRequired: false }] }
    answerWith({
      'POST /api/events/:id/joiners/:joiner': ({ path, body }: ApiRequest) => {
        const name = joiners.find(({ id }) => path.endsWith(id))?.name ?? ''
        changeJoiner(name, { state: (body as { action: string }).action === 'approve' ? 'going' : 'refused' })
      },
    })
    await page.viewport(390, 844)
    await openList()
    await expect.element(page.getByText('Nobody has joined yet')).toBeVisible()
    joiners = ['Ana Ask', 'Bo Ask', 'Cy Ask'].map(ask)
    await vi.advanceTimersByTimeAsync(managePollMs)
    await tab(/Requests 3/).click()
    await expect.element(lineOf('Bo Ask')).toHaveTextContent('I am Bo Ask')
    await page.getByRole('checkbox', { name: 'Select Ana Ask' }).click()
    await page.getByRole('checkbox', { name: 'Select Bo Ask' }).click()
    await expectAccessible()
    await button('Approve 2').click()
    await expect.element(tab(/Going 2/)).toBeVisible()
    await expect.element(page.getByText('2 people approved and notified.')).toBeVisible()
    await button('Decline Cy Ask').click()
    await expect.element(page.getByText('No requests')).toBeVisible()
    expect(
      requestsTo('POST /api/events/sunrise/joiners/:joiner').map(({ path, body }: ApiRequest) => [path.split('/').at(-1), body]),
    ).toEqual([
      [idOf('Ana Ask'), { action: 'approve' }],
      [idOf('Bo Ask'), { action: 'approve' }],
      [idOf('Cy Ask'), { action: 'refuse' }],
    ])
  })
})

describe('a message to everyone', () => {
  it('keeps its draft, is sent to everyone with an account, and appears below', async () => {
    joiners = [aManagedJoiner('Ana'), aManagedJoiner('Bo', { state: 'asked' }), aManagedJoiner('Gus', { userId: null })]
    answerWith({
      'POST /api/events/:id/updates': ({ body }: ApiRequest) => {
        updates = [{ id: 'word', text: (body as { text: string }).text, author: dana, createdAt: Date.now() }]
      },
    })
    const app = await openList('?tab=messages')
    const messageField = page.getByRole('textbox', { name: 'Message to everyone' })
    await button('Send to everyone').click()
    await expect.element(page.getByText('Write a message first.')).toBeVisible()
    await messageField.fill('The gate code is 4711.')
    await app.reload()
    await expect.element(messageField).toHaveValue('The gate code is 4711.')
    await expect
      .element(page.getByText('We send it to 2 people: everyone who is going, on the waitlist or waiting for approval.'))
      .toBeVisible()
    await expectAccessible()
    await button('Send to everyone').click()
    await expect.element(page.getByRole('region', { name: 'Sent' }).getByText('The gate code is 4711.')).toBeVisible()
    await expect.element(messageField).toHaveValue('')
    expect(requestsTo('POST /api/events/sunrise/updates')).toHaveLength(1)
  })
})

describe('a list with slots', () => {
  const slots = (taken: number) => [
    { id: 'c1', name: 'Court 1', capacity: 2, taken, waiting: 0 },
    { id: 'c2', name: 'Court 2', capacity: 2, taken: 0, waiting: 0 },
  ]
  beforeEach(() => {
    event = { title: 'Two courts', live: { capacity: 4, slots: slots(1) } }
    joiners = [aManagedJoiner('Ana Seat', { slotId: 'c1' })]
  })

  it('lets a host give a seat to a person who is not first on the waitlist', async () => {
    joiners.push(
      aManagedJoiner('Bo Pair', { state: 'waiting', slotId: 'c1', seats: 2, guests: ['Max'], position: 1 }),
      aManagedJoiner('Cy Next', { state: 'waiting', slotId: 'c1', position: 2 }),
    )
    answerWith({ 'POST /api/events/:id/joiners/:joiner': () => changeJoiner('Cy Next', { state: 'going' }) })
    await openList()
    await tab(/Waitlist 2/).click()
    await expect.element(lineOf('Bo Pair')).toHaveTextContent('There are not enough free seats for their group of 2.')
    await expectAccessible()
    await lineOf('Cy Next').getByRole('button', { name: 'Give them a seat' }).click()
    await expect.element(tab(/Waitlist 1/)).toBeVisible()
    expect(sent(`POST /api/events/sunrise/joiners/${idOf('Cy Next')}`)).toEqual({ action: 'seat' })
  })

  it('shows who is paying, and lets a host give them the seat', async () => {
    event = { title: 'Two courts', live: { capacity: 4, slots: slots(2) } }
    joiners.push(aManagedJoiner('Bo Buyer', { state: 'paying', slotId: 'c1' }))
    answerWith({ 'POST /api/events/:id/joiners/:joiner': () => changeJoiner('Bo Buyer', { state: 'going' }) })
    await openList()
    await expect.element(page.getByText('2 free · 1 paying')).toBeVisible()
    await tab(/Waitlist 1/).click()
    await expect.element(lineOf('Bo Buyer').getByText('Paying')).toBeVisible()
    await lineOf('Bo Buyer').getByRole('button', { name: 'Give them a seat' }).click()
    await expect.element(page.getByText('Nobody is waiting')).toBeVisible()
    expect(sent(`POST /api/events/sunrise/joiners/${idOf('Bo Buyer')}`)).toEqual({ action: 'seat' })
  })

  it('lets a host move someone to another slot', async () => {
    answerWith({ 'PUT /api/events/:id/joiners/:joiner/slot': () => changeJoiner('Ana Seat', { slotId: 'c2' }) })
    await openList()
    await button('More for Ana Seat').click()
    await item('Move to another slot').click()
    await page.getByRole('radio', { name: /Court 2/ }).click()
    await expectAccessible()
    await button('Move').click()
    await expect.element(lineOf('Ana Seat')).toHaveTextContent('Court 2')
    expect(sent(`PUT /api/events/sunrise/joiners/${idOf('Ana Seat')}/slot`)).toEqual({ slotId: 'c2' })
  })

  it('lets a host add someone without an account by name', async () => {
    answerWith({
      'POST /api/events/:id/joiners': () =>
        void joiners.push(aManagedJoiner('Gus', { userId: null, isUnregisteredUser: true, person: null, slotId: 'c2' })),
    })
    await openList()
    await button('Add someone').click()
    await button('Add').click()
    await expect.element(page.getByText('Enter a name. A first name is enough.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gus')
    await page.getByRole('radio', { name: /Court 2/ }).click()
    await button('Add').click()
    await expect.element(lineOf('Gus')).toHaveTextContent('no account')
    expect(sent('POST /api/events/sunrise/joiners')).toMatchObject({ name: 'Gus', slotId: 'c2' })
  })

  /** Downloads the list, and returns the file that the browser would save. */
  async function download() {
    const saved: Blob[] = []
    const names: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:table'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await button('More for this game').click()
    await item('Download list').click()
    await expect.poll(() => saved.length).toBe(1)
    expect(names).toHaveLength(1)
    return { name: names[0], table: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.arrayBuffer()) }
  }

  it('downloads a table with the local date in its name, and a check-in time only for players who came', async () => {
    // In UTC, nine in the evening in Chicago is already the next day.
    const evening = startsAt + 9 * hour
    event = { title: 'Late league', startsAt: evening, endsAt: evening + hour }
    const times = { checkedInAt: startsAt, joinedAt: startsAt }
    joiners = [aManagedJoiner('Ana Came', { ...times, arrived: 1 }), aManagedJoiner('Bo Gone', { ...times, isNoShow: true })]
    await openList()
    const { name, table } = await download()
    const date = new Date(startsAt).toISOString().slice(0, 10)
    const time = `${date} ${instantToLocal(startsAt, 'America/Chicago').time}`
    expect(name).toBe(`late-league-${date}.csv`)
    expect(table).toContain(`Ana Came,Going,1,,${time},1,${time},\r\n`)
    expect(table).toContain(`Bo Gone,Going,1,,${time},0,,yes`)
  })

  it('can be downloaded as a table, and printed by court', async () => {
    joiners.push(aManagedJoiner('=Gus, from work', { userId: null, slotId: 'c2' }))
    await openList()
    const { name, table } = await download()
    expect(name).toMatch(/^two-courts-\d{4}-\d\d-\d\d\.csv$/)
    expect(table).toMatch(/^\uFEFFName,Status,Slot,/)
    expect(table).toContain(`"'=Gus, from work",Going,Court 2,1,`)
    await button('More for this game').click()
    await item('Print the list').click()
    await expect.element(button('Print')).toBeVisible()
    // The printed page contains only the list.
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    await expect.element(page.getByRole('banner')).not.toBeInTheDocument()
    await expect.element(button('Print')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Court 2' })).toBeVisible()
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
    await expectAccessible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect.element(button('More for this game')).toBeVisible()
  })

  it('lets a host remove someone, who is then listed as removed', async () => {
    answerWith({ 'POST /api/events/:id/joiners/:joiner': () => changeJoiner('Ana Seat', { state: 'removed' }) })
    await openList()
    await button('More for Ana Seat').click()
    await item('Remove').click()
    await button('Remove').click()
    await expect.element(tab(/Going 0/)).toBeVisible()
    await page.getByText('Not coming (1)').click()
    await expect.element(page.getByText(/removed, joined/)).toBeVisible()
    expect(sent(`POST /api/events/sunrise/joiners/${idOf('Ana Seat')}`)).toEqual({ action: 'remove' })
  })
})

describe('cancelling a game', () => {
  it('keeps the draft of the reason, says how many people are notified, and then shows the cancelled game', async () => {
    joiners = [aManagedJoiner('Ana'), aManagedJoiner('Bo'), aManagedJoiner('Cy')]
    answerWith({
      'POST /api/events/:id/cancel': () => {
        event = { cancelReason: 'The courts are flooded.', live: { state: 'cancelled' } }
      },
    })
    const app = await openList()
    const open = async () => {
      await button('More for this game').click()
      await item('Cancel game').click()
    }
    const reasonField = page.getByRole('textbox', { name: 'Reason' })
    await open()
    await expect.element(page.getByText('We will notify 3 people right away.')).toBeVisible()
    await reasonField.fill('The courts are flooded.')
    await expectAccessible()
    await app.reload()
    await open()
    await expect.element(reasonField).toHaveValue('The courts are flooded.')
    await button('Cancel game').click()
    await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect.element(main.getByText('The courts are flooded.')).toBeVisible()
    await expect.element(button('Check in')).not.toBeInTheDocument()
    expect(sent('POST /api/events/sunrise/cancel')).toEqual({ reason: 'The courts are flooded.', scope: 'this' })
  })

  it('starts at once from the link on the game’s page, and does not come back after a reload', async () => {
    const app = await openList('?cancel=1')
    await expect.element(page.getByRole('alertdialog', { name: 'Cancel this game?' })).toBeVisible()
    await button('Keep it').click()
    await expect.poll(app.address).toBe('/discover/events/sunrise/manage')
    await app.reload()
    await expect.element(tab(/Going/)).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it.each(['?cancel=1', 'the menu'])('leaves the focus on the page of the game that was cancelled: %s', async (from) => {
    answerWith({
      'POST /api/events/:id/cancel': () => {
        event = { live: { state: 'cancelled' } }
      },
    })
    const app = await openList()
    if (from === 'the menu') {
      await button('More for this game').click()
      await item('Cancel game').click()
    } else {
      // A new page of the app has the focus as a whole, and the link opens the dialog there.
      await app.goTo('/terms')
      await expect.element(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
      await app.goTo(`/discover/events/sunrise/manage${from}`)
    }
    await button('Cancel game').click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    const place = from === 'the menu' ? button('More for this game') : page.getByRole('heading', { level: 1 })
    await expect.element(place).toHaveFocus()
  })

  it('says where the reason is shown, also if there is nobody to notify', async () => {
    await openList('?cancel=1')
    await expect.element(page.getByText('There is nobody to notify.')).toBeVisible()
    await expect.element(page.getByText('The page of the game shows it.')).toBeVisible()
  })

  it('that was cancelled before shows no dialog', async () => {
    event = { live: { state: 'cancelled' } }
    await openList('?cancel=1')
    await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('that repeats names the dates that are cancelled', async () => {
    event = { series: { id: 'weekly', words: 'Every week on Saturday', others: [], joinable: 0, laterMine: 0, isFollowed: false } }
    const dates = [Date.UTC(2031, 0, 4, 18), Date.UTC(2031, 0, 11, 18), Date.UTC(2031, 0, 18, 18)]
    const otherDates = [dates[0], dates[2]].map((at = 0, index) => ({
      id: `date-${index}`,
      startsAt: at,
      timeZone: 'America/Chicago',
      state: 'published' as const,
      isLater: index === 1,
      own: [],
    }))
    const draft: OtherDate = {
      id: 'draft',
      startsAt: Date.UTC(2031, 0, 25, 18),
      timeZone: 'America/Chicago',
      state: 'draft',
      isLater: true,
      own: [],
    }
    answerWith({
      'GET /api/events/:id/form': aFormAnswer({
        series: 'Every week on Saturday',
        startsAt: dates[1] ?? 0,
        otherDates: [...otherDates, draft],
      }),
    })
    await openList('?cancel=1')
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this game?' })
    await expect.element(dialog.getByText('This will cancel one game: Jan 11, 2031.')).toBeVisible()
    await dialog.getByText('This and all later dates').click()
    await expect.element(dialog.getByText('This will cancel 2 games: Jan 11, 2031 and Jan 18, 2031.')).toBeVisible()
    await dialog.getByText('All upcoming dates').click()
    await expect.element(dialog.getByText('This will cancel 3 games: Jan 4, 2031, Jan 11, 2031, and Jan 18, 2031.')).toBeVisible()
    await expectAccessible()
  })
})

describe('the check-in', () => {
  const party = { seats: 3, guests: ['Zoe', 'Max'] }
  beforeEach(() => {
    joiners = [aManagedJoiner('Maya Rivera', party), aManagedJoiner('Bo Tick', { ticketCode: 'B2B222' })]
    // Check-in is open.
    event = { startsAt: Date.now() + hour, endsAt: Date.now() + 3 * hour }
  })
  const gate = page.getByRole('dialog', { name: 'Check in' })
  async function hold(code: string, verdict: string) {
    await gate.getByRole('textbox', { name: 'Or type the ticket code' }).fill(code)
    await userEvent.keyboard('{Enter}')
    await expect.element(gate.getByText(verdict)).toBeVisible()
  }

  it('admits players with tickets, refuses other codes, and waits for a network', async () => {
    // Without the regular retry, only the `online` event can send the check-ins.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = await openList()
    await expect.element(tick('Bo Tick')).toBeVisible()
    goOffline()
    await button('Check in').click()
    await hold(writeTicket({ eventId: 'sunrise', joinerId: idOf('Maya Rivera') }), 'Maya Rivera and 2 guests')
    await expect.element(gate.getByText('3 of 4 here', { exact: true })).toBeVisible()
    await expect.element(gate.getByText('1 check-in not sent yet')).toBeVisible()
    await gate.getByRole('button', { name: 'Remove one' }).click()
    await expect.element(gate.getByText('2 of 4 here', { exact: true })).toBeVisible()
    await hold(writeTicket({ eventId: 'another', joinerId: 'someone-else' }), 'This ticket is for another game.')
    await hold('WIFI:S:Clubhouse;;', 'This is not a ticket.')
    await hold(writeTicket({ eventId: 'sunrise', joinerId: idOf('Maya Rivera') }), 'Maya Rivera was already checked in at')
    await expectAccessible()
    await gate.getByRole('button', { name: 'Done' }).click()
    await tick('Bo Tick').click()
    await expect.element(main.getByText('2 check-ins not sent yet').first()).toBeVisible()
    await expect.element(main.getByText(/This list is from/)).toBeVisible()
    await expectAccessible()
    // A reload does not lose the unsent check-ins.
    await app.reload()
    await expect.element(tick('Maya Rivera')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(main.getByText('2 check-ins not sent yet').first()).toBeVisible()
    expect(requestsTo('PUT /api/events/sunrise/check-ins')).toEqual([])
    goOnline()
    await expect
      .poll(() => joiners.map(({ name, arrived }) => [name, arrived]))
      .toEqual([
        ['Maya Rivera', 2],
        ['Bo Tick', 1],
      ])
    await expect.element(main.getByText(/not sent yet/)).not.toBeInTheDocument()
    await expect.element(tick('Maya Rivera')).toHaveAttribute('aria-pressed', 'true')
  })

  it('admits a player by the short code of their ticket, typed in any way', async () => {
    await openList()
    await button('Check in').click()
    await hold('z2z-222', 'This code is not on the list.')
    await hold('b2b-222', 'Bo Tick')
    await expect.poll(() => joiners.map(({ arrived }) => arrived)).toEqual([0, 1])
  })

  it('days before the game asks first, and records nothing before the host confirms', async () => {
    event = {}
    await openList()
    await tick('Bo Tick').click()
    const confirm = page.getByRole('alertdialog', { name: 'Check in early?' })
    await expect.element(confirm.getByText(/^Check-in opens two hours before the start/)).toBeVisible()
    await expectAccessible()
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(tick('Bo Tick')).toHaveAttribute('aria-pressed', 'false')
    await tick('Bo Tick').click()
    await confirm.getByRole('button', { name: 'Check in now' }).click()
    await expect.element(tick('Bo Tick')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => sent('PUT /api/events/sunrise/check-ins')).toMatchObject({ checkIns: [{ arrived: 1, isEarly: true }] })
  })

  it('sends check-ins of a closed tab on the next visit', async () => {
    const viewer = aHost()
    const checkIn = { eventId: 'sunrise', joinerId: idOf('Bo Tick'), arrived: 1, at: Date.now(), isNoShow: false, name: 'Bo Tick' }
    localStorage.setItem(`check-in:${viewer.id}:sunrise:${checkIn.joinerId}`, JSON.stringify(checkIn))
    getCheckInQueue(viewer.id)
    await expect.poll(() => joiners.map(({ arrived }) => arrived)).toEqual([0, 1])
    await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('check-in:'))).toEqual([])
  })

  it('sends unsent check-ins before the host is logged out', async () => {
    answerWith({ 'PUT /api/events/:id/check-ins': () => Promise.reject(new TypeError('Failed to fetch')) })
    await openList()
    await tick('Bo Tick').click()
    await expect.element(main.getByText('1 check-in not sent yet').first()).toBeVisible()
    answerWith({ 'PUT /api/events/:id/check-ins': takeCheckIns })
    await runLogoutTasks()
    expect(joiners.map(({ arrived }) => arrived)).toEqual([0, 1])
  })
})

describe('the attendance after the game', () => {
  it('can be recorded by a host', async () => {
    event = { startsAt: Date.now() - 3 * hour, endsAt: Date.now() - hour }
    joiners = [aManagedJoiner('Ana Came', { seats: 2, guests: ['Zoe'] }), aManagedJoiner('Bo Gone'), aManagedJoiner('Cy Gone')]
    await openList()
    const row = (name: string) => main.getByRole('listitem').filter({ hasText: name })
    await expect.element(tab(/Attendance/)).toHaveAttribute('aria-selected', 'true')
    await row('Ana Came').getByRole('button', { name: 'Came' }).click()
    await expect.element(page.getByText('2 of 4 people came')).toBeVisible()
    await row('Ana Came').getByRole('button', { name: 'Remove one' }).click()
    await expect.element(page.getByText('1 of 4 people came')).toBeVisible()
    await row('Bo Gone').getByRole('button', { name: 'No-show' }).click()
    await expect.element(page.getByText('1 no-show, 1 not recorded')).toBeVisible()
    await button('Mark the others as no-shows').click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Cy Gone')
    await expectAccessible()
    await button('Mark as no-shows').click()
    await expect.element(page.getByText('2 no-shows')).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect
      .poll(() => joiners.map(({ arrived, isNoShow }) => [arrived, isNoShow]))
      .toEqual([
        [1, false],
        [0, true],
        [0, true],
      ])
    await expect.element(row('Cy Gone').getByRole('button', { name: 'No-show' })).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('the host page of a game', () => {
  it('is refused for other users, and not found for an unknown game', async () => {
    answerWith({ 'GET /api/events/:id/manage': refuse('HostsOnly', 'Only the hosts can do this.') })
    const app = await openList()
    await expect.element(page.getByRole('heading', { name: 'You cannot manage this game' })).toBeVisible()
    answerWith({ 'GET /api/events/:id/manage': refuse('EventNotFound', 'We could not find this game.') })
    await app.goTo('/discover/events/nobody/manage')
    await expect.element(page.getByText('Maybe try another page, please?')).toBeVisible()
  })

  it('shows that nobody can join a scheduled game yet, and lets its host invite people', async () => {
    event = { live: { state: 'draft', publishAt: startsAt - hour } }
    answerWith({
      'GET /api/user-lists': { lists: [] },
      'GET /api/notifications/settings': { notificationSettings: {}, isChosen: true, teams: [] },
      'GET /api/people/near': { players: [], city: 'Austin' },
    })
    await openList()
    await expect.element(page.getByText('Nobody can join yet')).toBeVisible()
    await button('Invite people').click()
    await expect.element(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible()
  })
})

describe('a guest without an account in a game with a waiver', () => {
  it('signs by a code of their own, and is not asked for any more', async () => {
    event = { form: { id: 'waiver', title: 'Gate waiver', isWaiver: true, isNeededToJoin: false, isDone: false } }
    const guestsOwing = ['Bob', 'Cleo'].map((name, index) => ({ name, number: index + 1 }))
    joiners = [
      aManagedJoiner('Ana', { seats: 3, guests: ['Bob', 'Cleo'], guestsOwing, owesForm: true }),
      aManagedJoiner('Robin', { userId: null, person: null, isUnregisteredUser: true, guestsOwing: [{ name: 'Robin', number: 0 }] }),
    ]
    await openList()
    await expect.element(main).toHaveTextContent('4 players have not signed “Gate waiver”')
    await expect.element(lineOf('Ana')).toHaveTextContent(/Not signed.*Bob: not signed.*Cleo: not signed/)
    await expect.element(button('Show the code for Robin')).toBeVisible()
    await button('Show the code for Bob').click()
    const dialog = page.getByRole('dialog', { name: 'Gate waiver' })
    await expect.element(dialog).toHaveTextContent('Bob scans it with a phone camera and signs without an account.')
    const here = dialog.getByRole('link', { name: 'Sign on this device' })
    await expect.element(here).toHaveAttribute('href', `/form/waiver?game=sunrise&guest=${idOf('Ana')}.1`)
    await expectAccessible()
    changeJoiner('Ana', { guestsOwing: guestsOwing.slice(1) })
    await expect.element(dialog.getByRole('status'), { timeout: 8000 }).toHaveTextContent('Bob has signed')
    await expect.element(here).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(main).toHaveTextContent('3 players have not signed')
    await expect.element(lineOf('Ana')).not.toHaveTextContent('Bob: not signed')
  })
})
