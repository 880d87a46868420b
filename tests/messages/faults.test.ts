import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../../domain/messages/contract.ts'
import { answerOutside } from '../external-teams/teams.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { collectLog } from '../setup/log.ts'
import { makeRandom } from '../setup/make-random.ts'
import { ChatClient, NetworkSocket } from './chat-client.ts'
import { makePerson, makeTeam, objectOf, readPage } from './people.ts'
import { asPage } from './preview-jobs.ts'

collectLog()
const queues = holdQueues()

const isSoak = env.SOAK === 'full'
const counts = isSoak ? { people: 50, messages: 2000, evictions: 20 } : { people: 6, messages: 90, evictions: 4 }
/** Far more than it needs, because a busy machine is slow. */
const longestTime = isSoak ? 1_200_000 : 180_000
/** Not so often that a person makes us open too many pages. */
const linkEvery = 10
const seed = isSoak ? Date.now() % 1_000_000 : 12

beforeEach(() => {
  vi.stubGlobal('WebSocket', NetworkSocket)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { origin: 'https://gather.test' })
  answerOutside({ requests: [], answer: () => asPage('North courts') })
})
afterEach(() => void vi.unstubAllGlobals())

/** Delivers each job that a conversation asks for twice: at the same time, or again with the next ones. */
function deliverTwice() {
  const delivered: typeof queues.work = []
  const again: typeof queues.work = []
  const deliver = async () => {
    const jobs = queues.work.splice(0)
    const isAtOnce = (index: number) => index % 2 === 0
    await consume('work', [...again.splice(0), ...jobs, ...jobs.filter((_, index) => isAtOnce(index))])
    again.push(...jobs.filter((_, index) => !isAtOnce(index)))
    delivered.push(...jobs)
  }
  return {
    delivered,
    ring: async (conversationId: string) => {
      await runDurableObjectAlarm(objectOf(conversationId))
      await deliver()
    },
    isDone: () => again.length === 0 && queues.work.length === 0,
  }
}

const range = (length: number) => Array.from({ length }, (_, index) => index)

describe(`${counts.people} people who write ${counts.messages} messages over a bad network`, () => {
  it(
    'all see the same messages as the server: none lost, doubled or out of order',
    async () => {
      const random = makeRandom(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const people = await Promise.all(range(counts.people).map((n) => makePerson(`Chatter${n}`)))
      const id = `team_${await makeTeam(...people)}`
      const clients = people.map((viewer) => new ChatClient(viewer, id, random))
      const done = { cuts: 0, kills: 0, evictions: 0 }
      const jobs = deliverTwice()
      const evictEvery = Math.floor(counts.messages / (counts.evictions + 1))

      for (const n of range(counts.messages)) {
        // In turns, because nobody may send more than 20 messages in ten seconds.
        clients[n % clients.length]?.write(`Message ${n}${n % linkEvery === 1 ? ` https://courts.example.org/${n}` : ''}`)
        if (n % 10 === 4) {
          pick(clients).cutNetwork()
          done.cuts += 1
        }
        if (n % 18 === 7) {
          pick(clients).killTab()
          done.kills += 1
        }
        if (random() < 0.3) pick(clients).wake()
        if (n % 3 === 0) await new Promise((resolve) => setTimeout(resolve, random() * 12))
        if (n % 15 === 9) await jobs.ring(id)
        if ((n + 1) % evictEvery === 0 && done.evictions < counts.evictions) {
          // Half of them cut the sockets, as a deploy does. The others keep them, as the runtime does when it needs the memory.
          await evictDurableObject(objectOf(id), { webSockets: done.evictions % 2 === 0 ? 'hibernate' : 'close' })
          done.evictions += 1
        }
      }
      await vi.waitFor(
        () => {
          for (const client of clients) if (!client.isDone) client.wake()
          expect(clients.filter(({ isDone }) => !isDone)).toHaveLength(0)
        },
        { timeout: isSoak ? 600_000 : 60_000, interval: 500 },
      )
      do await jobs.ring(id)
      while (!jobs.isDone())
      for (const client of clients) {
        client.cutNetwork()
        client.wake()
      }

      const log = await readLog(people[0] as (typeof people)[number], id)
      const seqs = log.map(({ seq }) => seq)
      const { lastChange } = await readPage(people[0] as (typeof people)[number], id)
      await Promise.all(clients.map((client) => loadAll(client, log.length, lastChange)))
      const sent = clients.flatMap(({ viewer, written }) => written.map((clientId) => ({ clientId, authorId: viewer.id })))
      const keys = log.map(({ authorId, clientId }) => `${authorId} ${clientId}`)
      const faults = {
        lost: sent.filter(({ authorId, clientId }) => !keys.includes(`${authorId} ${clientId}`)).length,
        doubled: keys.length - new Set(keys).size,
        outOfOrder: clients.filter(({ viewer, written }) => {
          const own = log.filter(({ authorId }) => authorId === viewer.id).map(({ clientId }) => clientId)
          return own.join() !== written.join()
        }).length,
        lostOnScreens: clients.reduce((sum, client) => sum + seqs.filter((seq) => !client.seqs.includes(seq)).length, 0),
        doubledOnScreens: clients.reduce((sum, client) => sum + client.seqs.length - new Set(client.seqs).size, 0),
        previewsMissing: counts.messages / linkEvery - log.filter(({ preview }) => preview).length,
        differentOnScreens: clients.reduce(
          (sum, { tab }) => sum + tab.store.getState().messages.filter((shown, index) => wordsOf(shown) !== wordsOf(log[index])).length,
          0,
        ),
        outOfOrderOnScreens: clients.filter((client) => client.seqs.some((seq, index, all) => seq <= (all[index - 1] ?? 0))).length,
      }
      const doubleSends = clients.reduce((sum, client) => sum + client.doubleSends, 0)
      const lostFrames = clients.reduce((sum, client) => sum + client.lostFrames, 0)
      console.log(
        `chat-faults ${JSON.stringify({ seed, people: counts.people, messages: log.length, ...done, doubleSends, lostFrames, jobs: jobs.delivered.length, ...faults })}`,
      )
      for (const { tab } of clients) tab.store.stop()

      expect({ messages: log.length, ...faults }, `seed ${seed}`).toEqual({
        ...{ messages: counts.messages, lost: 0, doubled: 0, outOfOrder: 0 },
        ...{ lostOnScreens: 0, doubledOnScreens: 0, outOfOrderOnScreens: 0, previewsMissing: 0, differentOnScreens: 0 },
      })
      expect(Math.min(done.cuts, done.kills, doubleSends, lostFrames), 'every kind of fault happened').toBeGreaterThan(0)
      expect(done.evictions).toBe(counts.evictions)
      expect(jobs.delivered.length, 'each job twice').toBeGreaterThanOrEqual(counts.messages / linkEvery)
    },
    longestTime,
  )
})

/** What a person reads of a message. */
const wordsOf = (message: Message | undefined) => message && `${message.text} ${message.preview?.title}`

/** Everything that the server has, in its order. */
async function readLog(viewer: ChatClient['viewer'], id: string): Promise<Message[]> {
  const all: Message[] = []
  for (let hasOlder = true; hasOlder; ) {
    const page = await readPage(viewer, id, all[0] ? `?before=${all[0].seq}` : '')
    all.unshift(...page.messages)
    hasOlder = page.hasOlder
  }
  return all
}

/**
 * Waits until the client has everything up to the newest message, then scrolls up to the first one. The newest message alone says nothing:
 * who wrote it has it from the answer, before what came between.
 */
async function loadAll({ tab: { store }, viewer }: ChatClient, lastSeq: number, lastChange: number): Promise<void> {
  await vi.waitFor(
    () => {
      const { connection, syncedSeq, lastChange: changed } = store.getState()
      expect({ connection, syncedSeq, changed }, viewer.id).toEqual({ connection: 'open', syncedSeq: lastSeq, changed: lastChange })
    },
    { timeout: 60_000 },
  )
  while (store.getState().hasOlder) {
    await store.loadOlder()
    if (store.getState().older.error !== null) throw store.getState().older.error
  }
}
