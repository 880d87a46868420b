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
  it('returns the result of each statement under its name', async () => {
    const results = await runBatch(db, {
      written: entry('first'),
      found: db.select({ key: config.key, at: config.updatedAt }).from(config).where(eq(config.key, 'first')),
      counted: select({ entries: asNumber }, sql`SELECT count(*) AS entries FROM ${config}`),
      deleted: sql`DELETE FROM ${config} WHERE ${config.key} = ${'first'}`,
    })
    expect(results.written.changes).toBe(1)
    expect(results.found.rows).toEqual([{ key: 'first', at: 1 }])
    expect(results.counted.rows).toEqual([{ entries: 1 }])
    expect(results.deleted).toEqual({ rows: [], changes: 1 })
  })

  it('accepts several statements under one name', async () => {
    const { written, after } = await runBatch(db, {
      written: [entry('one'), entry('two')],
      none: [],
      after: db.select({ key: config.key }).from(config).orderBy(config.key),
    })
    expect(written.map(({ changes }) => changes)).toEqual([1, 1])
    expect(after.rows.map(({ key }) => key)).toEqual(['one', 'two'])
    expect(await write(db, db.delete(config))).toBe(2)
  })

  it('decodes values as the schema and the decoders define', async () => {
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

  it('refuses an unknown value and a missing column', async () => {
    await expect(readFirst(db, select({ word: asOneOf(['a']) }, sql`SELECT 'z' AS word`))).rejects.toThrow('Not one of a: z')
    await expect(readFirst(db, select({ word: asText }, sql`SELECT 'z' AS other`))).rejects.toThrow('returns no column word')
  })

  it('refuses two columns that have the same name in SQL', async () => {
    await env.DB.prepare(
      "INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES ('u', 'u@x.test', 'u@x.test', 1, 1)",
    ).run()
    const duplicate = db
      .select({ one: users.id, other: sql<string>`${users.id}` })
      .from(users)
      .where(and(eq(users.id, 'u')))
    await expect(readAll(db, duplicate)).rejects.toThrow('the same name in SQL')
  })
})

describe('A condition of mustHold', () => {
  it('undoes the whole batch if it is false, and the error has its name', async () => {
    const failing = runBatch(db, { written: entry('undone'), held: mustHold('never-true', sql`1 = 2`) })
    await expect(failing).rejects.toThrow(AssertionFailed)
    await expect(failing).rejects.toMatchObject({ assertion: 'never-true' })
    expect(await keys()).toEqual([])
  })

  it('counts as false if it is NULL', async () => {
    await expect(runBatch(db, { held: mustHold('unknown', sql`NULL`) })).rejects.toMatchObject({ assertion: 'unknown' })
  })

  it('changes nothing and writes no row if it is true', async () => {
    const { held } = await runBatch(db, { written: entry('kept'), held: mustHold('was-written', sql`changes() = 1`) })
    expect(held.changes).toBe(0)
    expect(await keys()).toEqual(['kept'])
    await write(db, db.delete(config))
  })
})

describe('Messages of a batch', () => {
  it('are recorded with the database if they were written', async () => {
    const ownDb = openPrimary(env.DB)
    const message = (id: string) => ({ id, body: {} })
    await runBatch(ownDb, {
      sent: putInOutbox('work', [message('a'), message('b')], { now: 1 }),
      notSent: putInOutbox('work', [message('c')], { now: 1, when: sql`1 = 2` }),
      again: putInOutbox('work', [message('a')], { now: 1 }),
    })
    expect(ownDb.outboxIds).toEqual(['a', 'b'])
    await env.DB.prepare('DELETE FROM outbox').run()
  })

  it('are not recorded if the batch fails', async () => {
    const ownDb = openPrimary(env.DB)
    const failing = runBatch(ownDb, { sent: putInOutbox('work', [{ id: 'x', body: {} }], { now: 1 }), held: mustHold('no', sql`0`) })
    await expect(failing).rejects.toThrow(AssertionFailed)
    expect(ownDb.outboxIds).toEqual([])
  })
})
