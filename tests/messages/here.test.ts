import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxHereNamed } from '../../domain/messages/frames.ts'
import { socketTimeout } from '../../domain/presence/contract.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, objectOf, say } from './people.ts'
import { type Chat, openChat } from './sockets.ts'

collectLog()
afterEach(() => void vi.useRealTimers())

const lastOf = ({ frames }: Chat) => frames.findLast((frame) => frame.type === 'here')
const expectHere = (chat: Chat, ...people: Viewer[]) =>
  vi.waitFor(() => {
    const { people: named, count } = lastOf(chat) ?? {}
    expect([named?.toSorted(), count]).toEqual([people.map(({ id }) => id).toSorted(), people.length])
  })

const share = async (viewer: Viewer, publicOnlineStatus: boolean) =>
  expect((await ask('/api/privacy', { method: 'PATCH', viewer, json: { publicOnlineStatus } })).status).toBe(200)

const makeMany = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => makePerson(`Many${index}`)))

async function makeClub() {
  const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
  return { owner, ben, cleo, id: `team_${await makeTeam(owner, ben, cleo)}` }
}

/** What somebody writes now arrives after everything that was told before. */
async function settle(id: string, writer: Viewer, chat: Chat, text: string): Promise<void> {
  await say(writer, id, text)
  await vi.waitFor(() => expect(JSON.stringify(chat.frames)).toContain(text))
}

describe('Who has a conversation open', () => {
  it('is told to the others when they come and go, each once with several tabs', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const mine = await openChat(owner, id)
    await expectHere(mine)
    const [his, hers] = [await openChat(ben, id), await openChat(cleo, id)]
    const second = await openChat(ben, id)
    await expectHere(mine, ben, cleo)
    await expectHere(his, owner, cleo)
    await expectHere(second, owner, cleo)
    await expectHere(hers, owner, ben)
    second.socket.close(1000)
    hers.socket.close(1000)
    await expectHere(mine, ben)
    his.socket.close(1000)
    await expectHere(mine)
  })

  it('is known again after the object was evicted', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const [mine, his] = [await openChat(owner, id), await openChat(ben, id)]
    await expectHere(mine, ben)
    const told = mine.frames.filter(({ type }) => type === 'here').length
    await evictDurableObject(objectOf(id))
    const hers = await openChat(cleo, id)
    await expectHere(hers, owner, ben)
    await expectHere(mine, ben, cleo)
    expect(mine.frames.filter(({ type }) => type === 'here')).toHaveLength(told + 1)
    his.socket.close(1000)
    await expectHere(mine, cleo)
  })

  it('is no longer told of who was removed', async () => {
    const { owner, ben, id } = await makeClub()
    const [mine, his] = [await openChat(owner, id), await openChat(ben, id)]
    await expectHere(mine, ben)
    await ask(`/api/teams/${id.slice('team_'.length)}/members/${ben.id}`, { method: 'DELETE', viewer: owner })
    expect(await his.closed).toBe(4403)
    await expectHere(mine)
  })

  it('shows nobody who hides that they are online, from the moment on at which they change that', async () => {
    const { owner, ben, id } = await makeClub()
    await share(ben, false)
    const [mine, his] = [await openChat(owner, id), await openChat(ben, id)]
    await expectHere(his, owner)
    await settle(id, owner, mine, 'Nobody here?')
    expect(mine.frames.filter(({ type }) => type === 'here')).toEqual([{ type: 'here', people: [], count: 0 }])
    await share(ben, true)
    await expectHere(mine, ben)
    await share(ben, false)
    await expectHere(mine)
  })

  it('shows two people with a block between them nothing of each other, also not that somebody came', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    await ask('/api/privacy/blocks', { method: 'POST', viewer: ben, json: { userIds: [cleo.id] } })
    const [mine, his] = [await openChat(owner, id), await openChat(ben, id)]
    await expectHere(his, owner)
    const hers = await openChat(cleo, id)
    await expectHere(mine, ben, cleo)
    await expectHere(hers, owner)
    await settle(id, owner, his, 'Together')
    expect(JSON.stringify(his.frames)).not.toContain(cleo.id)
    expect(JSON.stringify(hers.frames)).not.toContain(ben.id)
    expect(his.frames.filter(({ type }) => type === 'here')).toHaveLength(1)
    const { blocklist } = (await (await ask('/api/privacy/blocks', { viewer: ben })).json()) as { blocklist: { id: string }[] }
    await ask(`/api/privacy/blocks/${blocklist[0]?.id}`, { method: 'DELETE', viewer: ben })
    await Promise.all([his.closed, hers.closed])
    const [back, again] = [await openChat(ben, id), await openChat(cleo, id)]
    await expectHere(back, owner, cleo)
    await expectHere(again, owner, ben)
  })

  it('hides who blocks somebody while both are here', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const [mine, his, hers] = [await openChat(owner, id), await openChat(ben, id), await openChat(cleo, id)]
    await expectHere(his, owner, cleo)
    await ask('/api/privacy/blocks', { method: 'POST', viewer: cleo, json: { userIds: [ben.id] } })
    await Promise.all([his.closed, hers.closed])
    const [back, again] = [await openChat(ben, id), await openChat(cleo, id)]
    await expectHere(mine, ben, cleo)
    await expectHere(back, owner)
    await expectHere(again, owner)
  })

  it('does not show who was added to a group by a stranger and has not accepted it', async () => {
    const [owner, stranger] = [await makePerson('Owner'), await makePerson('Stranger')]
    const made = await ask('/api/conversations/groups', { method: 'POST', viewer: owner, json: { name: 'Trip', userIds: [stranger.id] } })
    const { id } = (await made.json()) as { id: string }
    const [mine, theirs] = [await openChat(owner, id), await openChat(stranger, id)]
    await expectHere(theirs, owner)
    await settle(id, owner, mine, 'Hello')
    expect(JSON.stringify(mine.frames.filter(({ type }) => type === 'here'))).not.toContain(stranger.id)
    expect((await ask(`/api/conversations/${id}/accept`, { method: 'POST', viewer: stranger })).status).toBe(204)
    await theirs.closed
    await openChat(stranger, id)
    await expectHere(mine, stranger)
  })

  it('is not told in a conversation of two people', async () => {
    const { anna, ben, id } = await makeFriends()
    const [mine, his] = [await openChat(anna, id), await openChat(ben, id)]
    await settle(id, anna, his, 'Hello')
    expect([...mine.frames, ...his.frames].map(({ type }) => type)).not.toContain('here')
  })

  it('names a few of many, and tells a crowd that arrives together only a few times', async () => {
    const people = await makeMany(30)
    const id = `team_${await makeTeam(...people)}`
    const chats = await Promise.all(people.map((person) => openChat(person, id)))
    await vi.waitFor(() => {
      for (const chat of chats) expect(lastOf(chat)).toMatchObject({ count: 29, people: expect.toSatisfy(isShort) })
    })
    const told = chats.flatMap(({ frames }) => frames.filter(({ type }) => type === 'here')).length
    expect(told).toBeLessThan((30 * 30) / 3)
  })

  it('ends for who lost their network, within the time in which presence notices it', async () => {
    const { owner, ben, id } = await makeClub()
    const [mine, his] = [await openChat(owner, id), await openChat(ben, id)]
    await expectHere(mine, ben)
    // The summary of nothing is no reason for an alarm, so this one is the look.
    const alarmAt = await runInDurableObject(objectOf(id), (_, state) => state.storage.getAlarm())
    expect(alarmAt).toBeLessThanOrEqual(Date.now() + socketTimeout)
    vi.useFakeTimers({ now: Date.now() + socketTimeout + 1000, toFake: ['Date'] })
    await runDurableObjectAlarm(objectOf(id))
    await expectHere(mine)
    vi.useRealTimers()
    // A phone that wakes up goes on with the same socket.
    await ping(his)
    await runDurableObjectAlarm(objectOf(id))
    await expectHere(mine, ben)
  })
})

const isShort = (people: unknown) => Array.isArray(people) && people.length === maxHereNamed

/** Says that the tab is there. The runtime answers without waking the object. */
async function ping({ socket }: Chat): Promise<void> {
  const answered = new Promise<void>((resolve) =>
    socket.addEventListener('message', ({ data }) => {
      if (data === 'pong') resolve()
    }),
  )
  socket.send('ping')
  await answered
}
