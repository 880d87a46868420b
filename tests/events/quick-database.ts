import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type Database, wrapDatabase } from '../../worker/platform/database.ts'

type PreparedStatement = { text: string; values: SqlStorageValue[]; bind: (...values: SqlStorageValue[]) => PreparedStatement }

const prepare = (text: string, values: SqlStorageValue[] = []): PreparedStatement => ({
  text,
  values,
  bind: (...bound) => prepare(text, bound),
})

/** SQLite reuses a prepared statement only for the same string object. So we return the same object for equal texts. */
const texts = new Map<string, string>()
function intern(text: string): string {
  const cached = texts.get(text)
  if (cached === undefined) texts.set(text, text)
  return cached ?? text
}

const isRead = /^\s*SELECT\b/i

/** Runs the batches of D1 directly in SQLite, without a network: two hundred times as fast. */
function openQuickly({ storage }: DurableObjectState): Database {
  const { sql } = storage
  const countChanges = () => Number(sql.exec('SELECT total_changes() AS n').one().n)
  const batch = async (statements: PreparedStatement[]) =>
    storage.transactionSync(() => {
      let counted = countChanges()
      return statements.map(({ text, values }) => {
        const before = counted
        const results = sql.exec(intern(text), ...values).toArray()
        if (!isRead.test(text)) counted = countChanges()
        return { success: true, results, meta: { changes: counted - before } }
      })
    })
  return wrapDatabase({ prepare, batch } as unknown as D1Database)
}

/** Runs a function with a new database that has all our tables without rows. */
export const withQuickDatabase = (run: (db: Database) => Promise<void>): Promise<void> =>
  runInDurableObject(env.PRESENCE.getByName(crypto.randomUUID()), async (_, state) => {
    for (const statement of env.TEST_SCHEMA) state.storage.sql.exec(statement)
    await run(openQuickly(state))
  })
