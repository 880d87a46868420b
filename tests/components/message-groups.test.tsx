import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import { dana, omar } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const id = 'group_trip'
const trip: OpenConversation = {
  ...{ id, kind: 'group', name: 'San Antonio trip', photo: null, person: null, team: null, event: null, blocked: false, mutedUntil: null },
  ...{ isRequest: false, last: { seq: 1, at: Date.now(), authorId: dana.id, text: 'See you at 6' }, unread: 0, mentionedSeq: null },
  ...{ mayWrite: true, mayModerate: false, mayPin: false, nextGameId: null, participants: [] },
}
const myself = { id: someone.id, name: someone.name, pictureUrl: null }
const member = (face: typeof dana, role: 'owner' | 'member' = 'member') => ({ ...face, role, joinedAt: 1 })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })

beforeEach(() => {
  allowErrors(/WebSocket/)
  return () => vi.unstubAllGlobals()
})

async function pick(label: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(name.slice(0, 4))
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

const answerPeople = () =>
  answerWith({ 'GET /api/people': ({ query }) => ({ people: [dana, omar].filter(({ name }) => name.startsWith(query.q ?? '')) }) })

describe('a new group', () => {
  it('has a name and people, keeps both when it is refused, and opens once it is made', async () => {
    answerPeople()
    answerWith({ 'GET /api/conversations': { conversations: [], next: null } })
    let isRefused = true
    answerWith({
      'POST /api/conversations/groups': () => {
        if (isRefused) return refuse('TooMuchOutreach', 'You reached the limit for today.')
        new ConversationServer({ conversation: trip, people: [dana, omar], messages: [] })
        return { id }
      },
    })
    const app = await openApp('/messages', { viewer: someone })
    await button('New').click()
    await button('New group').click()
    await button('Make the group').click()
    await expect.element(page.getByText('Give the group a name.')).toBeVisible()
    await expect.element(page.getByText('Choose at least one person.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name of the group' }).fill('San Antonio trip')
    await pick('Find by name', dana.name)
    await pick('Find by name', omar.name)
    const list = page.getByRole('list', { name: 'People in the group' })
    await expect.element(list.getByRole('listitem')).toHaveLength(2)
    await expectAccessibleInBothThemes()
    await button('Make the group').click()
    await expect.element(dialog('New group').getByRole('alert')).toHaveTextContent('You reached the limit for today.')
    await expect.element(list.getByRole('listitem')).toHaveLength(2)
    isRefused = false
    await button(`Remove ${omar.name}`).click()
    await button('Make the group').click()
    await expect.poll(app.address).toBe(`/messages/${id}`)
    const [first, second] = requestsTo('POST /api/conversations/groups').map(({ body }) => body as { idempotencyKey: string })
    expect(first).toMatchObject({ name: 'San Antonio trip', userIds: [dana.id, omar.id] })
    expect(second).toEqual({ name: 'San Antonio trip', userIds: [dana.id], idempotencyKey: first?.idempotencyKey })
  })
})

describe('the people of a group', () => {
  const openPeople = async (members: ReturnType<typeof member>[], conversation = trip) => {
    new ConversationServer({ conversation, people: [dana, omar], messages: [makeMessage(1)] })
    answerWith({ 'GET /api/conversations/:id/members': { members } })
    const app = await openApp(`/messages/${id}`, { viewer: someone })
    await button(/San Antonio trip.*Everyone in this group/).click()
    return app
  }
  const list = dialog('San Antonio trip').getByRole('list', { name: 'People in the group' })

  it('are changed by the owner, who also renames it', async () => {
    answerPeople()
    await openPeople([member(myself, 'owner'), member(dana)])
    await expect.element(list.getByRole('listitem').first()).toHaveTextContent(/\(you\)Owner/)
    await expectAccessibleInBothThemes()
    answerWith({
      'PUT /api/conversations/:id/members/:user': () => {
        answerWith({ 'GET /api/conversations/:id/members': { members: [member(myself, 'owner'), member(dana), member(omar)] } })
        return null
      },
      'DELETE /api/conversations/:id/members/:user': () => {
        answerWith({ 'GET /api/conversations/:id/members': { members: [member(myself, 'owner'), member(omar)] } })
        return null
      },
      'PATCH /api/conversations/:id/group': null,
    })
    await pick('Add a person', omar.name)
    await expect.element(list.getByRole('link', { name: omar.name })).toHaveAttribute('href', `/profile/${omar.id}`)
    await button(`Remove ${dana.name}`).click()
    await expect.element(list.getByText(dana.name)).not.toBeInTheDocument()
    await expect.element(list).toHaveFocus()
    await page.getByRole('textbox', { name: 'Name of the group' }).fill('River trip')
    await button('Rename').click()
    await expect.poll(() => requestsTo('PATCH /api/conversations/:id/group').map(({ body }) => body)).toEqual([{ name: 'River trip' }])
    expect(requestsTo('DELETE /api/conversations/:id/members/:user')[0]?.path).toBe(`/api/conversations/${id}/members/${dana.id}`)
    await page.viewport(390, 844)
    await expectNoHorizontalScroll()
  })

  it('are only listed for a member, who can leave', async () => {
    const app = await openPeople([member(dana, 'owner'), member(myself)])
    await expect.element(list.getByRole('listitem')).toHaveLength(2)
    await expect.element(button(`Remove ${dana.name}`)).not.toBeInTheDocument()
    await expect.element(page.getByRole('combobox', { name: 'Add a person' })).not.toBeInTheDocument()
    await button('Leave the group').click()
    answerWith({ 'DELETE /api/conversations/:id/members/:user': refuse('NotFound', 'This does not exist.') })
    await button('Leave').last().click()
    await expect.element(page.getByRole('alertdialog').getByRole('alert')).toHaveTextContent('This does not exist.')
    answerWith({ 'DELETE /api/conversations/:id/members/:user': null, 'GET /api/conversations': { conversations: [], next: null } })
    await button('Leave').last().click()
    await expect.poll(app.address).toBe('/messages')
  })

  it('say why they could not be loaded', async () => {
    new ConversationServer({ conversation: trip, people: [dana], messages: [makeMessage(1)] })
    answerWith({ 'GET /api/conversations/:id/members': refuse('TooManyRequests', 'Wait a moment.') })
    await openApp(`/messages/${id}`, { viewer: someone })
    await button(/San Antonio trip/)
      .first()
      .click()
    await expect.element(dialog('San Antonio trip').getByRole('alert')).toHaveTextContent('Wait a moment.')
    answerWith({ 'GET /api/conversations/:id/members': { members: [member(dana, 'owner'), member(myself)] } })
    await button('Try again').click()
    await expect.element(list.getByRole('listitem')).toHaveLength(2)
  })

  it('are strangers to who was added: they accept, or leave', async () => {
    new ConversationServer({ conversation: { ...trip, isRequest: true, mayWrite: false }, people: [dana], messages: [makeMessage(1)] })
    answerWith({ 'POST /api/conversations/:id/accept': null, 'DELETE /api/conversations/:id/members/:user': null })
    const app = await openApp(`/messages/${id}`, { viewer: someone })
    await expect.element(page.getByText('Somebody you do not know added you to San Antonio trip')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Message everyone' })).not.toBeInTheDocument()
    await button('Accept').click()
    await expect.poll(() => requestsTo('POST /api/conversations/:id/accept')).toHaveLength(1)
    answerWith({ 'GET /api/conversations': { conversations: [], next: null } })
    await button('Leave').click()
    await expect.poll(app.address).toBe('/messages')
    expect(requestsTo('DELETE /api/conversations/:id/members/:user')[0]?.path).toBe(`/api/conversations/${id}/members/${someone.id}`)
  })
})
