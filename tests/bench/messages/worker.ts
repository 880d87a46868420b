import type { Env, Job } from '../../../worker/env.ts'
import product, { Conversation as ProductConversation, Presence as ProductPresence } from '../../../worker/index.ts'
import { countCalls, countDatabase, countRequest, countStorage, readCounts, resetCounts } from './counted.ts'

const unlimited: RateLimit = { limit: async () => ({ success: true }) }
const withCounts = (env: Env): Env => ({
  ...env,
  DB: countDatabase(env.DB),
  PRESENCE: countCalls(env.PRESENCE),
  CONVERSATION: countCalls(env.CONVERSATION),
  READ_LIMIT: unlimited,
  WRITE_LIMIT: unlimited,
})

type Filling = { authorIds: string[]; count: number; readerIds: string[] }

/** The object of the product, which counts what reaches it and what it reads and writes. */
export class Conversation extends ProductConversation {
  constructor(state: DurableObjectState, env: Env) {
    countStorage(state.storage)
    super(state, withCounts(env))
  }

  /** Fills the log with messages that some people wrote in turns, and others have read. */
  fill({ authorIds, count, readerIds }: Filling): void {
    const { sql } = this.ctx.storage
    sql.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < cast(?1 AS INTEGER))
       INSERT INTO messages (author_id, client_id, sent_at, text)
       SELECT (?2 ->> ('$[' || (n % cast(?3 AS INTEGER)) || ']')), 'filled-' || n, n, 'Message number ' || n FROM numbers`,
      count,
      JSON.stringify(authorIds),
      authorIds.length,
    )
    sql.exec(
      'INSERT INTO marks (user_id, seq) SELECT value, cast(?2 AS INTEGER) - key FROM json_each(?1)',
      JSON.stringify(readerIds),
      count,
    )
  }

  /** Sends messages of 200 characters as the product does, a few from each member. */
  async sendMany({ conversationId, authorIds, count }: { conversationId: string; authorIds: string[]; count: number }): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const userId = authorIds[index % authorIds.length] ?? ''
      const admission = {
        conversationId,
        userId,
        checkedAt: Date.now(),
        mayWrite: true,
        mayModerate: false,
        isInvited: false,
        sharesOnline: false,
        sessionId: userId,
        hiddenIds: [],
        requesterId: null,
      }
      const text = `${index} `.padEnd(200, 'Courts three and four are ours tonight ')
      const sent = await this.send(admission, { clientId: crypto.randomUUID(), text, replyTo: null })
      if ('refused' in sent) throw new Error(sent.refused)
    }
  }

  /** Ends the object, so that the next request starts it anew. */
  restart(): void {
    this.ctx.abort('restart')
  }

  size(): number {
    return this.ctx.storage.sql.databaseSize
  }

  override webSocketMessage(socket: WebSocket, text: string | ArrayBuffer) {
    countRequest()
    return super.webSocketMessage(socket, text)
  }

  override alarm() {
    countRequest()
    return super.alarm()
  }
}

/** Counts the same for the presence of a person. */
export class Presence extends ProductPresence {
  constructor(state: DurableObjectState, env: Env) {
    countStorage(state.storage)
    super(state, withCounts(env))
  }

  override webSocketMessage(socket: WebSocket, text: string | ArrayBuffer) {
    countRequest()
    return super.webSocketMessage(socket, text)
  }
}

type BenchEnv = Omit<Env, 'CONVERSATION'> & { CONVERSATION: DurableObjectNamespace<Conversation> }

/** What the bench asks for besides the product: `/bench/<conversation>/<what>`. */
async function answerBench(request: Request, path: string[], env: BenchEnv): Promise<Response> {
  const [, , conversationId = '', what = ''] = path
  const object = env.CONVERSATION.getByName(conversationId)
  switch (what) {
    case 'fill':
      await object.fill(await request.json())
      return Response.json(null)
    case 'send':
      await object.sendMany({ conversationId, ...(await request.json<{ authorIds: string[]; count: number }>()) })
      return Response.json(null)
    case 'size':
      return Response.json(await object.size())
    case 'restart':
      // The call fails because its object ends.
      await object.restart().catch(() => undefined)
      return Response.json(null)
    case 'reset':
      resetCounts()
      return Response.json(null)
    default:
      return Response.json(readCounts())
  }
}

let productEnv: Env | undefined

export default {
  fetch: (request, env, context) => {
    const path = new URL(request.url).pathname.split('/')
    if (path[1] === 'bench') return answerBench(request, path, env).catch((error: unknown) => new Response(String(error), { status: 500 }))
    productEnv ??= withCounts(env)
    return product.fetch(request, productEnv, context)
  },
  // The jobs that messages cause count too.
  queue: (batch, env) => product.queue(batch, withCounts(env)),
} satisfies ExportedHandler<BenchEnv, Job<unknown>>
