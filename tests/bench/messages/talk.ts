import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { signIn } from '../setup/read-as.ts'
import type { Counts } from './counted.ts'
import { openConversation } from './open-conversation.ts'
import { members, toPerson } from './world.ts'

const conversationId = 'team_live'
const messages = 100
const duration = 10_000
/** As few as may send so many messages. */
const here = members.slice(0, 5)
const onlineElsewhere = members.slice(100, 150)

type Counter = { reset: () => Promise<unknown>; readCounts: () => Promise<Counts> }

async function openPresence(url: string, userId: string): Promise<WebSocket> {
  const headers = { cookie: await signIn(url, toPerson(userId)), origin: url }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/presence/socket`, { headers, perMessageDeflate: false })
  await new Promise((resolve, reject) => {
    socket.once('message', resolve)
    socket.once('error', reject)
  })
  return socket
}

/**
 * Five people talk to each other for ten seconds, as the page does: messages are sent in requests, and each client says once a second how far
 * its person has read. 50 other people of the community have the product open.
 */
export async function talk(url: string, { reset, readCounts }: Counter): Promise<{ messages: number; counts: Counts }> {
  const sockets = await Promise.all(onlineElsewhere.map((userId) => openPresence(url, userId)))
  const clients = await Promise.all(
    here.map(async (userId) => {
      const cookie = await signIn(url, toPerson(userId))
      sockets.push(await openPresence(url, userId))
      return { cookie, ...(await openConversation(url, cookie, conversationId)) }
    }),
  )
  // Coming online is no part of a message.
  await waitUntilQuiet(readCounts)
  await reset()
  let lastSeq = 0
  clients[0]?.socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.type === 'messages') lastSeq = frame.messages.at(-1).seq
  })
  const reading = setInterval(() => {
    for (const client of clients) client.send({ type: 'read', seq: lastSeq })
  }, 1000)
  const start = performance.now()
  for (let index = 0; index < messages; index += 1) {
    await wait(Math.max(0, start + (index * duration) / messages - performance.now()))
    const answer = await fetch(`${url}/api/conversations/${conversationId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: clients[index % clients.length]?.cookie ?? '' },
      body: JSON.stringify({ clientId: `message-${index}`, text: `Message ${index}`.padEnd(200, ' and more') }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
  clearInterval(reading)
  for (const client of clients) client.send({ type: 'read', seq: lastSeq })
  const counts = await waitUntilQuiet(readCounts)
  for (const { close } of clients) close()
  for (const socket of sockets) socket.terminate()
  return { messages, counts }
}

/** What the last messages cause comes a moment later. */
async function waitUntilQuiet(readCounts: () => Promise<Counts>): Promise<Counts> {
  for (let before = await readCounts(); ; ) {
    await wait(3000)
    const counts = await readCounts()
    if (JSON.stringify(counts) === JSON.stringify(before)) return counts
    before = counts
  }
}
