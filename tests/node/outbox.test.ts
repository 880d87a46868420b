import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../../domain/messages/contract.ts'
import { createOutbox, type OutboxStorage, type UnsentMessage } from '../../web/messages/outbox.ts'
import { sendLeft } from '../../web/messages/send-left.ts'

class Refused extends Error {}

/** A device. Its storage survives when a page is closed. */
function createDevice() {
  const stored = new Map<string, string>()
  let lock = Promise.resolve()
  const storage: OutboxStorage = {
    list: () => [...stored.values()],
    save: (key, value) => {
      stored.set(key, value)
      return true
    },
    remove: (key) => void stored.delete(key),
  }
  /** Like a Web Lock: the pages of the device have it one after the other. */
  const withLock = (use: () => Promise<void>): Promise<void> => {
    const held = lock.then(use)
    lock = held.catch(() => undefined)
    return held
  }
  return { stored, storage, withLock }
}

/** A server that stores each client id once. */
function createServer() {
  const log: string[] = []
  const server = {
    log,
    requests: 0,
    /** Called before a message is stored. */
    before: (_: UnsentMessage): void => undefined,
    /** Called after a message is stored, before the answer arrives. */
    after: (_: UnsentMessage): void => undefined,
    send: async (message: UnsentMessage): Promise<Message> => {
      server.requests += 1
      await Promise.resolve()
      server.before(message)
      if (!log.includes(message.clientId)) log.push(message.clientId)
      server.after(message)
      const { clientId, text, replyTo } = message
      return { seq: log.indexOf(clientId) + 1, clientId, authorId: 'me', sentAt: 1, text, replyTo, editedAt: null, reactions: [] }
    },
  }
  return server
}

type Device = ReturnType<typeof createDevice>

function openPage({ storage, withLock }: Pick<Device, 'storage' | 'withLock'>, send: (message: UnsentMessage) => Promise<Message>) {
  const sent: string[] = []
  const outbox = createOutbox({
    storage,
    withLock,
    send,
    onSent: ({ clientId }) => sent.push(clientId),
    readRefusal: (error) => (error instanceof Refused ? error.message : null),
  })
  const write = (clientId: string, now = 1) => outbox.add({ clientId, conversationId: 'c', text: clientId, replyTo: null }, now)
  return { outbox, sent, write, waiting: () => outbox.getState().messages.map(({ clientId }) => clientId) }
}

const fail = () => {
  throw new Error('no network')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the outbox', () => {
  it('sends messages in the order in which they were written, even if the clock jumps back', async () => {
    const server = createServer()
    const { outbox, write, sent, waiting } = openPage(createDevice(), server.send)
    write('a', 100)
    write('b', 50)
    write('c', 100)
    await outbox.flush()
    expect([server.log, sent, waiting()]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], []])
  })

  it('keeps messages while offline, and sends them by itself', async () => {
    const server = createServer()
    server.before = fail
    const { outbox, write, waiting } = openPage(createDevice(), server.send)
    write('a')
    write('b')
    await outbox.flush()
    expect([waiting(), outbox.getState().isWaiting]).toEqual([['a', 'b'], true])
    server.before = () => undefined
    await vi.advanceTimersByTimeAsync(10_000)
    expect([server.log, waiting(), outbox.getState().isWaiting]).toEqual([['a', 'b'], [], false])
  })

  it('survives a killed tab, and stores a message once whose answer was lost', async () => {
    const server = createServer()
    const device = createDevice()
    server.after = fail
    const first = openPage(device, server.send)
    first.write('a')
    first.write('b')
    await first.outbox.flush()
    expect(server.log).toEqual(['a'])
    server.after = () => undefined
    const second = openPage(device, server.send)
    expect(second.waiting()).toEqual(['a', 'b'])
    await second.outbox.flush()
    expect([server.log, device.stored.size]).toEqual([['a', 'b'], 0])
  })

  it('does not send a message from two tabs', async () => {
    const server = createServer()
    const device = createDevice()
    const first = openPage(device, server.send)
    const second = openPage(device, server.send)
    first.write('a')
    second.outbox.reload()
    second.write('b', 2)
    await Promise.all([first.outbox.flush(), second.outbox.flush()])
    await Promise.all([first.outbox.flush(), second.outbox.flush()])
    expect([server.log, server.requests]).toEqual([['a', 'b'], 2])
    expect([...first.sent, ...second.sent].sort()).toEqual(['a', 'b'])
  })

  it('keeps a refused message with its reason, sends the next ones, and tries again when asked', async () => {
    const server = createServer()
    const device = createDevice()
    server.before = ({ clientId }) => {
      if (clientId === 'a') throw new Refused('No.')
    }
    const { outbox, write, waiting } = openPage(device, server.send)
    write('a')
    write('b')
    await outbox.flush()
    expect([server.log, waiting(), outbox.getState().messages[0]?.refusal]).toEqual([['b'], ['a'], 'No.'])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.requests, 'it waits for the person').toBe(2)
    server.before = () => undefined
    openPage(device, server.send).outbox.retry('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.log).toEqual(['b', 'a'])
    outbox.reload()
    expect(waiting()).toEqual([])
  })

  it('sends a message that the browser could not store', async () => {
    const server = createServer()
    const device = createDevice()
    const { outbox, write, waiting } = openPage({ ...device, storage: { ...device.storage, save: () => false } }, server.send)
    write('a')
    expect(waiting()).toEqual(['a'])
    await outbox.flush()
    expect([server.log, waiting()]).toEqual([['a'], []])
  })

  it('forgets a message that the person deletes, and ignores what it cannot read', async () => {
    const server = createServer()
    server.before = fail
    const device = createDevice()
    device.stored.set('x', '{"clientId":1}').set('y', 'no JSON')
    const { outbox, write, waiting } = openPage(device, server.send)
    write('a')
    await outbox.flush()
    outbox.discard('a')
    expect([waiting(), device.stored.has('a')]).toEqual([[], false])
  })
})

/** Writes these messages without a network, closes the tab, and lets the service worker send the copy of what is left. */
async function leave(server: ReturnType<typeof createServer>, ...clientIds: string[]) {
  const device = createDevice()
  server.before = fail
  const { outbox, write } = openPage(device, server.send)
  for (const [index, clientId] of clientIds.entries()) write(clientId, index)
  await outbox.flush()
  server.before = () => undefined
  server.requests = 0
  let copy = outbox.getState().messages
  const wake = () =>
    device.withLock(() =>
      sendLeft({
        read: async () => copy,
        remove: async (clientId) => {
          copy = copy.filter((one) => one.clientId !== clientId)
        },
        send: server.send,
        isFinal: (error) => error instanceof Refused,
      }),
    )
  return { device, wake, copied: () => copy.map(({ clientId }) => clientId) }
}

describe('what a closed tab has left', () => {
  it('is sent in order by the service worker, and stored once when the tab opens again at the same time', async () => {
    const server = createServer()
    const { device, wake, copied } = await leave(server, 'a', 'b', 'c')
    const waking = wake()
    const reopened = openPage(device, server.send)
    reopened.write('d')
    await Promise.all([waking, reopened.outbox.flush()])
    expect([server.log, copied(), reopened.waiting()]).toEqual([['a', 'b', 'c', 'd'], [], []])
  })

  it('waits for the next time if the network fails, and goes on where it stopped', async () => {
    const server = createServer()
    const { wake, copied } = await leave(server, 'a', 'b', 'c')
    server.before = ({ clientId }) => {
      if (clientId === 'b') fail()
    }
    await expect(wake()).rejects.toThrow('no network')
    expect([server.log, copied()]).toEqual([['a'], ['b', 'c']])
    server.before = () => undefined
    await wake()
    expect([server.log, copied(), server.requests]).toEqual([['a', 'b', 'c'], [], 4])
  })

  it('is left to the tab if the server refuses it, and the next ones are sent', async () => {
    const server = createServer()
    const { device, wake, copied } = await leave(server, 'a', 'b')
    server.before = ({ clientId }) => {
      if (clientId === 'a') throw new Refused('No.')
    }
    await wake()
    expect([server.log, copied()]).toEqual([['b'], []])
    const { outbox, waiting } = openPage(device, server.send)
    await outbox.flush()
    expect([server.log, waiting(), outbox.getState().messages[0]?.refusal]).toEqual([['b'], ['a'], 'No.'])
  })
})
