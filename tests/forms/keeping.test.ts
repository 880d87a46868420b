import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteOldDrafts, deleteOldSubmissions, monthsBefore } from '../../worker/forms/delete-old-submissions.ts'
import { fillPlaces } from '../../worker/forms/fill-places.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, idOf, makeTeam, publishForm, saveSettings, send, shirtForm } from './try-out.ts'

collectLog()
let tests = 0
let owner: Person
let jo: Person
let team = ''

const clean = (now = Date.now()) => deleteOldSubmissions(openPrimary(env.DB), now)
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()
/** Sends the form, as if it had been so many days ago. */
async function sendAgo(id: string, days: number): Promise<string> {
  const submissionId = await idOf(await send(jo, id, answersOf('Ava')))
  await run('UPDATE submissions SET sent_at = ? WHERE id = ?', Date.now() - days * day, submissionId)
  return submissionId
}
const idsOf = async (id: string) => (await rowsOf('SELECT id FROM submissions WHERE form_id = ? ORDER BY sent_at', id)).map((row) => row.id)

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`keeping-owner-${tests}`)
  jo = await enterAndSetUp(`keeping-jo-${tests}`)
  team = await makeTeam(owner, 'Club')
})

describe('Submissions of a form that keeps them for months', () => {
  it('are deleted when they are older, with all that belongs to them', async () => {
    const id = await publishForm(owner, team, undefined, { keepMonths: 6 })
    const old = await sendAgo(id, 200)
    const recent = await sendAgo(id, 100)
    await owner.ask(`/api/forms/${id}/submissions`, { method: 'PATCH', json: { ids: [old], change: { do: 'addTag', tag: 'Late' } } })
    await run('INSERT INTO form_drafts VALUES (?, ?, ?, ?)', id, jo.id, '{}', Date.now() - 200 * day)
    await run('INSERT INTO submission_keys VALUES (?, ?, 1)', `key-of-${old}`, old)
    await clean()
    expect(await idsOf(id)).toEqual([recent])
    for (const table of ['submission_tags', 'submission_options', 'submission_events', 'submission_keys'])
      expect(await rowsOf(`SELECT 1 FROM ${table} WHERE submission_id = ?`, old)).toEqual([])
    expect(await rowsOf('SELECT 1 FROM form_drafts WHERE form_id = ?', id)).toEqual([])
    expect(await rowsOf('SELECT state, count FROM form_state_counts WHERE form_id = ?', id)).toEqual([{ state: 'accepted', count: 1 }])
    // The form has its next turn a day later.
    const late = await sendAgo(id, 300)
    await clean()
    expect(await idsOf(id)).toContain(late)
    await clean(Date.now() + 2 * day)
    expect(await idsOf(id)).toEqual([recent])
  })

  it('are deleted of several forms in one run, and a form that fails stops no other', async () => {
    await run('UPDATE forms SET keep_months = NULL')
    const [bad, one, other] = [
      await publishForm(owner, team, undefined, { keepMonths: 6 }),
      await publishForm(owner, team, undefined, { keepMonths: 6 }),
      await publishForm(owner, team, undefined, { keepMonths: 6 }),
    ]
    await run('UPDATE forms SET cleaned_at = 1 WHERE id <> ?', bad)
    const kept = await sendAgo(bad, 200)
    for (const id of [one, other]) await sendAgo(id, 200)
    // Something that no statement here knows of refers to the submission.
    await run('CREATE TABLE refers_to (id TEXT NOT NULL REFERENCES submissions (id))')
    await run('INSERT INTO refers_to VALUES (?)', kept)
    await expect(clean()).rejects.toThrow('Old submissions of some forms')
    expect([await idsOf(bad), await idsOf(one), await idsOf(other)]).toEqual([[kept], [], []])
    await run('DROP TABLE refers_to')
    await clean(Date.now() + 2 * day)
    expect(await idsOf(bad)).toEqual([])
  })

  it('are kept while a season or a payment needs them', async () => {
    const id = await publishForm(owner, team, undefined, { keepMonths: 1 })
    const [season, part, paid, old] = [await sendAgo(id, 400), await sendAgo(id, 390), await sendAgo(id, 380), await sendAgo(id, 370)]
    const future = new Date(Date.now() + 90 * day).toISOString().slice(0, 10)
    const json = { label: 'Spring', startDate: future, endDate: future }
    const made = await owner.ask(`/api/teams/${team}/seasons`, { method: 'POST', json })
    expect(made.status, await made.clone().text()).toBe(201)
    await run('UPDATE submission_options SET ref_id = ? WHERE submission_id = ?', await idOf(made), season)
    await run('INSERT INTO submission_parts (submission_id, number, due_on, amount) VALUES (?, 1, ?, 100)', part, future)
    await run(
      `INSERT INTO submission_payments (id, submission_id, form_id, team_id, title, parts, method, state, amount, currency, created_at, paid_at)
       VALUES (?, ?, ?, ?, 'F', '[0]', 'cash', 'paid', 100, 'usd', 1, ?)`,
      ...[`paid-${tests}`, paid, id, team, Date.now() - day],
    )
    await clean()
    expect(await idsOf(id)).toEqual([season, part, paid])
    expect(await idsOf(id)).not.toContain(old)
    await clean(Date.now() + 200 * day)
    expect(await idsOf(id)).toEqual([])
    // The law asks for it.
    expect(await rowsOf('SELECT 1 FROM submission_payments WHERE form_id = ?', id)).toHaveLength(1)
  })

  it('give their places to those who wait, and the uses of their coupons to nobody', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }, {}]), { keepMonths: 6 })
    const old = await sendAgo(id, 200)
    const waiting = await idOf(await send(owner, id, answersOf('Bo'), { acceptsWaiting: true }))
    for (const [code, uses] of [
      ['ONCE', 1],
      ['TWICE', 2],
    ] as const)
      await run("INSERT INTO form_coupons VALUES (?, ?, ?, 50, NULL, 'usd', ?, NULL, NULL, 1)", `${code}-${tests}`, id, code, uses)
    await run('UPDATE submissions SET coupon_id = ? WHERE id = ?', `ONCE-${tests}`, old)
    await clean()
    await fillPlaces({ kind: 'fill-form-places', formId: id }, { db: openPrimary(env.DB), now: Date.now() } as never)
    expect(await rowsOf('SELECT id, state FROM submissions WHERE form_id = ?', id)).toEqual([{ id: waiting, state: 'accepted' }])
    expect(await rowsOf("SELECT 1 FROM outbox WHERE instr(id, 'fill-form-places:' || ? || ':old:') = 1", id)).toHaveLength(1)
    expect(await rowsOf('SELECT code, max_uses, ended_at IS NULL AS works FROM form_coupons WHERE form_id = ? ORDER BY code', id)).toEqual([
      { code: 'ONCE', max_uses: 0, works: 0 },
      { code: 'TWICE', max_uses: 2, works: 1 },
    ])
  })

  it('leave their files to jobs that a queue takes', async () => {
    const id = await publishForm(owner, team, undefined, { keepMonths: 6 })
    const old = await sendAgo(id, 200)
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
       INSERT INTO form_files (id, form_id, field_id, submission_id, name, type, size, key, created_at)
       SELECT ?1 || i, ?2, 'f1', ?1, 'a.pdf', 'application/pdf', 1, 'form-files/' || ?2 || '/' || ?1 || i, 1 FROM n`,
      old,
      id,
    )
    await clean()
    expect(await rowsOf('SELECT 1 FROM form_files WHERE form_id = ?', id)).toEqual([])
    const jobs = await rowsOf("SELECT body FROM outbox WHERE instr(id, 'erase-old-files:' || ?) = 1", id)
    const keys = jobs.map(({ body }) => JSON.parse(String(body)).keys as string[])
    expect(new Set(keys.flat()).size).toBe(1800)
    expect(Math.max(...jobs.map(({ body }) => String(body).length))).toBeLessThan(100_000)
  })

  it('are kept as long as the community without such a setting', async () => {
    const id = await publishForm(owner, team, undefined, { keepMonths: 1 })
    const old = await sendAgo(id, 2000)
    await saveSettings(owner, id, { keepMonths: null })
    await clean()
    expect(await idsOf(id)).toEqual([old])
  })

  it('that were only begun are deleted when they had no change for 90 days, also of a form without such a setting', async () => {
    const id = await publishForm(owner, team)
    const begin = async (person: Person, savedAt: number | null): Promise<number> => {
      const json = { answers: answersOf('Ava'), savedAt }
      const answer = await person.ask(`/api/forms/${id}/answers`, { method: 'PUT', json })
      expect(answer.status, await answer.clone().text()).toBe(200)
      return (await answer.json<{ savedAt: number }>()).savedAt
    }
    const draftOf = async (person: Person) => (await (await person.ask(`/api/forms/${id}`)).json<OpenForm>()).viewer.draft
    const begun = await begin(jo, null)
    await begin(owner, null)
    await run('UPDATE form_drafts SET saved_at = saved_at + ? WHERE form_id = ? AND user_id = ?', day, id, owner.id)
    await deleteOldDrafts(openPrimary(env.DB), begun + 90 * day - 1)
    expect([await draftOf(jo), await draftOf(owner)]).toMatchObject([{ answers: answersOf('Ava') }, { answers: answersOf('Ava') }])
    await deleteOldDrafts(openPrimary(env.DB), begun + 90 * day)
    expect([await draftOf(jo), await draftOf(owner)]).toMatchObject([null, { answers: answersOf('Ava') }])
    // It can be begun again.
    await begin(jo, null)
    expect(await draftOf(jo)).toMatchObject({ answers: answersOf('Ava') })
  })

  it('counts months by the calendar', () => {
    const at = (text: string) => Date.parse(`${text}T12:00:00Z`)
    expect(monthsBefore(at('2026-03-31'), 1)).toBe(at('2026-02-28'))
    expect(monthsBefore(at('2026-01-15'), 24)).toBe(at('2024-01-15'))
  })
})
