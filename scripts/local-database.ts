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

type Sent = { sql: string; params: unknown[] }
type Post = (request: { method: 'POST'; body: string }) => Promise<{ ok: boolean; text: () => Promise<string> }>

/**
 * A D1 database that sends statements as text. Miniflare's own one stops this process at each `prepare` and `bind` until the runtime
 * has answered: the demo world took three times as long with it.
 */
function sendStatements(post: Post): D1Database {
  const send = async (statements: Sent[], asArrays = false): Promise<unknown[]> => {
    const answer = await post({ method: 'POST', body: JSON.stringify({ asArrays, statements }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return JSON.parse(text)
  }
  const sent = new WeakMap<D1PreparedStatement, Sent>()
  const prepare = (sql: string, params: unknown[] = []): D1PreparedStatement => {
    const run = async () => (await send([{ sql, params }]))[0] as D1Result<Record<string, unknown>>
    const statement = {
      bind: (...values: unknown[]) => prepare(sql, values.map(checkValue)),
      run,
      all: run,
      first: async (column?: string) => {
        const row = (await run()).results[0]
        return row === undefined ? null : column === undefined ? row : row[column]
      },
      raw: async ({ columnNames = false } = {}) => (await send([{ sql, params }], true)).slice(columnNames ? 0 : 1),
    } as D1PreparedStatement
    sent.set(statement, { sql, params })
    return statement
  }
  const read = (statement: D1PreparedStatement): Sent => {
    const found = sent.get(statement)
    if (!found) throw new TypeError('This statement was prepared by another database.')
    return found
  }
  const db = {
    prepare: (sql: string) => prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => send(statements.map(read)),
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
