import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { ServerFrame } from '../../domain/presence/frames.ts'
import { ask, personA, personB, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

type OpenSocket = { socket: WebSocket; frames: string[]; next: () => Promise<string> }

/** Opens a person's socket through the Worker, as the web does. */
async function connect(viewer: Viewer | null = personA, headers: Record<string, string> = {}): Promise<OpenSocket> {
  const answer = await ask('/api/presence/socket', { viewer, headers: { upgrade: 'websocket', ...headers } })
  const socket = answer.webSocket
  if (!socket) throw new Error(`Got no socket, but status ${answer.status}`)
  const frames: string[] = []
  const waiting: ((frame: string) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    const wake = waiting.shift()
    if (wake) wake(String(data))
    else frames.push(String(data))
  })
  socket.accept()
  const next = () => {
    const frame = frames.shift()
    return frame === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(frame)
  }
  return { socket, frames, next }
}

const parseFrame = (text: string): ServerFrame => JSON.parse(text)
const getPresence = (id: string) => env.PRESENCE.getByName(id)
const readStatus = async (viewer = personA) => (await ask(`/api/presence/${viewer.id}`, { viewer })).json()

describe('Presence', () => {
  it('is offline without a time before the first socket', async () => {
    expect(await readStatus({ ...personA, id: 'newcomer' })).toEqual({ online: false, since: null })
  })

  it('is online from connecting to disconnecting', async () => {
    const person = { ...personA, id: 'walks-by' }
    const { socket, next } = await connect(person)
    expect(parseFrame(await next())).toEqual({ type: 'presence', presence: { online: true, since: expect.any(Number) } })
    expect(await readStatus(person)).toMatchObject({ online: true })
    socket.close(1000)
    await vi.waitFor(async () => expect(await readStatus(person)).toMatchObject({ online: false, since: expect.any(Number) }))
  })

  it('closes its side too, so that no socket stays half closed', async () => {
    const { socket, next } = await connect({ ...personA, id: 'polite' })
    await next()
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
    socket.close(1000)
    expect((await closed).code).toBe(1000)
  })

  it('stays online while one of two tabs is open', async () => {
    const person = { ...personA, id: 'two-tabs' }
    const first = await connect(person)
    const second = await connect(person)
    await Promise.all([first.next(), second.next()])
    const { since } = (await readStatus(person)) as { since: number }
    first.socket.close(1000)
    await vi.waitFor(async () => {
      const sockets = await listOpenSockets(person.id)
      expect(sockets).toBe(1)
    })
    expect(await readStatus(person)).toEqual({ online: true, since })
    second.socket.close(1000)
    await vi.waitFor(async () => expect(await readStatus(person)).toMatchObject({ online: false }))
  })

  it('closes the tabs of a session that ended elsewhere, and no others', async () => {
    const person = { ...personA, id: 'signs-out' }
    const phone = await connect(null, { cookie: await signIn(person) })
    const laptop = await connect(null, { cookie: await signIn(person) })
    await Promise.all([phone.next(), laptop.next()])
    const closed = new Promise<CloseEvent>((resolve) => phone.socket.addEventListener('close', resolve))
    const { results } = await env.DB.prepare('SELECT id FROM auth_sessions WHERE user_id = ? ORDER BY rowid')
      .bind(person.id)
      .all<{ id: string }>()
    const answer = await ask(`/api/accounts/devices/${results[0]?.id}`, { method: 'DELETE', viewer: person })
    expect(answer.status).toBe(204)
    expect((await closed).code).toBe(4401)
    expect(laptop.socket.readyState).toBe(WebSocket.OPEN)
    laptop.socket.close(1000)
  })

  it('answers a ping without waking the Durable Object', async () => {
    const { socket, next } = await connect()
    await next()
    socket.send('ping')
    expect(await next()).toBe('pong')
    socket.close()
  })

  it('keeps its state when the Durable Object is evicted', async () => {
    const person = { ...personA, id: 'evicted' }
    const { socket, next } = await connect(person)
    const before = parseFrame(await next())
    await evictDurableObject(getPresence(person.id))
    expect(await readStatus(person)).toEqual(before.type === 'presence' && before.presence)
    socket.send(JSON.stringify({ type: 'status' }))
    expect(parseFrame(await next())).toEqual(before)
    await evictDurableObject(getPresence(person.id))
    socket.close(1000)
    await vi.waitFor(async () => expect(await readStatus(person)).toMatchObject({ online: false }))
  })

  it.each(['hello', '{"type":"takeover"}', '[]', '{'])('refuses the frame %s and keeps the socket open', async (frame) => {
    const { socket, next } = await connect({ ...personA, id: 'talker' })
    await next()
    socket.send(frame)
    expect(parseFrame(await next())).toEqual({ type: 'refused', reason: expect.stringMatching(/\.$/) })
    socket.send(JSON.stringify({ type: 'status' }))
    expect(parseFrame(await next())).toMatchObject({ type: 'presence', presence: { online: true } })
    socket.close()
  })

  it('is offline after a phone silently lost its network', async () => {
    const person = { ...personA, id: 'sleeper' }
    const { socket, next } = await connect(person)
    await next()
    socket.send('ping')
    await next()
    const heardAt = await lastHeard(person.id)
    vi.useFakeTimers({ now: Date.now() + 71_000, toFake: ['Date'] })
    try {
      expect(await readStatus(person)).toEqual({ online: false, since: heardAt })
    } finally {
      vi.useRealTimers()
    }
    socket.close()
  })
})

describe('The presence socket', () => {
  it('is refused for people who are not signed in', async () => {
    const answer = await ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
    expect(await readProblem(answer)).toMatchObject({ status: 401, code: 'SignInRequired' })
  })

  it('is refused for other websites that use the person’s cookie', async () => {
    await expect(connect(personA, { origin: 'https://evil.example' })).rejects.toThrow('Got no socket, but status 403')
  })

  it('refuses requests that are not WebSocket requests', async () => {
    expect(await readProblem(await ask('/api/presence/socket', { viewer: personA }))).toMatchObject({ status: 426 })
  })

  it('does not reveal one person’s presence to another', async () => {
    expect(await readProblem(await ask(`/api/presence/${personA.id}`, { viewer: personB }))).toMatchObject({ status: 404 })
  })
})

async function lastHeard(id: string): Promise<number | undefined> {
  return runInDurableObject(getPresence(id), (_, state) => {
    const [socket] = state.getWebSockets()
    return socket && state.getWebSocketAutoResponseTimestamp(socket)?.getTime()
  })
}

async function listOpenSockets(id: string): Promise<number> {
  return runInDurableObject(
    getPresence(id),
    (_, state) => state.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN).length,
  )
}
