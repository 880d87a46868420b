import { env } from 'cloudflare:workers'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CustomRight, maskOf } from '../../domain/access/custom-rights.ts'
import type { FormExport } from '../../domain/forms/export-contract.ts'
import type { FormFile } from '../../domain/forms/files.ts'
import type { SentForm } from '../../domain/forms/fill-contract.ts'
import { maxExportedBytes } from '../../domain/forms/limits.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { SubmissionOverview, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import type { SubmissionSummary } from '../../domain/forms/summary-contract.ts'
import type { ListFiles } from '../../worker/forms/files.ts'
import { makeFormExport } from '../../worker/forms/make-export.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { joinBytes } from '../files/pictures.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { makeContent, option } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, idOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
holdQueues()

const isPrivate = { seenBy: 'owner' }
const fields = [
  { id: 'fname', kind: 'shortText', label: 'Name' },
  { id: 'fill', kind: 'longText', label: 'Illnesses', ...isPrivate },
  { id: 'fhelp', kind: 'choice', label: 'Help', options: [option('oyes', 'Yes'), option('ono', 'No')], ...isPrivate },
  { id: 'frate', kind: 'rating', label: 'Fitness', ...isPrivate },
  { id: 'fdouble', kind: 'computed', label: 'Twice', formula: 'frate * 2' },
  { id: 'fpaper', kind: 'file', label: 'Doctor', ...isPrivate },
  {
    ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child' },
    fields: [
      { id: 'fkid', kind: 'shortText', label: 'First name' },
      { id: 'fallergy', kind: 'shortText', label: 'Allergies', ...isPrivate },
    ],
  },
]
const content = makeContent({ title: 'Camp', pages: [{ fields }] })
const secrets = ['Asthma', 'oyes', 'doctor.pdf', 'Nuts', '"fdouble":8']

let tests = 0
/** The owner, an organizer, members with custom roles, a member, and the sender. */
let people: Record<'owner' | 'organizer' | 'builder' | 'reader' | 'both' | 'member' | 'sender', Person>
let form = ''
let submission = ''
let file = ''

const at = (path: string) => `/api/forms/${form}${path}`
const textOf = async (answer: Response) => {
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.text()
}
/** The secrets in an answer. */
const found = (text: string) => secrets.filter((secret) => text.includes(secret))

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  const enter = (name: string) => enterAndSetUp(`private-${name}-${tests}`)
  people = {
    ...{ owner: await enter('owner'), organizer: await enter('organizer'), builder: await enter('builder'), reader: await enter('reader') },
    ...{ both: await enter('both'), member: await enter('member'), sender: await enter('sender') },
  }
  const { owner, sender } = people
  const team = await makeTeam(owner, 'Club')
  const join = (person: Person, role: string, rights: CustomRight[] = []) =>
    rowsOf(
      'INSERT INTO team_members (team_id, user_id, role, joined_at, rights) VALUES (?, ?, ?, 1, ?)',
      ...[team, person.id, role, maskOf(rights)],
    )
  await join(people.organizer, 'organizer')
  await join(people.builder, 'member', ['forms.manage'])
  await join(people.reader, 'member', ['forms.viewPrivate'])
  await join(people.both, 'member', ['forms.manage', 'forms.viewPrivate'])
  await join(people.member, 'member')
  form = await publishForm(owner, team, content)
  const pdf = joinBytes(new TextEncoder().encode('%PDF-1.7\nA letter of a doctor'))
  const query = new URLSearchParams({
    field: 'fpaper',
    name: 'doctor.pdf',
    secret: 'the-secret-of-mine',
    idempotencyKey: `doctors-paper-${tests}`,
  })
  const added = await sender.ask(at(`/files?${query}`), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(pdf.length) },
    body: pdf,
  })
  file = (await added.json<FormFile>()).id
  const answers = {
    ...{ fname: 'Ana', fill: 'Asthma', fhelp: 'oyes', frate: 4, fpaper: [file] },
    fkids: [{ fkid: 'Bo', fallergy: 'Nuts' }],
  }
  const answer = await send(sender, form, answers)
  expect(answer.status, await answer.clone().text()).toBe(201)
  submission = (await answer.json<SentForm>()).id
})

describe('An answer that only the owner sees', () => {
  it('is read by the owner, by who has the right, and by the sender', async () => {
    for (const person of [people.owner, people.both, people.sender]) {
      const text = await textOf(await person.ask(at(`/submissions/${submission}`)))
      expect(found(text)).toEqual(secrets)
      expect((JSON.parse(text) as Submission).hidden).toEqual([])
      expect((await person.ask(at(`/submissions/${submission}/files/${file}`))).status).toBe(200)
    }
    for (const person of [people.owner, people.both]) expect(found(await textOf(await person.ask(at('/submissions'))))).toEqual(secrets)
  })

  it('is not in the history for the others either', async () => {
    const { owner, organizer, both, sender } = people
    expect((await saveSettings(owner, form, { changesUntil: Date.now() + 10 ** 11 })).status).toBe(204)
    const { answers } = JSON.parse(await textOf(await sender.ask(at(`/submissions/${submission}`)))) as Submission
    // What is computed is not sent.
    const changed = { ...answers, fdouble: undefined, fname: 'Ana Lee', fill: 'Diabetes', fkids: [{ fkid: 'Bo', fallergy: 'Milk' }] }
    const put = await sender.ask(at(`/submissions/${submission}`), { method: 'PUT', json: { answers: changed, revision: 1 } })
    expect(put.status, await put.clone().text()).toBe(200)
    const fieldsFor = async (person: Person) => {
      const { history } = JSON.parse(await textOf(await person.ask(at(`/submissions/${submission}`)))) as Submission
      return history.flatMap(({ changes }) => changes.map(({ field, before, after }) => [field, before, after]))
    }
    const all = [
      ['fname', 'Ana', 'Ana Lee'],
      ['fill', 'Asthma', 'Diabetes'],
      ['fallergy', 'Nuts', 'Milk'],
    ]
    for (const person of [owner, both]) expect(await fieldsFor(person)).toEqual(all)
    expect(await fieldsFor(organizer)).toEqual(all.slice(0, 1))
  })

  it('is not in what the others get who run the form', async () => {
    for (const person of [people.organizer, people.builder]) {
      const text = await textOf(await person.ask(at(`/submissions/${submission}`)))
      const { answers, files, hidden } = JSON.parse(text) as Submission
      expect({ answers, files }).toEqual({ answers: { fname: 'Ana', fkids: [{ fkid: 'Bo' }] }, files: [] })
      expect(hidden).toEqual(['fill', 'fhelp', 'frate', 'fdouble', 'fpaper', 'fallergy'])
      const page = JSON.parse(await textOf(await person.ask(at('/submissions')))) as SubmissionPage
      expect(page.submissions).toMatchObject([{ label: 'Ana', answers: { fname: 'Ana', fkids: [{ fkid: 'Bo' }] }, files: [] }])
      expect(page.submissions[0]?.answers).toEqual(answers)
      expect(await codeOf(await person.ask(at(`/submissions/${submission}/files/${file}`)))).toBe('404 FormFileNotFound')
    }
  })

  it('does not exist for those who do not run the form', async () => {
    for (const person of [people.reader, people.member]) {
      expect(await codeOf(await person.ask(at(`/submissions/${submission}`)))).toBe('404 SubmissionNotFound')
      expect(await codeOf(await person.ask(at('/submissions')))).toBe('403 NotAllowed')
    }
  })

  it('is in no count, and cannot be found by a filter', async () => {
    const numbersFor = async (person: Person) => {
      const overview = JSON.parse(await textOf(await person.ask(at('/submissions/overview')))) as SubmissionOverview
      const summary = JSON.parse(await textOf(await person.ask(at('/submissions/summary')))) as SubmissionSummary
      const page = JSON.parse(await textOf(await person.ask(at('/submissions?field=fhelp&option=oyes')))) as SubmissionPage
      const byNumber = JSON.parse(await textOf(await person.ask(at('/submissions?field=fdouble&min=8')))) as SubmissionPage
      const listed = [page, byNumber].map(({ submissions }) => submissions.length)
      return [overview.options.length, overview.hidden.length, summary.answers.map(({ field }) => field), ...listed]
    }
    expect(await numbersFor(people.owner)).toEqual([1, 0, ['fdouble', 'frate'], 1, 1])
    expect(await numbersFor(people.organizer)).toEqual([0, 6, [], 0, 0])
  })

  it('is in the files of those who see it, which the others can neither open nor find', async () => {
    const db = openPrimary(env.DB)
    const make = async (person: Person, more: object = {}) => {
      const json = { format: 'zip', idempotencyKey: `private-export-${tests}-${person.id}-${JSON.stringify(more).length}`, ...more }
      const id = await idOf(await person.ask(at('/exports'), { method: 'POST', json }))
      await makeFormExport({ exportId: id, platform: 'gth' }, { db, env, now: Date.now() })
      await sendOutbox(env, db.outboxIds)
      return id
    }
    const open = async (person: Person, id: string) => {
      const answer = await person.ask(`/files/form-exports/${id}.zip`)
      expect(answer.status).toBe(200)
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      return { names: Object.keys(files), table: strFromU8(files['submissions.csv'] ?? new Uint8Array()) }
    }
    const [whole, part] = [await make(people.owner), await make(people.organizer)]
    const all = await open(people.both, whole)
    expect(all.table).toContain('Asthma')
    expect(all.table).toContain('Child 1: Allergies')
    expect(all.names).toContain(`files/${submission}/doctor.pdf`)
    expect((await people.organizer.ask(`/files/form-exports/${whole}.zip`)).status).toBe(404)

    const some = await open(people.organizer, part)
    expect(some.table).toContain('Child 1: First name')
    expect(some.table).not.toMatch(/Asthma|Illnesses|Allergies|Nuts|Twice|Help/)
    expect(some.names.toSorted()).toEqual(['README.txt', 'submissions.csv'])
    const listed = async (person: Person) =>
      (await (await person.ask(at('/exports'))).json<{ exports: FormExport[] }>()).exports.map(({ id }) => id).toSorted()
    expect(await listed(people.owner)).toEqual([whole, part].toSorted())
    expect(await listed(people.organizer)).toEqual([part])

    const filtered = await make(people.organizer, { search: { field: 'fhelp', option: 'oyes' } })
    expect((await open(people.organizer, filtered)).table.trim().split('\r\n')).toHaveLength(1)
  })

  it('is in no part of a file that is made after its requester has lost the right', async () => {
    const { both, owner } = people
    await env.FILES.put('a-form-file', 'a file')
    const stored = { submissionId: submission, size: maxExportedBytes, key: 'a-form-file' }
    const listFiles: ListFiles = async () => [
      { ...stored, id: 'first', field: 'fphoto', name: 'photo.jpg' },
      { ...stored, id: 'second', field: 'fpaper', name: 'doctor.pdf' },
      { ...stored, id: 'third', field: 'fphoto', name: 'other.jpg' },
    ]
    const make = async (exportId: string) => {
      const db = openPrimary(env.DB)
      await makeFormExport({ exportId, platform: 'gth' }, { db, env, now: Date.now() }, listFiles)
      await sendOutbox(env, db.outboxIds)
    }
    const partsFor = async (person: Person) =>
      (await (await person.ask(at('/exports'))).json<{ exports: FormExport[] }>()).exports.toReversed()
    const json = { format: 'zip', idempotencyKey: `private-parts-${tests}` }
    await make(await idOf(await both.ask(at('/exports'), { method: 'POST', json })))
    const parts = await partsFor(owner)
    expect(parts.map(({ inParts }) => inParts?.number)).toEqual([1, 2, 3])
    await rowsOf('UPDATE team_members SET rights = ? WHERE user_id = ?', maskOf(['forms.manage']), both.id)
    for (const part of parts.slice(1)) await make(part.id)
    const seen = await partsFor(both)
    expect(seen.map(({ inParts }) => inParts?.number)).toEqual([2, 3])
    const names: string[] = []
    for (const part of seen) {
      const answer = await both.ask(`/files/form-exports/${part.id}.zip`)
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      names.push(...Object.keys(files).filter((name) => name.startsWith('files/')))
      // What is hidden is not called deleted.
      expect(strFromU8(files['README.txt'] ?? new Uint8Array())).not.toMatch(/doctor|deleted|second/)
    }
    expect(names).toEqual([`files/${submission}/other.jpg`])
  })

  it('stays private when a later version asks it openly', async () => {
    const open = makeContent({ title: 'Camp', pages: [{ fields: fields.map((field) => ({ ...field, seenBy: 'organizers' })) }] })
    const { version } = await (await people.organizer.ask(at('/draft'))).json<{ version: number }>()
    expect((await people.organizer.ask(at('/draft'), { method: 'PUT', json: { content: open, version } })).status).toBe(200)
    expect((await people.organizer.ask(at('/versions'), { method: 'POST', json: { version: version + 1 } })).status).toBe(204)
    expect(found(await textOf(await people.organizer.ask(at('/submissions'))))).toEqual([])
    await send(people.member, form, { fname: 'Di', fill: 'Cold', fkids: [{ fkid: 'Ed' }] }, { version: 2 })
    const page = await textOf(await people.organizer.ask(at('/submissions')))
    expect(page).toContain('Cold')
    expect(found(page)).toEqual([])
    // What was counted before would tell it too.
    const { hidden, options } = JSON.parse(await textOf(await people.organizer.ask(at('/submissions/overview')))) as SubmissionOverview
    expect([hidden, options]).toEqual([['fallergy'], []])
  })

  it('reads no row of a form that has none', async () => {
    const plan = await rowsOf(
      "EXPLAIN QUERY PLAN SELECT number, private_fields FROM form_versions WHERE form_id = ? AND private_fields <> '[]'",
      form,
    )
    expect(JSON.stringify(plan)).toContain('COVERING INDEX form_versions_private')
  })
})
