import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Connection, ConnectionPage, ConnectionState, FollowPage } from '../../domain/connections/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, askedFor, refuse } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoSideways } from './setup/expect-no-sideways.ts'
import { openApp, someone } from './setup/open-app.tsx'

const since = Date.parse('2026-05-06T12:00:00Z')
const failing = refuse('Unexpected', 'Something went wrong on our side.')
const wide = { id: 'person-wide', name: 'W'.repeat(25), pictureUrl: null } satisfies Face

let connections: Connection[]
let followed: Face[]

beforeEach(() => {
  connections = []
  followed = []
  const standing = (state: ConnectionState, path: string) => {
    const { person } = connections.find((one) => path.endsWith(one.person.id)) ?? { person: dana }
    connections = [...connections.filter((one) => one.person !== person), { person, state, since }]
    return { state }
  }
  answerWith({
    'GET /api/connections': ({ query }: { query: Record<string, string> }) =>
      ({ connections: connections.filter(({ state }) => state === query.state), next: null }) satisfies ConnectionPage,
    'PUT /api/connections/:id': ({ path }: { path: string }) => standing('connected', path),
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

  it('holds the widest name on a phone', async () => {
    await page.viewport(390, 844)
    connections = [
      { person: wide, state: 'sent', since },
      { person: { ...wide, id: 'person-wider' }, state: 'received', since },
    ]
    followed = [wide]
    const app = await open('requests')
    await expect.element(page.getByRole('button', { name: /Withdraw/ })).toBeVisible()
    expectNoSideways()
    await app.goTo('/connect?tab=following')
    await expect.element(page.getByRole('button', { name: /^Follow / })).toBeVisible()
    expectNoSideways()
  })
})

describe('requests', () => {
  it('are counted on their tab, and answered with the row in place', async () => {
    connections = [
      { person: dana, state: 'received', since },
      { person: omar, state: 'received', since },
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
    // The list of connections asks again and has the new one.
    await page.getByRole('tab', { name: 'Connections' }).click()
    await expect.element(page.getByRole('link', { name: /Dana Alvarez/ })).toHaveAttribute('href', `/profile/${dana.id}`)
    expect(app.address()).toBe('/connect?tab=connections')
  })

  it('that one sent can be withdrawn', async () => {
    connections = [{ person: dana, state: 'sent', since }]
    await open('requests')
    await expect.element(page.getByRole('region', { name: 'Sent' }).getByRole('link', { name: /Dana Alvarez/ })).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw request to Dana Alvarez' }).click()
    await expect.element(page.getByText('Withdrawn')).toBeVisible()
    await expect.poll(() => connections).toEqual([])
  })

  it('whose answer is refused can be answered again', async () => {
    answerWith({ 'PUT /api/connections/:id': failing })
    connections = [{ person: dana, state: 'received', since }]
    await open('requests')
    await page.getByRole('button', { name: 'Accept Dana Alvarez' }).click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Accept Dana Alvarez' })).toBeVisible()
  })
})

describe('whom one follows', () => {
  it('stays in sight until one comes back, so that a slip is mended', async () => {
    followed = [dana]
    const app = await open('following')
    const follow = page.getByRole('button', { name: 'Follow Dana Alvarez' })
    await expect.element(follow).toHaveAttribute('aria-pressed', 'true')
    await follow.click()
    await expect.element(follow).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => askedFor('DELETE /api/follows/:id').length).toBe(1)
    await app.goTo('/connect?tab=connections')
    await expect.element(page.getByText('No connections yet')).toBeVisible()
    await app.goTo('/connect?tab=following')
    await expect.element(page.getByText('You do not follow anyone yet')).toBeVisible()
  })
})
