import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { type Dump, dumpDatabase } from './database.ts'
import { fillEveryTable, me, secret } from './fill.ts'

/** Tables that keep the id of the person, with the reason. */
const keptReferences: Record<string, string> = {
  users: 'rows of other people may refer to this row, which has no name',
  plan_invoices: 'the law asks to keep what was sold, without the name',
  plan_subscriptions: 'the same',
  orders: 'the same',
  credits: 'the same',
  ledger_accounts: 'the books of an account go on while money moves on it',
  ledger_entries: 'the law asks to keep books, without the name',
  ledger_games: 'the same',
  ledger_months: 'the same',
  payouts: 'the same',
  membership_subscriptions: 'the same',
  membership_payments: 'the same',
  due_payments: 'the same',
  submission_payments: 'the same',
  stripe_customers: 'a job ends the plans of the person and deletes the row, and a team keeps its place at Stripe',
  conversation_members: 'the other people keep their conversations, and a job deletes the words of the person in these',
}
/** Tables that keep texts of the person, with the reason. The texts are not about the person. */
const keptTexts: Record<string, string> = {
  submission_events: 'what happened to a submission is a word of ours, and does not say who did it',
  signed_waivers: 'a community keeps what was signed to its date, in case that somebody was hurt',
  teams: 'the name and description belong to the team',
  seasons: 'a season belongs to the team and does not say who created it',
  result_changes: 'the history of a result does not say who changed it',
  substitute_asks: 'the answer is by another person, whom this person asked',
  guests: 'a guest is another person',
  team_changes: 'the trail of a team does not say who changed it',
  organization_changes: 'the trail of an organization does not say who changed it',
  places: 'everyone plays there, and the row does not say who added it',
  place_edits: 'the history of a place does not say who edited it',
  disputes: 'the reason is a word of Stripe',
  reports: 'a report does not say who wrote it',
  feedback: 'feedback does not say who wrote it',
  events: 'the people who played need the record of their game',
  event_series: 'the row only says how a game repeats',
  team_announcements: 'the members of the team received these messages',
  conversations: 'its kind does not come from the person',
  event_updates: 'the people who played received these messages',
}
/** In these tables, a row that names another person as its owner has no text of this person. */
const ownerColumns: Record<string, string> = { joiners: 'user_id' }
const isOfOther = (table: string, row: Record<string, unknown>) => {
  const owner = row[ownerColumns[table] ?? ''] ?? null
  return owner !== null && owner !== me.id
}
/** Files of others that may have the answers of the person, so they are deleted too. */
const filesOfOthers = ['form_exports']
/** These are counted again; separate tests check the result. */
const totals = ['follow_totals', 'endorsement_totals']
/** The same for single columns. */
const totalColumns: Record<string, string> = { team_announcements: 'reads', teams: 'followers' }

const toText = (table: string, row: Record<string, unknown>) =>
  JSON.stringify(Object.entries(row).filter(([column]) => column !== totalColumns[table]))

const isAboutPerson = (row: Record<string, unknown>) => {
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
  it('the test has filled every table with rows of the person', () => {
    const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
    expect(empty.map(([name]) => name)).toEqual(['team_members'])
  })

  it('no table contains their id, email, name or texts, except those kept for a reason', () => {
    const left = Object.entries(after).flatMap(([table, rows]) =>
      rows.filter((row) => isAboutPerson(row) && !jobs.includes(String(row.id))).map((row) => ({ table, row })),
    )
    const unexplained = left.filter(({ table, row }) => {
      const text = JSON.stringify(row).toLowerCase()
      if (text.includes(me.key)) return true
      if (text.includes(me.id)) return !(table in keptReferences)
      return !(table in keptTexts) && !isOfOther(table, row)
    })
    expect(unexplained).toEqual([])
  })

  it('their row contains no personal data', () => {
    expect(after.users?.find(({ id }) => id === me.id)).toEqual({
      id: me.id,
      email: `deleted:${me.id}`,
      email_key: `deleted:${me.id}`,
      email_verified_at: null,
      password_hash: null,
      display_name: null,
      photo_key: null,
      completed_at: null,
      terms_version: null,
      terms_accepted_at: null,
      created_at: 1,
      updated_at: 1_000_000,
      deleted_at: 1_000_000,
    })
  })

  it('the kept texts do not refer to them', () => {
    for (const table of Object.keys(keptTexts)) {
      for (const row of after[table] ?? []) expect(JSON.stringify(row)).not.toContain(me.id)
    }
  })

  it('all data of other people is unchanged', () => {
    const missing = Object.entries(before)
      .filter(([table]) => !totals.includes(table) && !filesOfOthers.includes(table))
      .flatMap(([table, rows]) => {
        const now = new Set((after[table] ?? []).map((row) => toText(table, row)))
        return rows.filter((row) => !isAboutPerson(row) && !now.has(toText(table, row))).map((row) => ({ table, row }))
      })
    expect(missing).toEqual([])
  })

  it('the outbox contains the confirmation and the files to erase, and queued messages to others no longer include them', () => {
    const bodies = Object.fromEntries((after.outbox ?? []).map(({ id, body }) => [id, JSON.parse(String(body))]))
    const erased = jobs.map((id) => bodies[id]).filter((body) => body?.kind === 'erase-files')
    expect(erased.flatMap((body) => body.keys).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^${secret} \\d+$`)),
      expect.stringMatching(new RegExp(`^${secret} \\d+-small$`)),
      expect.stringMatching(/^avatars\/photo-of-\d+\/$/),
      expect.stringMatching(/^exports\/data_exports-id-\d+\.zip$/),
      expect.stringMatching(/^form-exports\/form_exports-id-\d+\./),
      expect.stringMatching(/^form-exports\/form_exports-id-\d+\./),
      expect.stringMatching(new RegExp(`^photos/${secret} \\d+/$`)),
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

describe('The totals of other people', () => {
  it('lose one follower and one endorser, for each kind separately', async () => {
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
