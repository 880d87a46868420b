import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CreateUserList, UserList, UserListItem } from '../../domain/user-lists/contract.ts'
import { withDana } from './conversation-examples.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer } from './setup/conversation-server.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

let lists: UserList[]

const listAt = (path: string) => lists.find(({ uid }) => path.split('/')[3] === uid)
const itemOf = (body: unknown): UserListItem => {
  const { userId, email } = body as { userId?: string; email?: string }
  const person = [dana, omar].find(({ id }) => id === userId)
  const named = { id: `item-${userId ?? email}`, pictureUrl: null, isBlocked: false }
  return person
    ? { ...named, uid: person.id, email: null, displayName: person.name }
    : { ...named, uid: null, email: email ?? '', displayName: email ?? '' }
}

function change(path: string, next: (list: UserList) => UserList) {
  lists = lists.map((list) => (list === listAt(path) ? next(list) : list))
  return null
}

beforeEach(() => {
  lists = []
  answerWith({
    'GET /api/user-lists': () => ({ lists: lists.map(({ uid, name, userListItems }) => ({ uid, name, count: userListItems.length })) }),
    'POST /api/user-lists': ({ body }: { body: unknown }) => {
      const list = { uid: `list-${lists.length}`, name: (body as CreateUserList).name, userListItems: [] }
      lists = [...lists, list]
      return { uid: list.uid, name: list.name, count: 0 }
    },
    'GET /api/user-lists/:id': ({ path }: { path: string }) => listAt(path) ?? refuse('UserListNotFound', 'We could not find this list.'),
    'PATCH /api/user-lists/:id': ({ path, body }: { path: string; body: unknown }) =>
      change(path, (list) => ({ ...list, name: (body as { name: string }).name })),
    'DELETE /api/user-lists/:id': ({ path }: { path: string }) => {
      lists = lists.filter((list) => list !== listAt(path))
      return null
    },
    'POST /api/user-lists/:id/items': ({ path, body }: { path: string; body: unknown }) => {
      change(path, (list) => ({ ...list, userListItems: [...list.userListItems, itemOf(body)] }))
      return itemOf(body)
    },
    'DELETE /api/user-lists/:id/items/:itemId': ({ path }: { path: string }) =>
      change(path, (list) => ({ ...list, userListItems: list.userListItems.filter(({ id }) => id !== path.split('/')[5]) })),
    'GET /api/people': { people: [omar] },
  })
})

const people = page.getByRole('list', { name: 'People', exact: true }).getByRole('listitem')
const index = page.getByRole('navigation', { name: 'Your lists' })
const email = page.getByLabelText('Or by email')
const name = page.getByRole('textbox', { name: 'Name', exact: true })
const tuesday = (...items: unknown[]): UserList => ({ uid: 'tuesday', name: 'Tuesday doubles', userListItems: items.map(itemOf) })

async function openTuesday(...items: unknown[]) {
  lists = [tuesday(...items)]
  const app = await openApp('/user-list?list=tuesday', { viewer: someone })
  await expect.element(page.getByRole('heading', { name: 'Tuesday doubles' })).toBeVisible()
  return app
}

async function choose(entry: string) {
  await page.getByRole('button', { name: 'More for Tuesday doubles' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

describe('a list', () => {
  it('is created with a name, and opens', async () => {
    const app = await openApp('/user-list', { viewer: someone })
    await expect.element(page.getByText('No lists yet')).toBeVisible()
    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByRole('button', { name: 'Create list' }).click()
    await expect.element(page.getByText('Enter a list name.')).toBeVisible()
    await expectAccessible()
    await name.fill('Tuesday doubles')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Tuesday doubles' })).toBeVisible()
    expect(app.address()).toBe('/user-list?list=list-0')
    await expect.element(page.getByText('Nobody is on this list yet')).toBeVisible()
    await expect.element(index.getByRole('link', { name: /Tuesday doubles/ })).toBeVisible()
  })

  it('gets people by name and by email', async () => {
    await openTuesday()
    const byName = page.getByRole('combobox', { name: 'Add by name' })
    await byName.fill('haddad')
    await expect.element(page.getByRole('option', { name: 'Omar Haddad' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(people).toHaveTextContent('Omar Haddad')
    await expect.element(byName).toHaveValue('')
    await email.fill('not an email')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Enter a valid email, like maya@example.com.')).toBeVisible()
    await expect.element(people).toHaveLength(1)
    await email.fill('sam@example.com')
    await userEvent.keyboard('{Enter}')
    await expect.element(people.nth(1)).toHaveTextContent('sam@example.com')
    await expect.element(people.nth(0)).toHaveTextContent('Omar Haddad')
    await expect.element(email).toHaveValue('')
    await expectAccessibleInBothThemes()
    // The number next to its name is updated.
    await expect.element(index.getByRole('link', { name: 'Tuesday doubles 2 people' })).toBeVisible()
    expect(requestsTo('POST /api/user-lists/tuesday/items').map(({ body }) => body)).toEqual([
      { userId: omar.id },
      { email: 'sam@example.com' },
    ])
  })

  it('removes a person at once, and keeps the focus', async () => {
    await openTuesday({ userId: omar.id }, { email: 'sam@example.com' })
    await page.getByRole('button', { name: 'Remove Omar Haddad' }).click()
    await expect.element(people).toHaveTextContent('sam@example.com')
    await expect.element(people).toHaveLength(1)
    await expect.element(page.getByRole('list', { name: 'People', exact: true })).toHaveFocus()
    await expect.element(index.getByRole('link', { name: 'Tuesday doubles 1 person' })).toBeVisible()
  })

  it('shows its new name everywhere after a rename', async () => {
    await openTuesday()
    await choose('Rename')
    await name.fill('Wednesday doubles')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect.element(page.getByRole('heading', { name: 'Wednesday doubles' })).toBeVisible()
    await expect.element(index.getByRole('link', { name: /Wednesday doubles/ })).toBeVisible()
  })

  it('is deleted after a confirmation, and removed from the address', async () => {
    const app = await openTuesday({ email: 'sam@example.com' })
    await choose('Delete')
    await expectAccessible()
    await page.getByRole('button', { name: 'Delete the list' }).click()
    await expect.element(page.getByText('No lists yet')).toBeVisible()
    expect(app.address()).toBe('/user-list')
  })

  it('fills the screen on a phone, with a link back to all lists', async () => {
    await page.viewport(390, 844)
    lists = [tuesday({ email: 'sam@example.com' })]
    await openApp('/user-list', { viewer: someone })
    await index.getByRole('link', { name: /Tuesday doubles/ }).click()
    await expect.element(people).toHaveTextContent('sam@example.com')
    await expect.element(index).not.toBeInTheDocument()
    await page.getByRole('main').getByRole('link', { name: 'Your lists' }).click()
    await expect.element(index).toBeVisible()
  })
})

it('A person on a list can be written to, but not an address or somebody who is blocked', async () => {
  const items = [{ userId: dana.id }, { email: 'robin@example.com' }, { userId: omar.id }].map(itemOf)
  lists = [{ ...tuesday(), userListItems: items.map((item) => ({ ...item, isBlocked: item.uid === omar.id })) }]
  const app = await openApp('/user-list?list=tuesday', { viewer: someone })
  await expect.element(people).toHaveLength(3)
  expect(page.getByRole('button', { name: /^Message / }).all()).toHaveLength(1)
  new ConversationServer({ conversation: withDana, people: [dana] })
  onTestFinished(() => void vi.unstubAllGlobals())
  answerWith({ 'POST /api/conversations': withDana })
  await page.getByRole('button', { name: 'Message Dana Alvarez' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Message Dana Alvarez' })).toBeVisible()
  expect(app.address()).toBe('/messages/direct_dana')
  expect(requestsTo('POST /api/conversations').map(({ body }) => body)).toEqual([{ userId: dana.id }])
})

describe('a change that the server refuses', () => {
  const failing = refuse('Unexpected', 'Something went wrong on our side.')

  it('is undone, with the reason', async () => {
    await openTuesday({ email: 'kept@example.com' })
    answerWith({ 'DELETE /api/user-lists/:id/items/:itemId': failing })
    await page.getByRole('button', { name: 'Remove kept@example.com' }).click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(people).toHaveTextContent('kept@example.com')
  })

  it('is not in the list, and the typed email survives a reload', async () => {
    const app = await openTuesday({ email: 'kept@example.com' })
    answerWith({ 'POST /api/user-lists/:id/items': failing })
    await email.fill('sam@example.com')
    await userEvent.keyboard('{Enter}')
    const region = page.getByRole('region', { name: 'Tuesday doubles' })
    await expect.element(region.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(people).toHaveLength(1)
    await app.reload()
    await expect.element(email).toHaveValue('sam@example.com')
  })

  it('is not found if the list belongs to someone else', async () => {
    lists = [tuesday()]
    await openApp('/user-list?list=not-mine', { viewer: someone })
    await expect.element(page.getByText('We could not find this list.')).toBeVisible()
  })
})
