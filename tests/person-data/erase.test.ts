import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { type Dump, dumpDatabase } from './database.ts'
import { fillEveryTable, me, secret } from './fill.ts'

/** What stays, with the reason. Nothing in it tells who it was. */
const keptReferences: Record<string, string> = {
  users: 'the nameless row that others may still point to',
}
/** Texts that are not about the person: what they wrote for others, or noted of others. */
const keptWords: Record<string, string> = {
  teams: 'a team’s name and description are the team’s',
  seasons: 'what a team plays, without who made it',
  guests: 'whom they noted as a guest is someone else',
  places: 'where everyone plays, without who added it',
  place_edits: 'what became of a place, without who did it',
  reports: 'what is wrong with something, without who said it',
  feedback: 'what they said about the product, without who said it',
  events: 'what was to be played where, for those who came',
  event_series: 'how a game repeats',
  event_updates: 'what hosts had to say to those who came',
}
/** Counted anew; tests of their own tell how. */
const totals = ['follow_totals', 'endorsement_totals']

const speaksOf = (row: Record<string, unknown>) => {
  const text = JSON.stringify(row).toLowerCase()
  return [me.id, me.key, secret.toLowerCase()].some((trace) => text.includes(trace))
}

let before: Dump
let after: Dump
let jobs: string[]

beforeAll(async () => {
  await fillEveryTable()
  before = await dumpDatabase()
  let ids = 0
  const context = { db: openPrimary(env.DB), now: 1_000_000, newId: () => `job-${ids++}`, platform: 'gth' as const }
  await deleteAccount(context, me.id)
  jobs = context.db.outboxIds
  after = await dumpDatabase()
})

describe('After an account was deleted', () => {
  it('the person stood in every table that knows people', () => {
    const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
    expect(empty.map(([name]) => name)).toEqual(['team_members'])
  })

  it('no table holds their id, address, name or words, but for what is kept for a reason', () => {
    const left = Object.entries(after).flatMap(([table, rows]) =>
      rows.filter((row) => speaksOf(row) && !jobs.includes(String(row.id))).map((row) => ({ table, row })),
    )
    const unexplained = left.filter(({ table, row }) => {
      const text = JSON.stringify(row).toLowerCase()
      if (text.includes(me.key)) return true
      if (text.includes(me.id)) return !(table in keptReferences)
      return !(table in keptWords)
    })
    expect(unexplained).toEqual([])
  })

  it('their row is nameless', () => {
    expect(after.users?.find(({ id }) => id === me.id)).toEqual({
      id: me.id,
      email: `deleted:${me.id}`,
      email_key: `deleted:${me.id}`,
      email_verified_at: null,
      password_hash: null,
      display_name: null,
      photo_key: null,
      completed_at: null,
      created_at: 1,
      updated_at: 1_000_000,
      deleted_at: 1_000_000,
    })
  })

  it('what is kept no longer leads to them', () => {
    for (const table of Object.keys(keptWords)) {
      for (const row of after[table] ?? []) expect(JSON.stringify(row)).not.toContain(me.id)
    }
  })

  it('everything of everyone else is as it was', () => {
    const missing = Object.entries(before)
      .filter(([table]) => !totals.includes(table))
      .flatMap(([table, rows]) => {
        const now = new Set((after[table] ?? []).map((row) => JSON.stringify(row)))
        return rows.filter((row) => !speaksOf(row) && !now.has(JSON.stringify(row))).map((row) => ({ table, row }))
      })
    expect(missing).toEqual([])
  })

  it('the receipt and the files to erase wait in the outbox, and words on their way to others go on without them', () => {
    const bodies = Object.fromEntries((after.outbox ?? []).map(({ id, body }) => [id, JSON.parse(String(body))]))
    const erased = jobs.map((id) => bodies[id]).filter((body) => body?.kind === 'erase-files')
    expect(erased.flatMap((body) => body.keys).toSorted()).toEqual([
      expect.stringMatching(/^avatars\/photo-of-\d+\/$/),
      expect.stringMatching(/^exports\/data_exports-id-\d+\.zip$/),
    ])
    expect(jobs.map((id) => bodies[id]).filter((body) => body?.to)).toEqual([
      { to: me.email, platform: 'gth', template: { name: 'account-deleted', data: { username: secret } } },
    ])
    expect(
      Object.keys(bodies)
        .filter((id) => !jobs.includes(id))
        .toSorted(),
    ).toEqual(['outbox-fact-of-others', 'outbox-fact-to-many', 'outbox-to-another', 'outbox-to-many'])
    expect(bodies['outbox-to-many'].to).toEqual(['other-1', 'other-2'])
    expect(bodies['outbox-fact-to-many'].fact.personIds).toEqual(['other-1'])
    expect((after.jobs ?? []).map(({ id }) => id).toSorted()).toEqual([
      'dead-fact-of-others',
      'dead-fact-to-many',
      'dead-to-another',
      'dead-to-many',
      'done-fact-of-me',
      'done-fact-of-others',
      'done-fact-to-many',
      'done-fact-to-me',
      'done-of-me',
      'done-to-another',
      'done-to-many',
      'done-to-me',
      'done-work-of-me',
      'failing-fact-of-others',
      'failing-fact-to-many',
      'failing-to-another',
      'failing-to-many',
    ])
  })
})

describe('Totals of others', () => {
  it('count one follower and one endorser fewer, each kind by itself', async () => {
    const person = 'INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES (?1, ?1, ?1, 1, 1)'
    await env.DB.batch([
      ...['leaver', 'liked', 'fan'].map((id) => env.DB.prepare(person).bind(id)),
      env.DB.prepare("INSERT INTO follows VALUES ('leaver', 'liked', 1), ('fan', 'liked', 1), ('fan', 'leaver', 1)"),
      env.DB.prepare("INSERT INTO follow_totals VALUES ('liked', 2), ('leaver', 1), ('fan', 7)"),
      env.DB.prepare(
        "INSERT INTO endorsements VALUES ('liked', 'leaver', 'fair', 1), ('liked', 'leaver', 'skilled', 1), ('liked', 'fan', 'fair', 1)",
      ),
      env.DB.prepare(
        "INSERT INTO endorsement_totals VALUES ('liked', '', 2), ('liked', 'fair', 2), ('liked', 'skilled', 1), ('liked', 'kind', 4), ('fan', '', 3)",
      ),
    ])
    await deleteAccount({ db: openPrimary(env.DB), now: 2, newId: () => crypto.randomUUID(), platform: 'gth' }, 'leaver')
    const read = async (sql: string) => (await env.DB.prepare(sql).raw()).map((row) => row.join(' '))
    expect(await read("SELECT user_id, followers FROM follow_totals WHERE user_id IN ('liked', 'leaver', 'fan') ORDER BY user_id")).toEqual(
      ['fan 7', 'liked 1'],
    )
    expect(
      await read("SELECT user_id, kind, count FROM endorsement_totals WHERE user_id IN ('liked', 'fan') ORDER BY user_id, kind"),
    ).toEqual(['fan  3', 'liked  1', 'liked fair 1', 'liked kind 4', 'liked skilled 0'])
  })
})
