import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { News, ServerFrame } from '../../domain/presence/frames.ts'
import { join, publishGame } from '../events/games.ts'
import { makeFriends, makePerson, makeTeam, objectOf, say } from '../messages/people.ts'
import { openChat } from '../messages/sockets.ts'
import { consume, deliverNotices, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enter } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()

/** A tab of a person, which collects its news. */
async function openTab(viewer: Viewer) {
  const { webSocket: socket } = await ask('/api/presence/socket', { viewer, headers: { upgrade: 'websocket' } })
  if (!socket) throw new Error('Got no socket')
  const news: News[] = []
  socket.addEventListener('message', ({ data }) => {
    const frame: ServerFrame = JSON.parse(String(data))
    if (frame.type === 'news') news.push(frame.news)
  })
  socket.accept()
  await vi.waitFor(async () => expect(await isRegistered(viewer)).toBe(true))
  return { socket, news, show: (eventId: string | null) => socket.send(JSON.stringify({ type: 'show', eventId })) }
}

const isRegistered = async ({ id }: Viewer) =>
  (await env.DB.prepare('SELECT 1 FROM online_people WHERE user_id = ?').bind(id).first()) !== null

const listShown = async (eventId: string) =>
  (
    await env.DB.prepare('SELECT user_id FROM shown_events WHERE event_id = ? ORDER BY user_id').bind(eventId).all<{ user_id: string }>()
  ).results.map(({ user_id }) => user_id)

const presenceOf = ({ id }: Viewer) => env.PRESENCE.getByName(id)

describe('The register of people who are online', () => {
  it('has a person from their first tab until a moment after their last one', async () => {
    const anna = await makePerson('Anna')
    const first = await openTab(anna)
    const second = await openTab(anna)
    first.socket.close(1000)
    second.socket.close(1000)
    await vi.waitFor(async () => expect((await presenceOf(anna).status()).online).toBe(false))
    expect(await isRegistered(anna)).toBe(true)
    await runDurableObjectAlarm(presenceOf(anna))
    expect(await isRegistered(anna)).toBe(false)
  })

  it('loses somebody who fell silent, when they are told something', async () => {
    const anna = await makePerson('Anna')
    const tab = await openTab(anna)
    vi.useFakeTimers({ now: Date.now() + 71_000, toFake: ['Date'] })
    try {
      await presenceOf(anna).tell({ about: 'notices' })
    } finally {
      vi.useRealTimers()
    }
    expect(await isRegistered(anna)).toBe(false)
    expect(tab.news).toEqual([])
    tab.socket.close(1000)
  })
})

describe('A new message', () => {
  it('is told to those who are online and do not have the conversation open', async () => {
    const { anna, ben, id } = await makeFriends()
    const [hers, his] = [await openTab(anna), await openTab(ben)]
    await openChat(anna, id)
    await say(anna, id, 'Hello')
    await runDurableObjectAlarm(objectOf(id))
    await vi.waitFor(() => expect(his.news).toEqual([{ about: 'messages' }]))
    expect(hers.news).toEqual([])
    for (const { socket } of [hers, his]) socket.close(1000)
  })

  it('is told to a person whose socket the server has closed, but the client has not yet', async () => {
    const { anna, ben, id } = await makeFriends()
    const his = await openTab(ben)
    await openChat(ben, id)
    await objectOf(id).closeSockets([ben.id], { mayReturn: true })
    await say(anna, id, 'Hello')
    await runDurableObjectAlarm(objectOf(id))
    await vi.waitFor(() => expect(his.news).toEqual([{ about: 'messages' }]))
    his.socket.close(1000)
  })

  it('is told to members of a community, but not to those who removed the conversation', async () => {
    const [owner, member, away] = [await makePerson('Owner'), await makePerson('Member'), await makePerson('Away')]
    const id = `team_${await makeTeam(owner, member, away)}`
    await say(owner, id, 'First')
    await runDurableObjectAlarm(objectOf(id))
    await ask(`/api/conversations/${id}`, { method: 'PUT', viewer: away, json: { userId: away.id, blocked: true } })
    const [tab, quiet] = [await openTab(member), await openTab(away)]
    await say(owner, id, 'Second')
    await runDurableObjectAlarm(objectOf(id))
    await vi.waitFor(() => expect(tab.news).toEqual([{ about: 'messages' }]))
    expect(quiet.news).toEqual([])
    for (const { socket } of [tab, quiet]) socket.close(1000)
  })
})

describe('What a person has read on one device', () => {
  const told = (news: News[]) => news.filter((each) => each.about !== 'seats' && each.unread !== undefined)

  it('is told to their other devices with the new number, and to nobody else', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'Are you there?')
    await runDurableObjectAlarm(objectOf(id))
    const [hers, laptop, phone] = [await openTab(anna), await openTab(ben), await openTab(ben)]
    const chat = await openChat(ben, id)
    chat.send({ type: 'read', seq: 1 })
    await vi.waitFor(async () => {
      await runDurableObjectAlarm(objectOf(id))
      for (const { news } of [laptop, phone]) expect(told(news)).toEqual([{ about: 'messages', unread: { unread: 0, requests: 0 } }])
    })
    expect(told(hers.news)).toEqual([])
    // Whoever reads along tells nothing more: their other devices were not told of these messages.
    await say(anna, id, 'Good')
    chat.send({ type: 'read', seq: 2 })
    await chat.next('messages')
    await runDurableObjectAlarm(objectOf(id))
    await say(anna, id, 'See you')
    await runDurableObjectAlarm(objectOf(id))
    expect(told(phone.news)).toHaveLength(1)
    for (const { socket } of [hers, laptop, phone]) socket.close(1000)
  })

  it('is told with an answer that was sent without a look, such as from the lock screen', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'Are you there?')
    await runDurableObjectAlarm(objectOf(id))
    const laptop = await openTab(ben)
    await say(ben, id, 'Yes')
    await runDurableObjectAlarm(objectOf(id))
    await vi.waitFor(() => expect(told(laptop.news)).toEqual([{ about: 'messages', unread: { unread: 0, requests: 0 } }]))
    laptop.socket.close(1000)
  })

  it('is told of their notices', async () => {
    const host = await enter('reads-notices')
    const eventId = await publishGame(host, { capacity: 3 })
    expect((await join(await enter('is-a-notice'), eventId)).status).toBe(200)
    await deliverNotices()
    await consume('work', queues.work.splice(0))
    const [laptop, phone] = [await openTab(host), await openTab(host)]
    expect((await host.ask('/api/notifications/read', { method: 'POST', json: { upTo: Date.now() } })).status).toBe(204)
    for (const { news } of [laptop, phone])
      await vi.waitFor(() => expect(told(news)).toEqual([{ about: 'notices', unread: { unread: 0 } }]))
    for (const { socket } of [laptop, phone]) socket.close(1000)
  })
})

describe('An open page of an event', () => {
  it('is told of its seats, until the tab shows something else', async () => {
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    const [hers, his] = [await openTab(anna), await openTab(ben)]
    const eventId = `shown-${crypto.randomUUID()}`
    hers.show(eventId)
    await vi.waitFor(async () => expect(await listShown(eventId)).toEqual([anna.id]))
    await presenceOf(anna).tell({ about: 'seats', eventId })
    await presenceOf(anna).tell({ about: 'seats', eventId: 'another' })
    await vi.waitFor(() => expect(hers.news).toEqual([{ about: 'seats', eventId }]))
    hers.show(null)
    await vi.waitFor(async () => expect(await listShown(eventId)).toEqual([]))
    his.show(eventId)
    await vi.waitFor(async () => expect(await listShown(eventId)).toEqual([ben.id]))
    his.socket.close(1000)
    await vi.waitFor(async () => expect(await listShown(eventId)).toEqual([]))
    hers.socket.close(1000)
  })

  it('is told when somebody takes a seat', async () => {
    const host = await enter('seats-host')
    const eventId = await publishGame(host, { capacity: 3 })
    const anna = await makePerson('Anna')
    const tab = await openTab(anna)
    tab.show(eventId)
    await vi.waitFor(async () => expect(await listShown(eventId)).toEqual([anna.id]))
    expect((await join(await enter('takes-a-seat'), eventId)).status).toBe(200)
    await waitForEmptyOutbox()
    await consume('work', queues.work.splice(0))
    await vi.waitFor(() => expect(tab.news).toEqual([{ about: 'seats', eventId }]))
    tab.socket.close(1000)
  })
})

describe('A notice', () => {
  it('is told to its person', async () => {
    const host = await enter('notice-host')
    const eventId = await publishGame(host, { capacity: 3 })
    const tab = await openTab(host)
    expect((await join(await enter('joins-a-game'), eventId)).status).toBe(200)
    await deliverNotices()
    await consume('work', queues.work.splice(0))
    await vi.waitFor(() => expect(tab.news).toContainEqual({ about: 'notices' }))
    tab.socket.close(1000)
  })
})
