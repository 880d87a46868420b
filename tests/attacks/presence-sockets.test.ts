import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { maxSockets, socketTimeout, tooManySocketsCode } from '../../domain/presence/contract.ts'
import { maxFrames } from '../../durable-objects/presence/protocol.ts'
import { ask, personA, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const status = JSON.stringify({ type: 'status' })

type OpenedSocket = { socket: WebSocket; closed: Promise<number>; frames: string[] }

/** Opens a socket and collects what it receives. `closed` is the close code. */
async function open(viewer: Viewer): Promise<OpenedSocket> {
  const answer = await ask('/api/presence/socket', { viewer, headers: { upgrade: 'websocket' } })
  const socket = answer.webSocket
  if (!socket) throw new Error(`Got no socket, but status ${answer.status}`)
  const frames: string[] = []
  socket.addEventListener('message', ({ data }) => void frames.push(String(data)))
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  socket.accept()
  return { socket, closed, frames }
}

const openMany = async (viewer: Viewer, count: number) => {
  const opened: OpenedSocket[] = []
  for (let index = 0; index < count; index++) opened.push(await open(viewer))
  return opened
}

const countSockets = (id: string) =>
  runInDurableObject(env.PRESENCE.getByName(id), (_, state) => {
    const all = state.getWebSockets()
    return { all: all.length, open: all.filter(({ readyState }) => readyState === WebSocket.OPEN).length }
  })

afterEach(() => void vi.useRealTimers())

describe('Someone who opens sockets without end', () => {
  it('has at most the newest 20, and the presence still answers', async () => {
    const person = { ...personA, id: 'opens-many' }
    const older = await openMany(person, 15)
    const kept = await openMany(person, maxSockets)
    expect(await Promise.all(older.map(({ closed }) => closed))).toEqual(older.map(() => tooManySocketsCode))
    expect((await countSockets(person.id)).open).toBe(maxSockets)
    kept[0]?.socket.send(status)
    await vi.waitFor(() => expect(kept[0]?.frames.some((frame) => frame.includes('"online":true'))).toBe(true))
    expect(await (await ask(`/api/presence/${person.id}`, { viewer: person })).json()).toMatchObject({ online: true })
    for (const { socket } of kept) socket.close(1000)
  })

  it('has no more connections if the client never confirms that they were closed', async () => {
    const person = { ...personA, id: 'never-confirms' }
    await openMany(person, maxSockets)
    const refusals: Response[] = []
    // Without accept, the client reads nothing and confirms nothing.
    for (let index = 0; index < 50; index++)
      refusals.push(await ask('/api/presence/socket', { viewer: person, headers: { upgrade: 'websocket' } }))
    expect((await countSockets(person.id)).all).toBeLessThanOrEqual(2 * maxSockets)
    const last = refusals.at(-1)
    expect(last && (await readProblem(last))).toMatchObject({ status: 429, code: 'TooManyRequests' })
    for (const { webSocket } of refusals) {
      webSocket?.accept()
      webSocket?.close()
    }
  })

  it('does not lock out a tab when the others went silent', async () => {
    const person = { ...personA, id: 'slept' }
    const sleeping = await openMany(person, maxSockets)
    vi.useFakeTimers({ now: Date.now() + socketTimeout + 1000, toFake: ['Date'] })
    const awake = await open(person)
    await vi.waitFor(() => expect(awake.frames.some((frame) => frame.includes('"online":true'))).toBe(true))
    expect(await sleeping[0]?.closed).toBe(tooManySocketsCode)
    expect((await countSockets(person.id)).open).toBe(maxSockets)
    for (const { socket } of [...sleeping, awake]) socket.close(1000)
  })
})

describe('Someone who sends frames without end', () => {
  it('is disconnected after 20 in ten seconds', async () => {
    const { socket, closed, frames } = await open({ ...personA, id: 'floods' })
    for (let index = 0; index < 5 * maxFrames; index++) socket.send(status)
    expect(await closed).toBe(1008)
    // One frame came at the start.
    expect(frames.length).toBeLessThanOrEqual(maxFrames + 1)
  })

  it('may send more later', async () => {
    const { socket, closed, frames } = await open({ ...personA, id: 'slow' })
    const start = Date.now()
    let count = 0
    for (let round = 0; round < 3; round++) {
      vi.useFakeTimers({ now: start + round * 11_000, toFake: ['Date'] })
      for (let index = 0; index < maxFrames; index++) socket.send(status)
      count += maxFrames
      await vi.waitFor(() => expect(frames.length).toBe(count + 1))
    }
    expect(await Promise.race([closed, Promise.resolve('open')])).toBe('open')
    socket.close(1000)
  })

  it.each([
    ['text', `{"type":"status","x":"${'y'.repeat(5000)}"}`],
    ['bytes', new Uint8Array(5000)],
  ])('is disconnected after a frame of too much %s', async (_, frame) => {
    const { socket, closed } = await open({ ...personA, id: 'talks-long' })
    socket.send(frame)
    expect(await closed).toBe(1009)
  })

  it('does not make the object look at all sockets', async () => {
    const person = { ...personA, id: 'walks' }
    const [first, ...others] = await openMany(person, 5)
    await vi.waitFor(() => expect(first?.frames).toHaveLength(1))
    await runInDurableObject(env.PRESENCE.getByName(person.id), (_, state) => {
      state.getWebSockets = () => {
        throw new Error('It looked at all sockets.')
      }
    })
    first?.socket.send(status)
    await vi.waitFor(() => expect(first?.frames).toHaveLength(2))
    await runInDurableObject(env.PRESENCE.getByName(person.id), (_, state) => {
      Reflect.deleteProperty(state, 'getWebSockets')
    })
    for (const opened of [first, ...others]) opened?.socket.close(1000)
  })
})
