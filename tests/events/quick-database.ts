import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type Database, wrapDatabase } from '../../worker/platform/database.ts'

type Prepared = { text: string; values: SqlStorageValue[]; bind: (...values: SqlStorageValue[]) => Prepared }

const prepare = (text: string, values: SqlStorageValue[] = []): Prepared => ({
  text,
  values,
  bind: (...bound) => prepare(text, bound),
})

/** SQLite keeps a statement ready for the very same string only, not for an equal one. */
const texts = new Map<string, string>()
function known(text: string): string {
  const same = texts.get(text)
  if (same === undefined) texts.set(text, text)
  return same ?? text
}

const isRead = /^\s*SELECT\b/i

/** D1's batch over the SQLite that D1 itself runs on, without a network in between: two hundred times as fast. */
function openQuickly({ storage }: DurableObjectState): Database {
  const { sql } = storage
  const total = () => Number(sql.exec('SELECT total_changes() AS n').one().n)
  const batch = async (statements: Prepared[]) =>
    storage.transactionSync(() => {
      let counted = total()
      return statements.map(({ text, values }) => {
        const before = counted
        const results = sql.exec(known(text), ...values).toArray()
        if (!isRead.test(text)) counted = total()
        return { success: true, results, meta: { changes: counted - before } }
      })
    })
  return wrapDatabase({ prepare, batch } as unknown as D1Database)
}

/** Runs with a database that has all our tables and nothing in them. */
export const withQuickDatabase = (run: (db: Database) => Promise<void>): Promise<void> =>
  runInDurableObject(env.PRESENCE.getByName(crypto.randomUUID()), async (_, state) => {
    for (const { queries } of env.TEST_MIGRATIONS) for (const query of queries) state.storage.sql.exec(query)
    await run(openQuickly(state))
  })
