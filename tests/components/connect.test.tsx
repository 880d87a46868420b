import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Connection, ConnectionPage, ConnectionState, FollowPage } from '../../domain/connections/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { withDana } from './conversation-examples.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer } from './setup/conversation-server.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const connectedAt = Date.parse('2026-05-06T12:00:00Z')
const failing = refuse('Unexpected', 'Something went wrong on our side.')
const widePerson = { id: 'person-wide', name: 'W'.repeat(25), pictureUrl: null } satisfies Face

let connections: Connection[]
let followed: Face[]

beforeEach(() => {
  connections = []
  followed = []
  const setConnectionState = (state: ConnectionState, path: string) => {
    const { person } = connections.find((one) => path.endsWith(one.person.id)) ?? { person: dana }
    connections = [...connections.filter((one) => one.person !== person), { person, state, since: connectedAt, note: '' }]
    return { state }
  }
  answerWith({
    'GET /api/connections': ({ query }: { query: Record<string, string> }) =>
      ({ connections: connections.filter(({ state }) => state === query.state), next: null }) satisfies ConnectionPage,
    'PUT /api/connections/:id': ({ path }: { path: string }) => setConnectionState('connected', path),
    'DELETE /api/connections/:id': ({ path }: { path: string }) => {
      connections = connections.filter(({ person }) => !path.endsWith(person.id))
      return null
    },
    'GET /api/follows': () => ({ people: followed, next: null }) satisfies FollowPage,
    'PUT /api/follows/:id': { isFollowing: true, followers: 1 },
    'DELETE /api/follows/:id': () => {
      followed = []
      return { isFollowing: false, followers: 0 }
    },
  })
})

const open = (tab: string) => openApp(`/connect?tab=${tab}`, { viewer: someone })

describe('each tab', () => {
  it.each([
    ['connections', 'No connections yet'],
    ['requests', 'No requests'],
    ['following', 'You do not follow anyone yet'],
  ])('says what to do while it is empty: %s', async (tab, words) => {
    await open(tab)
    await expect.element(page.getByText(words)).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('has room for the widest name on a phone', async () => {
    await page.viewport(390, 844)
    connections = [
      { person: widePerson, state: 'sent', since: connectedAt, note: '' },
      { person: { ...widePerson, id: 'person-wider' }, state: 'received', since: connectedAt, note: '' },
    ]
    followed = [widePerson]
    const app = await open('requests')
    await expect.element(page.getByRole('button', { name: /Withdraw/ })).toBeVisible()
    await expectNoHorizontalScroll()
    await app.goTo('/connect?tab=following')
    await expect.element(page.getByRole('button', { name: /^Follow / })).toBeVisible()
    await expectNoHorizontalScroll()
  })
})

it('A connection leads to the conversation with the person', async () => {
  connections = [{ person: dana, state: 'connected', since: connectedAt, note: '' }]
  const app = await open('connections')
  new ConversationServer({ conversation: withDana, people: [dana] })
  onTestFinished(() => void vi.unstubAllGlobals())
  answerWith({ 'POST /api/conversations': withDana })
  await page.getByRole('button', { name: 'Message Dana Alvarez' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Message Dana Alvarez' })).toBeVisible()
  expect(app.address()).toBe('/messages/direct_dana')
  expect(requestsTo('POST /api/conversations').map(({ body }) => body)).toEqual([{ userId: dana.id }])
})

describe('requests', () => {
  it('are counted on their tab, and their row stays in place after an answer', async () => {
    connections = [
      { person: dana, state: 'received', since: connectedAt, note: '' },
      { person: omar, state: 'received', since: connectedAt, note: '' },
    ]
    const app = await open('requests')
    await expect.element(page.getByRole('tab', { name: 'Requests 2' })).toBeVisible()
    await page.getByRole('button', { name: 'Accept Dana Alvarez' }).click()
    await expect.element(page.getByText('You are connected')).toBeVisible()
    await expect.element(page.getByText('You are connected')).toHaveFocus()
    await page.getByRole('button', { name: 'Decline Omar Haddad' }).click()
    await expect.element(page.getByText('Declined')).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Requests', exact: true })).toBeVisible()
    await expectAccessibleInBothThemes()
    // The list of connections is requested again and contains the new one.
    await page.getByRole('tab', { name: 'Connections' }).click()
    await expect.element(page.getByRole('link', { name: /Dana Alvarez/ })).toHaveAttribute('href', `/profile/${dana.id}`)
    expect(app.address()).toBe('/connect?tab=connections')
  })

  it('can be withdrawn by their sender', async () => {
    connections = [{ person: dana, state: 'sent', since: connectedAt, note: '' }]
    await open('requests')
    await expect.element(page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: /Dana Alvarez/ })).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw request to Dana Alvarez' }).click()
    await expect.element(page.getByText('Withdrawn')).toBeVisible()
    await expect.poll(() => connections).toEqual([])
  })

  it('can be answered again after an error', async () => {
    answerWith({ 'PUT /api/connections/:id': failing })
    connections = [{ person: dana, state: 'received', since: connectedAt, note: '' }]
    await open('requests')
    await page.getByRole('button', { name: 'Accept Dana Alvarez' }).click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Accept Dana Alvarez' })).toBeVisible()
  })
})

describe('the list of followed people', () => {
  it('still shows an unfollowed person until the user returns, so that a mistake can be undone', async () => {
    followed = [dana]
    const app = await open('following')
    const follow = page.getByRole('button', { name: 'Follow Dana Alvarez' })
    await expect.element(follow).toHaveAttribute('aria-pressed', 'true')
    await follow.click()
    await expect.element(follow).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => requestsTo('DELETE /api/follows/:id').length).toBe(1)
    await app.goTo('/connect?tab=connections')
    await expect.element(page.getByText('No connections yet')).toBeVisible()
    await app.goTo('/connect?tab=following')
    await expect.element(page.getByText('You do not follow anyone yet')).toBeVisible()
  })
})
