import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BlockEntry, BlockPage, BlockPeople, PrivacySwitches } from '../../domain/privacy/contract.ts'
import { defaultPrivacy } from '../../domain/privacy/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import type { UserList, UserListItem } from '../../domain/user-lists/contract.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

let switches: PrivacySwitches
let blocked: BlockEntry[]
let items: UserListItem[]

const blockOf = ({ id, name, pictureUrl }: Face) => ({
  id: `block-${id}`,
  userId: id,
  email: null,
  name,
  pictureUrl,
  blockedAt: Date.parse('2026-05-06T12:00:00Z'),
})
const blockOfEmail = (email: string) => ({ ...blockOf({ id: email, name: email, pictureUrl: null }), userId: null, email })
const isBlocked = (id: string | null) => blocked.some(({ userId, email }) => userId === id || email === id)
const itemOf = ({ id, name, pictureUrl }: Face) => ({
  id: `item-${id}`,
  uid: id,
  email: null,
  displayName: name,
  pictureUrl,
  isBlocked: false,
})
const itemOfEmail = (email: string) => ({ ...itemOf({ id: email, name: email, pictureUrl: null }), uid: null, email })

const roughPlayers = (): UserList => ({
  uid: 'rough',
  name: 'Rough players',
  userListItems: items.map((item) => ({ ...item, isBlocked: isBlocked(item.uid ?? item.email) })),
})

function block({ userIds, listItemIds }: BlockPeople) {
  const ofList = items.filter(({ id }) => listItemIds.includes(id))
  const people = [dana, omar].filter(({ id }) => userIds.includes(id) || ofList.some(({ uid }) => uid === id))
  const newEntries: BlockEntry[] = [...people.map(blockOf), ...ofList.flatMap(({ email }) => (email === null ? [] : [blockOfEmail(email)]))]
  const added = newEntries.filter(({ userId, email }) => !isBlocked(userId ?? email))
  if (added.length === 0) return refuse('PersonAlreadyBlocked', 'User is already blocked.')
  blocked = [...added, ...blocked]
  return { blocked: added.length }
}

beforeEach(() => {
  switches = defaultPrivacy
  blocked = []
  items = [itemOf(dana), itemOf(omar), itemOfEmail('someone@example.com')]
  answerWith({
    'GET /api/privacy': () => switches,
    'PATCH /api/privacy': ({ body }: { body: unknown }) => {
      switches = { ...switches, ...(body as Partial<PrivacySwitches>) }
      return switches
    },
    'GET /api/privacy/blocks': () => ({ blocklist: blocked, next: null }) satisfies BlockPage,
    'POST /api/privacy/blocks': ({ body }: { body: unknown }) => block(body as BlockPeople),
    'DELETE /api/privacy/blocks/:id': ({ path }: { path: string }) => {
      blocked = blocked.filter(({ id }) => !path.endsWith(`/${id}`))
      return null
    },
    'GET /api/people': ({ query }: { query: Record<string, string> }) => ({
      people: [dana, omar].filter(({ id, name }) => !isBlocked(id) && name.toLowerCase().includes((query.q ?? '').toLowerCase())),
    }),
    'GET /api/user-lists': () => ({ lists: [{ uid: 'rough', name: 'Rough players', count: items.length }] }),
    'GET /api/user-lists/rough': roughPlayers,
  })
})

const open = () => openApp('/settings?tab=privacy', { viewer: someone })
const dialog = page.getByRole('dialog', { name: 'Block people' })
const blockSelected = dialog.getByRole('button', { name: 'Block Selected' })
const blockedRows = page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem')
const find = dialog.getByRole('combobox', { name: 'Find by name' })

async function pickPerson(typed: string, name: string) {
  await find.fill(typed)
  await expect.element(page.getByRole('option', { name })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

describe('the privacy switches', () => {
  const messages = page.getByRole('switch', { name: 'Messages from anyone' })
  const games = page.getByRole('switch', { name: 'Your upcoming games' })

  it('are saved one after the other, in the order of the clicks', async () => {
    await open()
    await expect.element(messages).not.toBeChecked()
    await expectAccessible()
    await messages.click()
    await expect.element(page.getByText('Privacy has been updated successfully.').first()).toBeVisible()
    await games.click()
    await messages.click()
    await expect.poll(() => switches).toEqual({ ...defaultPrivacy, publicUpcomingGames: true })
    expect(requestsTo('PATCH /api/privacy').map(({ body }) => body)).toEqual([
      { messagesFromAnyone: true },
      { publicUpcomingGames: true },
      { messagesFromAnyone: false },
    ])
    await expect.element(games).toBeChecked()
    await expect.element(messages).not.toBeChecked()
  })

  it('show the changes of another tab after a save', async () => {
    await open()
    await expect.element(games).not.toBeChecked()
    switches = { ...switches, publicBadges: true }
    await page.getByRole('switch', { name: 'Online status' }).click()
    await expect.element(page.getByRole('switch', { name: 'Badges on your profile' })).toBeChecked()
    await expect.element(page.getByRole('switch', { name: 'Online status' })).toBeChecked()
  })

  it('go back to the old value with the reason if the server refuses', async () => {
    answerWith({ 'PATCH /api/privacy': refuse('Unexpected', 'Something went wrong on our side.') })
    await open()
    await messages.click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(messages).not.toBeChecked()
  })
})

describe('blocking', () => {
  it('finds someone by name, lets the user deselect them, and lists them after blocking', async () => {
    await open()
    await expect.element(page.getByText('Nobody is blocked')).toBeVisible()
    await page.getByRole('button', { name: 'Block people' }).click()
    await expect.element(blockSelected).toBeDisabled()
    await pickPerson('alv', 'Dana Alvarez')
    await expect.element(page.getByRole('list', { name: 'Selected people' }).getByText('Dana Alvarez')).toBeVisible()
    await expect.element(page.getByText('1 person selected')).toBeVisible()
    // Selected people are not offered again.
    await find.fill('dana')
    await expect.element(page.getByText('We found no other person with this name.').first()).toBeVisible()
    await find.fill('')
    await page.getByRole('button', { name: 'Do not block Dana Alvarez' }).click()
    await expect.element(blockSelected).toBeDisabled()
    await pickPerson('alv', 'Dana Alvarez')
    await expectAccessibleInBothThemes()
    expect(dialog.element().getBoundingClientRect().width).toBeGreaterThan(790)

    await blockSelected.click()
    await expect.element(page.getByText('User(s) successfully blocked.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(blockedRows).toHaveTextContent('Dana Alvarez')
    expect(requestsTo('POST /api/privacy/blocks').map(({ body }) => body)).toEqual([{ userIds: [dana.id], listItemIds: [] }])
    // The search must leave them out from now on.
    await page.getByRole('button', { name: 'Block people' }).click()
    await find.fill('alv')
    await expect.element(page.getByText('We found no person with this name.').first()).toBeVisible()
  })

  it('keeps the selection if the server refuses', async () => {
    await open()
    await page.getByRole('button', { name: 'Block people' }).click()
    await pickPerson('alv', 'Dana Alvarez')
    answerWith({ 'POST /api/privacy/blocks': refuse('Unexpected', 'Something went wrong on our side.') })
    await blockSelected.click()
    await expect.element(page.getByText('Error blocking users.')).toBeVisible()
    await expect.element(page.getByText('1 person selected')).toBeVisible()
    answerWith({ 'POST /api/privacy/blocks': ({ body }: { body: unknown }) => block(body as BlockPeople) })
    await blockSelected.click()
    await expect.element(page.getByText('User(s) successfully blocked.')).toBeVisible()
    await expect.element(blockedRows).toHaveTextContent('Dana Alvarez')
  })

  it('blocks several people of a list, and nobody twice', async () => {
    blocked = [blockOf(omar)]
    await open()
    await page.getByRole('button', { name: 'Block people' }).click()
    await dialog.getByRole('button', { name: /From a list/ }).click()
    await page.getByRole('option', { name: /Rough players/ }).click()
    const people = dialog.getByRole('group', { name: 'People on Rough players' })
    await expect.element(people.getByRole('checkbox', { name: /Omar Haddad/ })).toBeDisabled()
    await expect.element(blockSelected).toBeDisabled()
    await people.getByText('Everyone on this list').click()
    await expect.element(page.getByText('2 people selected')).toBeVisible()
    await people.getByText('Dana Alvarez').click()
    await expect.element(page.getByText('1 person selected')).toBeVisible()
    await people.getByText('Dana Alvarez').click()
    await expectAccessibleInBothThemes()

    // Meanwhile, they were blocked in another tab.
    blocked = [blockOf(dana), blockOfEmail('someone@example.com'), ...blocked]
    await blockSelected.click()
    await expect.element(page.getByText('User is already blocked.')).toBeVisible()
    expect(requestsTo('POST /api/privacy/blocks')[0]?.body).toEqual({
      userIds: [],
      listItemIds: ['item-someone@example.com', `item-${dana.id}`],
    })
  })

  it('marks blocked people on the page of a list', async () => {
    blocked = [blockOf(dana), blockOf(omar)]
    await openApp('/user-list?list=rough', { viewer: someone })
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await dialog.getByText('someone@example.com').click()
    await blockSelected.click()
    await expect.element(page.getByText('User(s) successfully blocked.')).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'People' }).getByText('Blocked', { exact: true })).toHaveLength(3)
  })
})

describe('unblocking', () => {
  const unblock = page.getByRole('button', { name: 'Unblock Dana Alvarez' })

  it('removes the row at once, and the search finds the person again', async () => {
    blocked = [blockOf(dana)]
    await open()
    await expect.element(blockedRows).toHaveTextContent('Dana Alvarez')
    await expectAccessibleInBothThemes()
    const requestCount = requestsTo('GET /api/privacy/blocks').length
    await unblock.click()
    await expect.element(page.getByText('User unblocked successfully.')).toBeVisible()
    await expect.element(page.getByText('Nobody is blocked')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Blocked people' })).toHaveFocus()
    await expect.poll(() => requestsTo('GET /api/privacy/blocks').length).toBe(requestCount + 1)
    await page.getByRole('button', { name: 'Block people' }).click()
    await pickPerson('dana', 'Dana Alvarez')
  })

  it('brings the row back if it fails', async () => {
    blocked = [blockOf(dana)]
    answerWith({ 'DELETE /api/privacy/blocks/:id': refuse('Unexpected', 'Something went wrong on our side.') })
    await open()
    await unblock.click()
    await expect.element(page.getByText('Error while unblocking user.')).toBeVisible()
    await expect.element(blockedRows).toHaveLength(1)
  })
})
