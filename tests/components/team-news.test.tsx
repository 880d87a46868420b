import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TeamAnnouncement } from '../../domain/team-announcements/contract.ts'
import { queryClient } from '../../web/query-client.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const viewer = someone
const main = page.getByRole('main')
const list = main.getByRole('list', { name: 'Announcements' })
const tab = page.getByRole('navigation', { name: 'Community' }).getByRole('link', { name: /News/ })
const topics = [
  { id: 'games', name: 'Games', description: '' },
  { id: 'cars', name: 'Carpools', description: '' },
]

const anAnnouncement = (more: Partial<TeamAnnouncement> = {}): TeamAnnouncement => ({
  id: 'news-a',
  topic: { id: 'games', name: 'Games' },
  title: 'Court 3 is closed',
  body: [{ kind: 'paragraph', runs: [{ text: 'We play on court 4.' }] }],
  text: null,
  author: { id: 'dana', name: 'Dana Alvarez', pictureUrl: null },
  createdAt: Date.UTC(2026, 9, 1, 15),
  editedAt: null,
  version: 1,
  isRead: false,
  isNew: true,
  readers: null,
  ...more,
})

let announcements: TeamAnnouncement[]
let unread: number

beforeEach(() => {
  announcements = [anAnnouncement()]
  unread = 1
  answerWith({
    'GET /api/teams/smashers/detail': () => aTeam({ role: 'member', topics, unreadAnnouncements: unread }),
    'GET /api/teams/smashers/announcements': ({ query }) => ({
      announcements: announcements.filter(({ topic }) => query.topic === undefined || topic?.id === query.topic),
      next: null,
    }),
    'POST /api/teams/smashers/announcements/read': () => {
      unread = 0
      return null
    },
  })
})

const asOrganizer = () =>
  answerWith({ 'GET /api/teams/smashers/detail': () => aTeam({ role: 'organizer', topics, unreadAnnouncements: 0 }) })

describe('The news of a community', () => {
  it('show members what is new, and record once what they have opened', async () => {
    announcements.push(anAnnouncement({ id: 'news-b', title: '', isRead: true, isNew: false, topic: null, editedAt: 1 }))
    await openApp('/team/smashers/news', { viewer })
    await expect.element(list.getByRole('heading', { name: 'Court 3 is closed' })).toBeVisible()
    await expect.element(list.getByRole('heading', { name: 'From Dana Alvarez' })).toBeVisible()
    await expect.element(list).toHaveTextContent('Edited')
    await expect
      .poll(() => requestsTo('POST /api/teams/smashers/announcements/read').map(({ body }) => body))
      .toEqual([{ ids: ['news-a'] }])
    await expect.element(tab).toHaveAccessibleName('News')
    await expect.element(list.getByText('New', { exact: true })).toBeVisible()
    await expect.element(main.getByRole('button', { name: /Read by|More for/ })).not.toBeInTheDocument()
    await expect.element(main.getByRole('button', { name: 'New announcement' })).toHaveAttribute('aria-disabled', 'true')
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('have a count of what is new on their tab', async () => {
    unread = 10
    answerWith({ 'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null } })
    await openApp('/team/smashers', { viewer })
    await expect.element(tab).toHaveAccessibleName('News 9+ new')
  })

  it('are filtered by topic at an address of their own', async () => {
    announcements.push(anAnnouncement({ id: 'news-b', title: 'Two cars', topic: { id: 'cars', name: 'Carpools' } }))
    const app = await openApp('/team/smashers/news', { viewer })
    await main.getByRole('button', { name: 'Carpools' }).click()
    await expect.element(list.getByRole('heading', { name: 'Two cars' })).toBeVisible()
    await expect.element(list.getByRole('heading', { name: 'Court 3 is closed' })).not.toBeInTheDocument()
    expect(app.address()).toBe('/team/smashers/news?topic=cars')
    announcements = []
    await app.reload()
    await expect.element(main.getByText('Nothing about this topic yet')).toBeVisible()
    await main.getByRole('button', { name: 'Carpools' }).click()
    await expect.element(main.getByText('No announcements yet')).toBeVisible()
    expect(app.address()).toBe('/team/smashers/news')
  })

  it('say so if they cannot be loaded, and for people outside', async () => {
    answerWith({ 'GET /api/teams/smashers/announcements': refuse('Conflict', 'Something changed.') })
    const app = await openApp('/team/smashers/news', { viewer })
    await expect.element(main.getByText('We could not load the announcements')).toBeVisible()
    answerWith({ 'GET /api/teams/smashers/detail': aTeam() })
    await app.reload()
    await expect.element(main.getByText('Only members read the news')).toBeVisible()
    await expectAccessible()
  })

  it('give way to the part for people outside once the viewer was removed', async () => {
    const app = await openApp('/team/smashers/news', { viewer })
    await expect.element(main.getByRole('list', { name: 'Announcements' })).toBeVisible()
    answerWith({
      'GET /api/teams/smashers/announcements': refuse('TeamNotFound', 'Team not found'),
      'GET /api/teams/smashers/detail': aTeam(),
    })
    await queryClient.invalidateQueries({ queryKey: ['teams', 'smashers', 'announcements'] })
    await expect.element(main.getByText('Only members read the news')).toBeVisible()
    await expect.element(main.getByRole('list', { name: 'Announcements' })).not.toBeInTheDocument()
    expect(app.address()).toBe('/team/smashers/news')
  })

  it('let organizers write with a topic; what they typed survives a reload', async () => {
    asOrganizer()
    announcements = []
    answerWith({
      'POST /api/teams/smashers/announcements': ({ body }) => {
        const { title } = body as { title: string }
        const created = anAnnouncement({ id: 'news-new', title, isRead: true, isNew: false, text: 'x', readers: { read: 0, total: 37 } })
        announcements = [created]
        return created
      },
    })
    const app = await openApp('/team/smashers/news', { viewer })
    await main.getByRole('button', { name: 'New announcement' }).click()
    const dialog = page.getByRole('dialog', { name: 'New announcement' })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(dialog.getByText('Write something first.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Carpools' }).click()
    await dialog.getByLabelText('Title').fill('Two cars')
    await dialog.getByRole('textbox', { name: 'Announcement' }).fill('Who drives?')
    await expectAccessible()
    await app.reload()
    await main.getByRole('button', { name: 'New announcement' }).click()
    await expect.element(dialog.getByLabelText('Title')).toHaveValue('Two cars')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.element(list.getByRole('heading', { name: 'Two cars' })).toBeVisible()
    expect(requestsTo('POST /api/teams/smashers/announcements').map(({ body }) => body)).toEqual([
      { topicId: 'cars', title: 'Two cars', text: 'Who drives?', idempotencyKey: expect.any(String) },
    ])
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('show organizers who has read them and who has not', async () => {
    asOrganizer()
    announcements = [anAnnouncement({ isRead: true, isNew: false, text: 'x', readers: { read: 1, total: 2 } })]
    const [lee, sam] = ['Lee Rally', 'Sam Quick'].map((name) => ({ id: name, name, pictureUrl: null }))
    answerWith({
      'GET /api/teams/smashers/announcements/news-a/readers': ({ query }) => ({
        people: query.list === 'unread' ? [{ person: sam, readAt: null }] : [{ person: lee, readAt: Date.UTC(2026, 9, 2) }],
        next: null,
      }),
    })
    await openApp('/team/smashers/news', { viewer })
    await main.getByRole('button', { name: 'Read by 1 of 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Read by 1 of 2' })
    await expect.element(dialog.getByRole('list', { name: 'Who has read it' })).toHaveTextContent('Lee Rally')
    await dialog.getByRole('tab', { name: 'Not yet 1' }).click()
    await expect.element(dialog.getByRole('list', { name: 'Who has not read it' })).toHaveTextContent('Sam Quick')
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('let organizers edit and delete', async () => {
    asOrganizer()
    announcements = [anAnnouncement({ isRead: true, isNew: false, text: 'We play on court 4.', readers: { read: 0, total: 2 } })]
    answerWith({
      'PUT /api/teams/smashers/announcements/news-a': () => {
        announcements = announcements.map((one) => ({ ...one, title: 'Court 4 is closed', editedAt: 1, version: 2 }))
        return announcements[0]
      },
      'DELETE /api/teams/smashers/announcements/news-a': () => {
        announcements = []
        return null
      },
    })
    await openApp('/team/smashers/news', { viewer })
    await main.getByRole('button', { name: 'More for Court 3 is closed' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit announcement' })
    await dialog.getByLabelText('Title').fill('Court 4 is closed')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(list.getByRole('heading', { name: 'Court 4 is closed' })).toBeVisible()
    expect(requestsTo('PUT /api/teams/smashers/announcements/news-a')[0]?.body).toMatchObject({ version: 1, topicId: 'games' })
    await main.getByRole('button', { name: 'More for Court 4 is closed' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(main.getByText('No announcements yet')).toBeVisible()
  })
})
