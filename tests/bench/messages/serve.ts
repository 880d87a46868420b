import { serveOverhead } from '../overhead/serve.ts'
import { once } from '../setup/shared.ts'
import type { Counts } from './counted.ts'
import { addConversations, authors, members, messagesOfBig } from './world.ts'

/** Serves a Worker that counts rows and requests. */
export const serveMessages = once(async () => {
  const entry = import.meta.resolve('./worker.ts')
  const { url } = await serveOverhead({ environment: 'local', fill: addConversations, entry })
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/bench/${path}`, body && { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await ask('team_big/fill', { authorIds: authors, count: messagesOfBig, readerIds: members })
  return {
    url,
    reset: () => ask('all/reset'),
    readCounts: async () => (await ask('all/counts')) as Counts,
    restart: (conversationId: string) => ask(`${conversationId}/restart`),
    sendMany: (conversationId: string, sent: { authorIds: string[]; count: number }) => ask(`${conversationId}/send`, sent),
    sizeOf: async (conversationId: string) => Number(await ask(`${conversationId}/size`)),
  }
})
