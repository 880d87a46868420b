import { type ConversationList, type ConversationPeople, maxNamesAsked } from '../../domain/messages/contract.ts'
import type { Counts } from './messages/counted.ts'
import { openConversation } from './messages/open-conversation.ts'
import { serveMessages } from './messages/serve.ts'
import { talk } from './messages/talk.ts'
import { listedCount, members, toPerson, viewer } from './messages/world.ts'
import type { Figure, Measurement } from './setup/figure.ts'
import { readAs, signIn } from './setup/read-as.ts'
import { once } from './setup/shared.ts'

/** Reads the first page of the list, as the page does, and checks that the other pages have the rest. */
async function measureList(): Promise<Measurement> {
  const { url } = await serveMessages()
  const { answer, rowsRead } = await readAs(url, viewer, '/api/conversations?blocked=false')
  const first = answer as ConversationList
  let found = first.conversations.length
  const more: number[] = []
  for (let { next } = first; next; ) {
    const page = await readAs(url, viewer, `/api/conversations?blocked=false&cursor=${next}`)
    ;({ next } = page.answer as ConversationList)
    found += (page.answer as ConversationList).conversations.length
    more.push(page.rowsRead)
  }
  if (found !== listedCount) throw new Error(`The list has ${found} conversations`)
  return {
    value: Math.max(rowsRead, ...more),
    notes: [`${rowsRead} for the first page of ${first.conversations.length}, then ${more.join(' and ')}`],
  }
}

/** Opens a long conversation whose object was not running, on a device that has nothing of it yet. */
async function measureWake(): Promise<Measurement> {
  const { url, reset, restart, readCounts } = await serveMessages()
  const reader = toPerson('member-500')
  const cookie = await signIn(url, reader)
  await restart('team_big')
  const parts: string[] = []
  let sum = 0
  const count = async <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    await reset()
    const result = await act()
    const { d1RowsRead, objectRowsRead } = await readCounts()
    parts.push(`${name}: ${d1RowsRead} in D1, ${objectRowsRead} in objects`)
    sum += d1RowsRead + objectRowsRead
    return result
  }
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api/conversations/team_big${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await count('the conversation', () => read(''))
  const { welcome, close } = await count('its socket', () => openConversation(url, cookie, 'team_big'))
  const people = new Set([...welcome.messages.map(({ authorId }) => authorId), ...welcome.marks.map(([userId]) => userId)])
  people.delete(reader.id)
  const ids = [...people]
  for (let start = 0; start < ids.length; start += maxNamesAsked) {
    const asked = ids.slice(start, start + maxNamesAsked)
    const named = (await count(`${asked.length} names`, () => read(`/people?ids=${asked.join(',')}`))) as ConversationPeople
    if (named.people.length !== asked.length) throw new Error(`${named.people.length} names`)
  }
  close()
  return { value: sum, notes: [...parts, `${welcome.messages.length} messages shown`] }
}

const measureBytes = async (): Promise<number> => {
  const { sendMany, sizeOf } = await serveMessages()
  const count = 5000
  await sendMany('team_bytes', { authorIds: members, count })
  return (await sizeOf('team_bytes')) / count
}

/** Counts what each of the messages of a busy conversation costs, once for all figures. */
const countLive = once(async () => {
  const { url, reset, readCounts } = await serveMessages()
  return talk(url, { reset, readCounts })
})

const each = (name: string, unit: string, goal: number, pick: (counts: Counts) => number): Figure => ({
  name,
  unit,
  goal: { atMost: goal },
  gating: true,
  measure: async () => {
    const { counts, messages } = await countLive()
    return pick(counts) / messages
  },
})

export const figures: Figure[] = [
  { name: 'messages-list-rows-read', unit: 'rows read', goal: { atMost: 220 }, gating: true, measure: measureList },
  { name: 'conversation-wake-rows-read', unit: 'rows read', goal: { atMost: 100 }, gating: true, measure: measureWake },
  each('message-d1-rows-written', 'rows written', 1, ({ d1RowsWritten }) => d1RowsWritten),
  each('message-object-requests', 'requests', 6, ({ objectRequests }) => objectRequests),
  each('conversation-rows-written', 'rows written', 4, ({ objectRowsWritten }) => objectRowsWritten),
  { name: 'conversation-bytes', unit: 'bytes', goal: { atMost: 1000 }, gating: true, measure: measureBytes },
]
