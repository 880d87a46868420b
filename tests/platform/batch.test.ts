import { env } from 'cloudflare:workers'
import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '../../worker/accounts/schema.ts'
import { config } from '../../worker/config/schema.ts'
import { putInOutbox } from '../../worker/jobs/commands.ts'
import { AssertionFailed, mustHold, readAll, readFirst, runBatch, write } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asBoolean, asJson, asNumber, asOneOf, asText, orNull, select } from '../../worker/platform/row-query.ts'

const db = openPrimary(env.DB)
const entry = (key: string) => db.insert(config).values({ key, value: '1', updatedAt: 1 })
const keys = () => readAll(db, db.select({ key: config.key }).from(config).orderBy(config.key)).then((rows) => rows.map(({ key }) => key))

describe('A batch', () => {
  it('answers each statement under its name, in their order', async () => {
    const results = await runBatch(db, {
      written: entry('first'),
      found: db.select({ key: config.key, at: config.updatedAt }).from(config).where(eq(config.key, 'first')),
      counted: select({ entries: asNumber }, sql`SELECT count(*) AS entries FROM ${config}`),
      gone: sql`DELETE FROM ${config} WHERE ${config.key} = ${'first'}`,
    })
    expect(results.written.changes).toBe(1)
    expect(results.found.rows).toEqual([{ key: 'first', at: 1 }])
    expect(results.counted.rows).toEqual([{ entries: 1 }])
    expect(results.gone).toEqual({ rows: [], changes: 1 })
  })

  it('takes several statements under one name', async () => {
    const { written, after } = await runBatch(db, {
      written: [entry('one'), entry('two')],
      none: [],
      after: db.select({ key: config.key }).from(config).orderBy(config.key),
    })
    expect(written.map(({ changes }) => changes)).toEqual([1, 1])
    expect(after.rows.map(({ key }) => key)).toEqual(['one', 'two'])
    expect(await write(db, db.delete(config))).toBe(2)
  })

  it('reads values as the schema has them, and as decoders say', async () => {
    const row = await readFirst(
      db,
      select(
        {
          on: asBoolean,
          off: asBoolean,
          list: asJson<number[]>(),
          word: asOneOf(['a', 'b']),
          none: orNull(asText),
          key: orNull(config.key),
        },
        sql`SELECT 1 AS "on", 0 AS "off", '[1,2]' AS list, 'b' AS word, NULL AS none, NULL AS "key"`,
      ),
    )
    expect(row).toEqual({ on: true, off: false, list: [1, 2], word: 'b', none: null, key: null })
  })

  it('refuses a word that we never wrote, and a column that is not there', async () => {
    await expect(readFirst(db, select({ word: asOneOf(['a']) }, sql`SELECT 'z' AS word`))).rejects.toThrow('Not one of a: z')
    await expect(readFirst(db, select({ word: asText }, sql`SELECT 'z' AS other`))).rejects.toThrow('does not answer with a column word')
  })

  it('says so where two columns would arrive under one name', async () => {
    await env.DB.prepare(
      "INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES ('u', 'u@x.test', 'u@x.test', 1, 1)",
    ).run()
    const twice = db
      .select({ one: users.id, other: sql<string>`${users.id}` })
      .from(users)
      .where(and(eq(users.id, 'u')))
    await expect(readAll(db, twice)).rejects.toThrow('the same name in SQL')
  })
})

describe('What must hold', () => {
  it('undoes the whole batch where it does not, and says its name', async () => {
    const failing = runBatch(db, { written: entry('undone'), held: mustHold('never-true', sql`1 = 2`) })
    await expect(failing).rejects.toThrow(AssertionFailed)
    await expect(failing).rejects.toMatchObject({ assertion: 'never-true' })
    expect(await keys()).toEqual([])
  })

  it('counts what is unknown as not true', async () => {
    await expect(runBatch(db, { held: mustHold('unknown', sql`NULL`) })).rejects.toMatchObject({ assertion: 'unknown' })
  })

  it('changes nothing and writes no row where it does', async () => {
    const { held } = await runBatch(db, { written: entry('kept'), held: mustHold('was-written', sql`changes() = 1`) })
    expect(held.changes).toBe(0)
    expect(await keys()).toEqual(['kept'])
    await write(db, db.delete(config))
  })
})

describe('Messages of a batch', () => {
  it('are kept with the database, as far as they were written', async () => {
    const own = openPrimary(env.DB)
    const message = (id: string) => ({ id, body: {} })
    await runBatch(own, {
      sent: putInOutbox('work', [message('a'), message('b')], { now: 1 }),
      notSent: putInOutbox('work', [message('c')], { now: 1, when: sql`1 = 2` }),
      again: putInOutbox('work', [message('a')], { now: 1 }),
    })
    expect(own.outboxIds).toEqual(['a', 'b'])
    await env.DB.prepare('DELETE FROM outbox').run()
  })

  it('are forgotten with a batch that fails', async () => {
    const own = openPrimary(env.DB)
    const failing = runBatch(own, { sent: putInOutbox('work', [{ id: 'x', body: {} }], { now: 1 }), held: mustHold('no', sql`0`) })
    await expect(failing).rejects.toThrow(AssertionFailed)
    expect(own.outboxIds).toEqual([])
  })
})
