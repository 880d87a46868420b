import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxWatched } from '../../domain/presence/contract.ts'
import type { ServerFrame, WatchedPerson } from '../../domain/presence/frames.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

let made = 0

/** A new person who shows to everyone that they are online. */
async function makePerson(name: string): Promise<Viewer> {
  const viewer: Viewer = { id: `${name}-${made++}`, name, emailVerified: true, profileComplete: true }
  await ask('/api/session', { viewer })
  await share(viewer, true)
  return viewer
}

const share = async (viewer: Viewer, publicOnlineStatus: boolean) =>
  expect((await ask('/api/privacy', { method: 'PATCH', viewer, json: { publicOnlineStatus } })).status).toBe(200)

const isOnline = (presence: boolean | null) => (presence === null ? null : expect.objectContaining({ online: presence }))

/** A tab of a person, which collects what it hears about others. */
async function openTab(viewer: Viewer) {
  const { webSocket: socket } = await ask('/api/presence/socket', { viewer, headers: { upgrade: 'websocket' } })
  if (!socket) throw new Error('Got no socket')
  const heard: WatchedPerson[] = []
  const frames: ServerFrame[] = []
  socket.addEventListener('message', ({ data }) => {
    const frame: ServerFrame = JSON.parse(String(data))
    frames.push(frame)
    if (frame.type === 'watched') heard.push(...frame.people)
  })
  socket.accept()
  return {
    socket,
    frames,
    heard,
    watch: (...userIds: string[]) => socket.send(JSON.stringify({ type: 'watch', userIds })),
    /** Waits until this is the last that the tab has heard of the person. */
    expectLast: ({ id }: Viewer, presence: boolean | null) =>
      vi.waitFor(() => expect(heard.findLast(({ userId }) => userId === id)).toEqual({ userId: id, presence: isOnline(presence) })),
  }
}

const objectOf = ({ id }: Viewer) => env.PRESENCE.getByName(id)
const listWatchers = (person: Viewer) =>
  runInDurableObject(objectOf(person), async (_, state) => [...(await state.storage.list({ prefix: 'watcher:' })).keys()])

describe('A tab that watches people', () => {
  it('hears whether they are online, and when they come and go', async () => {
    const [me, anna, ben] = [await makePerson('me'), await makePerson('anna'), await makePerson('ben')]
    const hers = await openTab(anna)
    const tab = await openTab(me)
    tab.watch(anna.id, ben.id)
    await tab.expectLast(anna, true)
    await tab.expectLast(ben, false)
    const his = await openTab(ben)
    await tab.expectLast(ben, true)
    hers.socket.close(1000)
    await vi.waitFor(async () => expect((await objectOf(anna).status()).online).toBe(false))
    await runDurableObjectAlarm(objectOf(anna))
    await tab.expectLast(anna, false)
    his.socket.close(1000)
    tab.socket.close(1000)
  })

  it('hears nothing of somebody who reloads their page', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    const before = await openTab(anna)
    const tab = await openTab(me)
    tab.watch(anna.id)
    await tab.expectLast(anna, true)
    before.socket.close(1000)
    await vi.waitFor(async () => expect((await objectOf(anna).status()).online).toBe(false))
    const after = await openTab(anna)
    await runDurableObjectAlarm(objectOf(anna))
    await tab.expectLast(anna, true)
    expect(tab.heard.filter(({ presence }) => presence?.online === false)).toEqual([])
    after.socket.close(1000)
    tab.socket.close(1000)
  })

  it('hears that somebody went silent', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    const hers = await openTab(anna)
    const tab = await openTab(me)
    tab.watch(anna.id)
    await tab.expectLast(anna, true)
    vi.useFakeTimers({ now: Date.now() + 71_000, toFake: ['Date'] })
    try {
      await runDurableObjectAlarm(objectOf(anna))
      await tab.expectLast(anna, false)
    } finally {
      vi.useRealTimers()
    }
    hers.socket.close(1000)
    tab.socket.close(1000)
  })

  it('hears within 30 seconds that somebody lost their network, and not before the last of two tabs is silent', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    const now = Date.now()
    const first = await openTab(anna)
    const tab = await openTab(me)
    tab.watch(anna.id)
    await tab.expectLast(anna, true)
    const ringAt = async () => (await runInDurableObject(objectOf(anna), (_, state) => state.storage.getAlarm())) ?? 0
    const heardOffline = () => tab.heard.filter(({ presence }) => presence?.online === false)
    try {
      vi.useFakeTimers({ now: now + 20_000, toFake: ['Date'] })
      const second = await openTab(anna)
      expect(await ringAt()).toBeLessThan(now + 30_000)
      vi.setSystemTime(await ringAt())
      await runDurableObjectAlarm(objectOf(anna))
      expect((await objectOf(anna).status()).online).toBe(true)
      expect(await ringAt()).toBeLessThan(now + 20_000 + 30_000)
      expect(await ringAt()).toBeGreaterThan(now + 30_000)
      expect(heardOffline()).toEqual([])
      vi.setSystemTime(await ringAt())
      await runDurableObjectAlarm(objectOf(anna))
      await tab.expectLast(anna, false)
      // It goes on looking, because a phone that wakes up may go on with the same socket.
      expect(await ringAt()).toBeLessThan(Date.now() + 30_000)
      vi.useRealTimers()
      await runDurableObjectAlarm(objectOf(anna))
      await tab.expectLast(anna, true)
      second.socket.close(1000)
    } finally {
      vi.useRealTimers()
    }
    first.socket.close(1000)
    tab.socket.close(1000)
  })

  it('keeps watching when the objects are evicted, and stops when it is closed or shows others', async () => {
    const [me, anna, ben] = [await makePerson('me'), await makePerson('anna'), await makePerson('ben')]
    const tab = await openTab(me)
    tab.watch(anna.id, ben.id)
    await tab.expectLast(ben, false)
    await evictDurableObject(objectOf(me))
    await evictDurableObject(objectOf(anna))
    const hers = await openTab(anna)
    await tab.expectLast(anna, true)
    tab.watch(anna.id)
    await vi.waitFor(async () => expect(await listWatchers(ben)).toEqual([]))
    expect(await listWatchers(anna)).toHaveLength(1)
    tab.socket.close(1000)
    await vi.waitFor(async () => expect(await listWatchers(anna)).toEqual([]))
    hers.socket.close(1000)
  })

  it('shows a person until the last of two tabs is closed', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    const [first, second] = [await openTab(me), await openTab(me)]
    first.watch(anna.id)
    second.watch(anna.id)
    await Promise.all([first.expectLast(anna, false), second.expectLast(anna, false)])
    first.socket.close(1000)
    await vi.waitFor(async () => expect(await openSockets(me)).toBe(1))
    const hers = await openTab(anna)
    await second.expectLast(anna, true)
    expect(first.heard).toHaveLength(1)
    hers.socket.close(1000)
    second.socket.close(1000)
  })
})

describe('Watching', () => {
  it('shows nothing of people who hide it, from the moment on at which they change that', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    await share(anna, false)
    const hers = await openTab(anna)
    const tab = await openTab(me)
    tab.watch(anna.id)
    await tab.expectLast(anna, null)
    await share(anna, true)
    await tab.expectLast(anna, true)
    await share(anna, false)
    await tab.expectLast(anna, null)
    const count = tab.heard.length
    hers.socket.close(1000)
    await vi.waitFor(async () => expect((await objectOf(anna).status()).online).toBe(false))
    await runDurableObjectAlarm(objectOf(anna))
    const again = await openTab(anna)
    tab.watch('nobody-at-all')
    await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ userId: 'nobody-at-all', presence: null }))
    expect(tab.heard.slice(count)).toEqual([{ userId: 'nobody-at-all', presence: null }])
    again.socket.close(1000)
    tab.socket.close(1000)
  })

  it('ends for both when one blocks the other, and goes on after that', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    const [tab, hers] = [await openTab(me), await openTab(anna)]
    tab.watch(anna.id)
    hers.watch(me.id)
    await Promise.all([tab.expectLast(anna, true), hers.expectLast(me, true)])
    await ask('/api/privacy/blocks', { method: 'POST', viewer: anna, json: { userIds: [me.id] } })
    await Promise.all([tab.expectLast(anna, null), hers.expectLast(me, null)])
    const { blocklist } = (await (await ask('/api/privacy/blocks', { viewer: anna })).json()) as { blocklist: { id: string }[] }
    expect((await ask(`/api/privacy/blocks/${blocklist[0]?.id}`, { method: 'DELETE', viewer: anna })).status).toBe(204)
    await Promise.all([tab.expectLast(anna, true), hers.expectLast(me, true)])
    tab.socket.close(1000)
    hers.socket.close(1000)
  })

  it('ends with the account of the person', async () => {
    const [me, anna] = [await makePerson('me'), await makePerson('anna')]
    const [tab, hers] = [await openTab(me), await openTab(anna)]
    tab.watch(anna.id)
    await tab.expectLast(anna, true)
    await objectOf(anna).forget()
    await tab.expectLast(anna, null)
    hers.socket.close(1000)
    tab.socket.close(1000)
  })

  it('creates no object for somebody who does not exist, and refuses a list without end', async () => {
    const tab = await openTab(await makePerson('me'))
    tab.watch('no-such-person')
    await vi.waitFor(() => expect(tab.heard).toEqual([{ userId: 'no-such-person', presence: null }]))
    expect(await runInDurableObject(env.PRESENCE.getByName('no-such-person'), async (_, state) => (await state.storage.list()).size)).toBe(
      0,
    )
    tab.watch(...Array.from({ length: maxWatched + 1 }, (_, index) => `person-${index}`))
    await vi.waitFor(() => expect(tab.frames.at(-1)).toMatchObject({ type: 'refused' }))
    tab.socket.close(1000)
  })
})

const openSockets = (person: Viewer) =>
  runInDurableObject(objectOf(person), (_, state) => state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length)
