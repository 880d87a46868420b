import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { deletionWord } from '../../domain/accounts/deletion.ts'
import type { Job } from '../../worker/env.ts'
import { makeFriends, makePerson, makeTeam, newFrame, newText, objectOf, post, readPage, runSql, say } from '../messages/people.ts'
import { type Chat, openChat } from '../messages/sockets.ts'
import { consume } from '../notifications/hold-queues.ts'
import { ask, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const removed = 4403
const connectAgain = 4409
const sessionEnded = 4401

const isOpen = (chat: Chat) => chat.socket.readyState === WebSocket.OPEN

/** Work waits in this list until the test delivers it. */
function holdWork(): Job<unknown>[] {
  const jobs: Job<unknown>[] = []
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    jobs.push(...[...messages].map(({ body }) => body))
    return {} as never
  })
  return jobs
}
afterEach(() => void vi.restoreAllMocks())

async function makeChat() {
  const [owner, member] = [await makePerson('Owner'), await makePerson('Member')]
  const team = await makeTeam(owner, member)
  const id = `team_${team}`
  const [hers, theirs] = [await openChat(member, id), await openChat(owner, id)]
  return { owner, member, team, id, hers, theirs }
}

async function expectOut({ owner, member, id, hers }: Awaited<ReturnType<typeof makeChat>>) {
  await say(owner, id, 'Now that they are gone')
  expect(await hers.closed).toBe(removed)
  expect(JSON.stringify(hers.frames)).not.toContain('Now that they are gone')
  expect((await post(member, id, newText('Still here'))).status).toBe(404)
  expect((await ask(`/api/conversations/${id}/socket`, { viewer: member, headers: { upgrade: 'websocket' } })).status).toBe(404)
}

const blockPerson = async (viewer: Viewer, userId: string) => {
  const answer = await ask('/api/privacy/blocks', { method: 'POST', viewer, json: { userIds: [userId] } })
  expect(answer.status).toBe(200)
}

describe('A socket that is open while its person loses a community closes before the answer', () => {
  it('when they leave', async () => {
    const chat = await makeChat()
    expect((await ask(`/api/teams/${chat.team}/members/me`, { method: 'DELETE', viewer: chat.member })).status).toBe(204)
    await expectOut(chat)
    expect(isOpen(chat.theirs)).toBe(true)
  })

  it('when they are removed', async () => {
    const chat = await makeChat()
    const answer = await ask(`/api/teams/${chat.team}/members/${chat.member.id}`, { method: 'DELETE', viewer: chat.owner })
    expect(answer.status, await answer.clone().text()).toBe(204)
    await expectOut(chat)
    expect(isOpen(chat.theirs)).toBe(true)
  })

  it('when the community is deleted', async () => {
    const { owner, team, id, hers, theirs } = await makeChat()
    const answer = await ask(`/api/teams/${team}?name=Club`, { method: 'DELETE', viewer: owner })
    expect(answer.status, await answer.clone().text()).toBe(204)
    expect([await hers.closed, await theirs.closed]).toEqual([removed, removed])
    expect((await ask(`/api/conversations/${id}`, { viewer: owner })).status).toBe(404)
  })

  it('from the queue, if their conversation could not be reached', async () => {
    const { member, team, id, hers } = await makeChat()
    const jobs = holdWork()
    const object = vi.spyOn(env.CONVERSATION, 'getByName').mockImplementationOnce(() => {
      throw new Error('The object is down')
    })
    expect((await ask(`/api/teams/${team}/members/me`, { method: 'DELETE', viewer: member })).status).toBe(204)
    object.mockRestore()
    expect(isOpen(hers)).toBe(true)
    await vi.waitFor(() => expect(jobs).toHaveLength(1))
    await consume('work', jobs)
    expect(await hers.closed).toBe(removed)
    expect((await post(member, id, newText('Still here'))).status).toBe(404)
  })
})

describe('A custom role', () => {
  it('lets only those connect again who have it, when it is given, may do less, and is deleted', async () => {
    const { owner, member, team, id, hers, theirs } = await makeChat()
    await runSql("UPDATE teams SET plan = 'PRO' WHERE id = ?", team)
    const send = (method: string, path: string, json?: object) =>
      ask(`/api/teams/${team}${path}`, { method, viewer: owner, ...(json && { json }) })
    const made = await send('POST', '/roles', { name: 'Keeper', rights: ['messages.moderate', 'announce'] })
    const { id: roleId } = await made.json<{ id: string }>()
    const slowDown = () => ask(`/api/conversations/${id}/slow-mode`, { method: 'PUT', viewer: member, json: { pause: null } })
    expect((await slowDown()).status).toBe(403)
    await send('PUT', `/members/${member.id}/role`, { customRoleId: roleId })
    expect(await hers.closed).toBe(connectAgain)
    expect((await slowDown()).status).toBe(204)

    const again = await openChat(member, id)
    await send('PATCH', `/roles/${roleId}`, { name: 'Herald' })
    expect(isOpen(again)).toBe(true)
    await send('PATCH', `/roles/${roleId}`, { rights: ['announce'] })
    expect(await again.closed).toBe(connectAgain)
    expect((await slowDown()).status).toBe(403)

    const last = await openChat(member, id)
    expect((await send('DELETE', `/roles/${roleId}`)).status).toBe(204)
    expect(await last.closed).toBe(connectAgain)
    expect(isOpen(theirs)).toBe(true)
  })
})

describe('A block', () => {
  it('closes the conversation of the two for both, before the answer', async () => {
    const { anna, ben, id } = await makeFriends()
    const [hers, his] = [await openChat(anna, id), await openChat(ben, id)]
    await blockPerson(anna, ben.id)
    expect([await hers.closed, await his.closed]).toEqual([removed, removed])
    for (const viewer of [anna, ben]) {
      expect((await post(viewer, id, newText('Can you hear me?'))).status).toBe(404)
      expect((await ask(`/api/conversations/${id}`, { viewer })).status).toBe(404)
      expect((await ask(`/api/conversations/${id}/messages`, { viewer })).status).toBe(404)
    }
  })

  it('lets the two connect again to their community, where neither sees the other, until it is lifted', async () => {
    const { owner, member, id, hers, theirs } = await makeChat()
    const other = await makePerson('Other')
    await runSql(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'member', 1)",
      id.slice('team_'.length),
      other.id,
    )
    const bystander = await openChat(other, id)
    await blockPerson(owner, member.id)
    expect([await hers.closed, await theirs.closed, isOpen(bystander)]).toEqual([connectAgain, connectAgain, true])
    const blind = await openChat(member, id)
    await say(owner, id, 'A secret')
    await say(other, id, 'For all')
    expect((await blind.next('messages')).messages).toMatchObject([{ text: 'For all' }])
    expect((await readPage(member, id)).messages).toHaveLength(1)

    const blocks: { blocklist: { id: string }[] } = await (await ask('/api/privacy/blocks', { viewer: owner })).json()
    expect((await ask(`/api/privacy/blocks/${blocks.blocklist[0]?.id}`, { method: 'DELETE', viewer: owner })).status).toBe(204)
    expect(await blind.closed).toBe(connectAgain)
    expect((await readPage(member, id)).messages).toHaveLength(2)
  })

  it('is seen by a permission from before the block', async () => {
    const { owner, member, id } = await makeChat()
    const admission = {
      conversationId: id,
      userId: member.id,
      sessionId: 'session',
      checkedAt: Date.now(),
      mayWrite: true,
      mayModerate: false,
      isInvited: false,
      sharesOnline: false,
      requesterId: null,
      hiddenIds: [],
    }
    await blockPerson(owner, member.id)
    expect(await objectOf(id).pageBefore(admission)).toBeNull()
  })
})

describe('The end of a session', () => {
  const askWith = (cookie: string, path: string, init: object = {}) => ask(path, { headers: { cookie }, ...init })

  it('closes its sockets of conversations before the answer, and no others', async () => {
    const { anna, ben, id } = await makeFriends()
    const here = await openChat(anna, id)
    const cookie = await signIn(anna)
    const answer = await ask(`/api/conversations/${id}/socket`, { headers: { cookie, upgrade: 'websocket' } })
    const there = answer.webSocket
    if (!there) throw new Error(`Got no socket, but ${answer.status}`)
    const closed = new Promise<number>((resolve) => there.addEventListener('close', ({ code }) => resolve(code)))
    there.accept()
    const devices: { devices: { id: string; isThis: boolean }[] } = await (await askWith(cookie, '/api/accounts/devices')).json()
    const gone = devices.devices.find(({ isThis }) => isThis)
    expect((await ask(`/api/accounts/devices/${gone?.id}`, { method: 'DELETE', viewer: anna })).status).toBe(204)
    expect(await closed).toBe(sessionEnded)
    expect(isOpen(here)).toBe(true)
    await say(ben, id, 'For the other device')
    expect((await here.next('messages')).messages).toHaveLength(1)
    expect((await ask(`/api/conversations/${id}/socket`, { headers: { cookie, upgrade: 'websocket' } })).status).toBe(401)
  })

  it('refuses a permission from before it', async () => {
    const { anna, id } = await makeFriends()
    const checkedAt = Date.now()
    await env.PRESENCE.getByName(anna.id).endSessions({ only: 'gone' })
    const opened = { userId: anna.id, sessionId: 'gone', conversationId: id, checkedAt }
    expect(await env.PRESENCE.getByName(anna.id).openConversation(opened)).toBe(false)
  })

  it('closes all of them when the account is deleted', async () => {
    const { anna, ben, id } = await makeFriends()
    const [hers, his] = [await openChat(anna, id), await openChat(ben, id)]
    hers.send(newFrame('My last words'))
    await his.next('messages')
    const jobs = holdWork()
    const answer = await ask('/api/accounts', { method: 'DELETE', viewer: anna, json: { confirm: deletionWord } })
    expect(answer.status, await answer.clone().text()).toBe(204)
    expect(await hers.closed).toBe(sessionEnded)
    expect(isOpen(his)).toBe(true)
    await vi.waitFor(() => expect(jobs).not.toEqual([]))
    await consume('work', jobs)
    expect((await readPage(ben, id)).messages).toMatchObject([{ text: null }])
    expect((await post(ben, id, newText('Are you there?'))).status).toBe(409)
  })
})

describe('The end of a connection', () => {
  it('closes nothing, because the two have written to each other', async () => {
    const { anna, ben, id } = await makeFriends()
    const hers = await openChat(anna, id)
    expect((await ask(`/api/connections/${ben.id}`, { method: 'DELETE', viewer: anna })).status).toBe(204)
    expect(isOpen(hers)).toBe(true)
    await say(ben, id, 'Still friends')
    expect((await hers.next('messages')).messages).toHaveLength(1)
  })
})
