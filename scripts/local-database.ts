import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { root } from './environment.ts'

/** The part of wrangler.toml that we need. */
type Config = {
  compatibility_date: string
  d1_databases: { binding: string; database_id: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
}

export type LocalDatabase = { db: D1Database; files: R2Bucket; close: () => Promise<void> }

/**
 * Opens the D1 database and the R2 files in a state folder of Vite or `wrangler dev`. Close it before they start, because only one
 * process can use them at a time.
 */
export async function openLocalDatabase(state: string): Promise<LocalDatabase> {
  const config: Config = unstable_readConfig({ config: path.join(root, 'wrangler.toml') })
  // wrangler stores them under these names. Durable Objects and queues are left out, because they need the code of the product.
  const d1Databases = Object.fromEntries(config.d1_databases.map(({ binding, database_id }) => [binding, database_id]))
  const r2Buckets = Object.fromEntries(config.r2_buckets.map(({ binding, bucket_name }) => [binding, bucket_name]))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...{ name: 'local-database', modules: true, script: runnerScript, compatibilityDate: config.compatibility_date },
      ...{ d1Databases, r2Buckets, resourcePersistencePath: path.join(state, 'v3') },
    }),
  )
  await miniflare.ready
  return {
    db: sendStatements((request) => miniflare.dispatchFetch('http://database', request)),
    files: (await miniflare.getR2Bucket('FILES')) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  }
}

/** Runs the statements of a request in the runtime. */
const runnerScript = `export default {
  async fetch(request, { DB }) {
    const { asArrays, statements } = await request.json()
    try {
      const prepared = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params))
      return Response.json(asArrays ? await prepared[0].raw({ columnNames: true }) : await DB.batch(prepared))
    } catch (error) {
      return new Response(error.message, { status: 500 })
    }
  },
}`

type Post = (request: { method: 'POST'; body: string }) => Promise<{ ok: boolean; text: () => Promise<string> }>
type Send = (statements: readonly Statement[], asArrays?: boolean) => Promise<unknown[]>

/** A statement of D1 that is sent as text when it runs. */
class Statement {
  readonly sql: string
  readonly params: readonly unknown[]
  readonly #send: Send

  constructor(send: Send, sql: string, params: readonly unknown[] = []) {
    this.#send = send
    this.sql = sql
    this.params = params
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#send, this.sql, values.map(checkValue))
  }

  async run(): Promise<D1Result<Record<string, unknown>>> {
    return (await this.#send([this]))[0] as D1Result<Record<string, unknown>>
  }

  all() {
    return this.run()
  }

  async first(column?: string): Promise<unknown> {
    const row = (await this.run()).results[0]
    return row === undefined ? null : column === undefined ? row : row[column]
  }

  async raw({ columnNames = false } = {}): Promise<unknown[]> {
    return (await this.#send([this], true)).slice(columnNames ? 0 : 1)
  }
}

/**
 * A D1 database that sends statements as text. Miniflare's own one stops this process at each `prepare` and `bind` until the runtime
 * has answered: the demo world took three times as long with it.
 */
function sendStatements(post: Post): D1Database {
  const send: Send = async (statements, asArrays = false) => {
    const body = { asArrays, statements: statements.map(({ sql, params }) => ({ sql, params })) }
    const answer = await post({ method: 'POST', body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return JSON.parse(text)
  }
  const db = {
    prepare: (sql: string) => new Statement(send, sql),
    batch: (statements: Statement[]) => send(statements),
    withSession: () => db,
    getBookmark: () => null,
  }
  return db as unknown as D1Database
}

/** D1 refuses the same values, except bytes, which JSON does not have. */
function checkValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
  throw new TypeError(`A statement cannot have the value ${String(value)} (${typeof value}).`)
}
