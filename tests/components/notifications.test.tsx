import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isSent, mailTopicKeys, mailTopics, sendsAlerts } from '../../domain/mail/topics.ts'
import type {
  ChangeFrequency,
  ChangeNotification,
  Notice,
  NoticePage,
  NotificationSettings,
  StoppedTopic,
} from '../../domain/notifications/contract.ts'
import { suggestedQuietHours } from '../../domain/notifications/quiet-hours.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const failing = refuse('Unexpected', 'Something went wrong on our side.')
const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

describe('the list of notifications', () => {
  let notices: Notice[]
  const unread = () => notices.filter(({ isRead }) => !isRead).length
  const noticeOf = (person: typeof dana, title: string): Notice => ({
    key: `follow:${person.id}`,
    topic: 'connections',
    title,
    text: 'See who they are.',
    path: `/profile/${person.id}`,
    person,
    teamId: null,
    teamTopicId: null,
    reason: 'Someone started to follow you.',
    createdAt: Date.now() - notices.length - 1,
    isRead: false,
  })

  beforeEach(() => {
    notices = []
    answerWith({
      'GET /api/notifications': () => ({ notices, next: null }) satisfies NoticePage,
      'POST /api/notifications/read': ({ body }: { body: unknown }) => {
        const { upTo } = body as { upTo: number }
        notices = notices.map((notice) => (notice.createdAt <= upTo ? { ...notice, isRead: true } : notice))
        return null
      },
    })
  })

  const open = async () => {
    const app = await openApp('/notifications', { viewer: someone })
    answerWith({ 'GET /api/notifications/unread': () => ({ unread: unread() }) })
    return app
  }
  const today = page.getByRole('region', { name: 'Today' })

  it('says when it is empty', async () => {
    await open()
    await expect.element(page.getByText('No notifications yet')).toBeVisible()
    await expect.element(bell('Notifications')).toBeVisible()
    await expectAccessible()
  })

  it('counts visible notifications as read, and marks them as new until the user leaves', async () => {
    notices = [noticeOf(dana, `${'W'.repeat(25)} follows you`), noticeOf(omar, 'Omar Haddad wants to connect')]
    const app = await open()
    await expect.element(today.getByText('New', { exact: true })).toHaveLength(2)
    await expect.poll(unread).toBe(0)
    expect(requestsTo('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ upTo: notices[0]?.createdAt }])
    await expect.element(bell('Notifications')).toBeVisible()
    await expect.element(today.getByText('New', { exact: true })).toHaveLength(2)
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()

    await app.reload()
    await expect.element(today.getByRole('link')).toHaveLength(2)
    await expect.element(today.getByText('New', { exact: true })).not.toBeInTheDocument()
  })

  it('updates the number on the bell after the user has seen the notifications', async () => {
    notices = [noticeOf(dana, 'Dana Alvarez follows you'), noticeOf(omar, 'Omar Haddad wants to connect')]
    const app = await openApp('/feedback', { viewer: someone })
    answerWith({ 'GET /api/notifications/unread': () => ({ unread: unread() }) })
    await app.reload()
    await expect.element(bell('Notifications, 2 unread')).toBeVisible()
    await app.goTo('/notifications')
    await expect.element(today.getByRole('link')).toHaveLength(2)
    await expect.element(bell('Notifications')).toBeVisible()
  })

  it('shows notifications that arrive while it is open', async () => {
    await open()
    await expect.element(page.getByText('No notifications yet')).toBeVisible()
    notices = [noticeOf(dana, 'Dana Alvarez follows you')]
    const row = today.getByRole('link', { name: /Dana Alvarez follows you/ })
    // The count is requested again when the user comes back to the tab.
    const comeBack = () => window.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => comeBack() && row.elements().length).toBe(1)
  })

  const aboutGame = (title: string, more: Partial<Notice> = {}): Notice => ({
    ...noticeOf(dana, title),
    key: title,
    topic: 'eventCreatedJoin',
    path: '/evt/sunrise',
    reason: 'You host this game.',
    ...more,
  })

  it('folds what is about the same game on one day into one row that opens', async () => {
    notices = [
      aboutGame('Dana joined Sunrise'),
      noticeOf(omar, 'Omar follows you'),
      aboutGame('Omar joined Sunrise'),
      aboutGame('Mia joined Sunrise'),
    ]
    await open()
    await expect.element(today.getByRole('link')).toHaveLength(2)
    const more = today.getByRole('button', { name: /2 more about this game/ })
    await more.click()
    await expect.element(today.getByRole('link', { name: /Mia joined Sunrise/ })).toBeVisible()
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
    await today.getByRole('button', { name: 'Show fewer' }).click()
    await expect.element(today.getByRole('link')).toHaveLength(2)
  })

  it('narrows the list to a filter in the address, and marks only that as read', async () => {
    notices = [aboutGame('Dana joined Sunrise')]
    const app = await open()
    await page.getByRole('button', { name: 'Games' }).click()
    await expect.poll(() => requestsTo('GET /api/notifications').at(-1)?.query).toEqual({ show: 'games' })
    await expect.element(page.getByRole('button', { name: 'Games' })).toHaveAttribute('aria-pressed', 'true')
    expect(app.address()).toBe('/notifications?show=games')
    notices = []
    await page.getByRole('button', { name: 'Unread' }).click()
    await expect.element(page.getByText('You have read everything')).toBeVisible()
    await expectAccessible()
  })

  it('says in the menu of a row why it came, and stops its topic with an undo', async () => {
    notices = [aboutGame('Dana joined Sunrise')]
    answerWith({
      'POST /api/notifications/settings/eventCreatedJoin/stop': { stopped: ['email'] } satisfies StoppedTopic,
      'PATCH /api/notifications/settings': null,
    })
    await open()
    await today.getByRole('button', { name: 'Options for Dana joined Sunrise' }).click()
    await expect.element(page.getByRole('menuitem', { name: /Why did I get this/ })).toHaveTextContent('You host this game.')
    await expect.element(page.getByRole('menuitem', { name: /Mute this community/ })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await page.getByRole('menuitem', { name: /Stop Event Join Notification/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => requestsTo('PATCH /api/notifications/settings').map(({ body }) => body))
      .toEqual([{ topic: 'eventCreatedJoin', channel: 'email', isOn: true }])
  })

  it('mutes the community of a row, with an undo', async () => {
    notices = [{ ...noticeOf(dana, 'Sunset Smashers: Rain'), teamId: 'team-a', teamTopicId: 'topic-a', topic: 'announcements' }]
    answerWith({ 'PUT /api/notifications/mutes/team-a': null, 'DELETE /api/notifications/mutes/team-a': null })
    await open()
    await today.getByRole('button', { name: 'Options for Sunset Smashers: Rain' }).click()
    await page.getByRole('menuitem', { name: /Mute this community/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => requestsTo('DELETE /api/notifications/mutes/team-a').length).toBe(1)
  })

  it('links from a notification to its subject, and to the notification settings', async () => {
    notices = [noticeOf(dana, 'Dana Alvarez follows you')]
    await open()
    await expect.element(today.getByRole('link', { name: /Dana Alvarez follows you/ })).toHaveAttribute('href', `/profile/${dana.id}`)
    const settings = page.getByRole('main').getByRole('link', { name: 'Settings' })
    await expect.element(settings).toHaveAttribute('href', '/settings?tab=notification')
  })
})

describe('the bell', () => {
  it('shows the number of unread notifications, up to a maximum', async () => {
    const app = await openApp('/feedback', { viewer: someone })
    await expect.element(bell('Notifications')).toBeVisible()
    for (const [unread, label] of [
      [2, 'Notifications, 2 unread'],
      [100, 'Notifications, 99+ unread'],
    ] as const) {
      answerWith({ 'GET /api/notifications/unread': { unread } })
      await app.reload()
      await expect.element(bell(label)).toBeVisible()
    }
    await expectAccessible()
  })
})

describe('the notification settings', () => {
  let settings: NotificationSettings

  beforeEach(() => {
    settings = {
      notificationSettings: Object.fromEntries(
        mailTopicKeys.map((topic) => [topic, { email: true, push: true }]),
      ) as NotificationSettings['notificationSettings'],
      frequencies: {
        connections: 'each',
        directMessage: 'each',
        teamMessage: 'daily',
        endorsement: 'each',
        usersJoinNearby: 'hourly',
        alerts: 'hourly',
        series: 'each',
        hostGames: 'hourly',
        eventCreatedJoin: 'hourly',
        followedTeams: 'hourly',
        teamJoin: 'hourly',
        announcements: 'each',
      },
      weekday: 'monday',
      quietHours: null,
      timeZone: 'America/Chicago',
      isEmailVerified: true,
      isChosen: false,
      teams: [{ id: 'team-a', name: 'Sunset Smashers', isMuted: false, topics: [] }],
    }
    answerWith({
      'GET /api/notifications/settings': () => settings,
      'PATCH /api/notifications/settings': ({ body }: { body: unknown }) => {
        const { topic, channel, isOn } = body as ChangeNotification
        const topics = settings.notificationSettings
        settings = {
          ...settings,
          isChosen: true,
          notificationSettings: { ...topics, [topic]: { ...(topics[topic] ?? { email: true, push: true }), [channel]: isOn } },
        }
        return null
      },
      'PUT /api/notifications/settings': () => {
        settings = { ...settings, isChosen: true }
        return null
      },
      'PUT /api/notifications/mutes/team-a': () => mute(true),
      'DELETE /api/notifications/mutes/team-a': () => mute(false),
    })
  })

  const mute = (isMuted: boolean) => {
    settings = { ...settings, teams: settings.teams.map((team) => ({ ...team, isMuted })) }
    return null
  }
  const open = () => openApp('/settings?tab=notification', { viewer: someone })
  const keep = page.getByRole('button', { name: 'Keep these settings' })
  const expectReloadAfter = async (act: () => Promise<void>) => {
    const before = requestsTo('GET /api/notifications/settings').length
    await act()
    await expect.poll(() => requestsTo('GET /api/notifications/settings').length).toBeGreaterThan(before)
  }

  it('move the focus to the community that the address names', async () => {
    await openApp('/settings?tab=notification#mute-team-a', { viewer: someone })
    const mute = page.getByRole('switch', { name: /^Mute Sunset Smashers/ })
    await expect.element(page.getByRole('link', { name: 'Open Sunset Smashers' })).toHaveAttribute('href', '/team/team-a')
    await expect.element(mute).toHaveFocus()
    await expect.element(mute).toBeInViewport()
  })

  it('are saved switch by switch, and then count as reviewed', async () => {
    const mail = page.getByRole('switch', { name: 'Endorsement Received by email' })
    const app = await open()
    await expect.element(keep).toBeVisible()
    await expectReloadAfter(() => mail.click())
    expect(requestsTo('PATCH /api/notifications/settings')[0]?.body).toEqual({ topic: 'endorsement', channel: 'email', isOn: false })
    await expect.element(mail).not.toBeChecked()
    await expect.element(keep).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await app.reload()
    await expect.element(mail).not.toBeChecked()
    await expect.element(keep).not.toBeInTheDocument()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('fill the width of a desktop, with the title of each part at the left', async () => {
    await page.viewport(1440, 900)
    await open()
    const games = page.getByRole('region', { name: 'Games' })
    await expect.element(games).toBeVisible()
    const [title, table, panel] = [games.getByRole('heading'), games.getByRole('table'), page.getByRole('tabpanel')].map((part) =>
      part.element().getBoundingClientRect(),
    )
    expect(title?.left).toBe(panel?.left)
    expect(table?.left).toBeGreaterThan(title?.right ?? Number.NaN)
    expect((panel?.right ?? Number.NaN) - (table?.right ?? 0)).toBeLessThan(4)
  })

  it('have a switch for exactly what is sent: each topic by email, as an alert, or not at all', async () => {
    await open()
    await expect.element(page.getByRole('switch', { name: 'Event Participant Alert by email' })).toBeVisible()
    const names = page.getByRole('table').getByRole('switch').elements()
    const expected = mailTopicKeys.flatMap((topic) => [
      ...(isSent(topic) ? [`${mailTopics[topic].title} by email`] : []),
      ...(sendsAlerts(topic) ? [`${mailTopics[topic].title} as an alert`] : []),
    ])
    expect(names.map((element) => element.closest('label')?.textContent)).toEqual(expected)
    expect(expected).toContain('News by email')
    expect(expected).not.toContain('News as an alert')
    expect(expected).not.toContain('Surveys by email')
  })

  it('have two switches for each topic of a community, unless it is muted', async () => {
    const topics = [
      { id: 'topic-games', name: 'Games' },
      { id: 'topic-cars', name: 'Carpools' },
    ]
    settings = { ...settings, teams: settings.teams.map((team) => ({ ...team, topics })) }
    settings.notificationSettings['topic-cars'] = { email: false, push: true }
    await open()
    const fold = page.getByText('Announcements of Sunset Smashers, 2 topics: 1 by email, 2 as an alert')
    await fold.click()
    const list = page.getByRole('table', { name: 'Topics of Sunset Smashers' })
    await expect.element(list.getByRole('switch', { name: 'Carpools by email' })).not.toBeChecked()
    await expect.element(list.getByRole('switch', { name: 'Carpools as an alert' })).toBeChecked()
    await expect.element(list.getByRole('switch', { name: 'Games by email' })).toBeChecked()
    await expectReloadAfter(() => list.getByRole('switch', { name: 'Games by email' }).click())
    expect(requestsTo('PATCH /api/notifications/settings')[0]?.body).toEqual({ topic: 'topic-games', channel: 'email', isOn: false })
    await expect.element(list.getByRole('switch', { name: 'Games by email' })).not.toBeChecked()
    await expectReloadAfter(() => list.getByRole('switch', { name: 'Games as an alert' }).click())
    expect(requestsTo('PATCH /api/notifications/settings')[1]?.body).toEqual({ topic: 'topic-games', channel: 'push', isOn: false })
    await expect.element(page.getByText('2 topics: 0 by email, 1 as an alert')).toBeVisible()
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
    await expectReloadAfter(() => page.getByRole('switch', { name: /Mute Sunset Smashers/ }).click())
    await expect.element(list).not.toBeInTheDocument()
  })

  it('let the user choose how often emails come, except for news that cannot wait', async () => {
    answerWith({
      'PUT /api/notifications/settings/alerts/frequency': ({ body }: { body: unknown }) => {
        const { frequency } = body as ChangeFrequency
        settings = { ...settings, frequencies: { ...settings.frequencies, alerts: frequency } }
        return null
      },
    })
    await open()
    const field = page.getByRole('button', { name: /How often: Your Alerts/ })
    await expect.element(field).toHaveTextContent('At most one an hour')
    await field.click()
    await expectReloadAfter(() => page.getByRole('option', { name: 'One a day, at 8 AM' }).click())
    await expect.element(field).toHaveTextContent('One a day, at 8 AM')
    expect(settings.frequencies.alerts).toBe('daily')
    await expect.element(page.getByRole('button', { name: /How often: Event Participant Alert/ })).not.toBeInTheDocument()
    await page.getByRole('switch', { name: 'Your Alerts by email' }).click()
    await expect.element(field).not.toBeInTheDocument()
  })

  it('say what would reach the user at this moment', async () => {
    const always = { from: '00:00', to: '23:59', days: [...weekdays], letsOffersThrough: true }
    settings = { ...settings, quietHours: always, frequencies: { ...settings.frequencies, alerts: 'weekly' } }
    settings.notificationSettings.endorsement = { email: false, push: false }
    settings.teams = settings.teams.map((team) => ({ ...team, isMuted: true }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 18, 20) })
    const device = {
      id: 'd',
      name: 'Chrome on Android',
      isThis: true,
      hidesText: false,
      createdAt: 1,
      refreshedAt: 1,
      outcome: null,
      test: null,
    }
    answerWith({ 'GET /api/push': { publicKey: null, devices: [device] } })
    await open()
    await page.getByRole('button', { name: 'What would reach you now?' }).click()
    const dialog = page.getByRole('dialog', { name: 'What would reach you now' })
    await expect.element(dialog).toHaveTextContent('It is 12:20 PM in your time zone. Your quiet hours last until 11:59 PM.')
    const channelsOf = (title: string) => dialog.getByText(title, { exact: true }).element().parentElement?.textContent
    expect(channelsOf('A free seat is offered to you')).toBe('A free seat is offered to youEmail: At onceAlert: Rings')
    expect(channelsOf('Connections')).toBe('ConnectionsEmail: At 11:59 PMAlert: Comes without a sound')
    expect(channelsOf('Endorsement Received')).toBe('Endorsement ReceivedEmail: OffAlert: Off')
    expect(channelsOf('News')).toBe('NewsEmail: At 11:59 PM')
    // The weekly email falls into quiet hours too.
    expect(channelsOf('Your Alerts')).toBe('Your AlertsEmail: At Monday 11:59 PMAlert: Comes without a sound')
    await expect.element(dialog).toHaveTextContent('Nothing comes from communities that you muted: Sunset Smashers.')
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('let the user set quiet hours, each part at once', async () => {
    const changes = () => requestsTo('PATCH /api/notifications/settings').map(({ body }) => body)
    answerWith({
      'PATCH /api/notifications/settings': ({ body }: { body: unknown }) => {
        settings = { ...settings, ...(body as Pick<NotificationSettings, 'quietHours'>) }
        return null
      },
    })
    await open()
    await expectReloadAfter(() => page.getByRole('switch', { name: 'Quiet hours' }).click())
    expect(changes()).toEqual([{ quietHours: suggestedQuietHours }])
    const friday = page.getByRole('button', { name: 'Friday' })
    await expect.element(friday).toHaveAttribute('aria-pressed', 'true')
    await expectReloadAfter(() => friday.click())
    await expect.element(friday).toHaveAttribute('aria-pressed', 'false')
    await expectReloadAfter(() => page.getByRole('switch', { name: 'An offer of a seat may ring' }).click())
    const hours = page.getByRole('group', { name: 'From' }).getByRole('spinbutton', { name: /hour/ })
    await hours.click()
    await userEvent.keyboard('9')
    await expectReloadAfter(() => userEvent.click(page.getByRole('heading', { name: 'When they come' })))
    expect(settings.quietHours).toEqual({
      from: '21:00',
      to: '07:00',
      days: weekdays.filter((day) => day !== 'friday'),
      letsOffersThrough: false,
    })
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
    await expectReloadAfter(() => page.getByRole('switch', { name: 'Quiet hours' }).click())
    await expect.element(friday).not.toBeInTheDocument()
  })

  it('ask for the day of weekly emails once a topic has them', async () => {
    answerWith({
      'PATCH /api/notifications/settings': ({ body }: { body: unknown }) => {
        settings = { ...settings, ...(body as Pick<NotificationSettings, 'weekday'>) }
        return null
      },
    })
    const app = await open()
    const day = page.getByRole('button', { name: /Weekly emails come on/ })
    await expect.element(page.getByRole('heading', { name: 'When they come' })).toBeVisible()
    await expect.element(day).not.toBeInTheDocument()
    settings = { ...settings, frequencies: { ...settings.frequencies, alerts: 'weekly' } }
    await app.reload()
    await expect.element(day).toHaveTextContent('Monday')
    await day.click()
    await expectReloadAfter(() => page.getByRole('option', { name: 'Friday' }).click())
    await expect.element(day).toHaveTextContent('Friday')
    expect(settings.weekday).toBe('friday')
  })

  it('can be confirmed without a change', async () => {
    await open()
    await expectReloadAfter(() => keep.click())
    await expect.element(keep).not.toBeInTheDocument()
    await expect.element(page.getByRole('switch', { name: 'Your Alerts by email' })).toBeChecked()
    expect(settings.isChosen).toBe(true)
  })

  it('let the user mute a community and unmute it again', async () => {
    const app = await open()
    const muted = page.getByRole('switch', { name: /Mute Sunset Smashers/ })
    for (const isMuted of [true, false]) {
      await expectReloadAfter(() => muted.click())
      expect(settings.teams[0]?.isMuted).toBe(isMuted)
      await app.reload()
      await expect.poll(() => (muted.element() as HTMLInputElement).checked).toBe(isMuted)
    }
  })

  it('go back to the old value with the reason if the server refuses a change', async () => {
    answerWith({ 'PATCH /api/notifications/settings': failing })
    await open()
    const mail = page.getByRole('switch', { name: 'Your Alerts by email' })
    await mail.click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(mail).toBeChecked()
  })
})
