import { env } from 'cloudflare:workers'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormExport } from '../../domain/forms/export-contract.ts'
import { maxExportedBytes, maxExportsOfForm } from '../../domain/forms/limits.ts'
import type { SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { runChores } from '../../worker/cron.ts'
import type { ListFiles } from '../../worker/forms/files.ts'
import { makeFormExport } from '../../worker/forms/make-export.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume, deliverNotices, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, codeOf, idOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
const queues = holdQueues()

let tests = 0
let owner: Person
let jo: Person
let form = ''

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`exporting-owner-${tests}`)
  jo = await enterAndSetUp(`exporting-jo-${tests}`)
  form = await publishForm(owner, await makeTeam(owner, 'Club'))
})

let requests = 0
const request = (more: object = {}, person = owner) => {
  requests += 1
  const json = { format: 'csv', idempotencyKey: `export-request-${requests}`, ...more }
  return person.ask(`/api/forms/${form}/exports`, { method: 'POST', json })
}
const list = async () => (await (await owner.ask(`/api/forms/${form}/exports`)).json<{ exports: FormExport[] }>()).exports
const download = (id: string, format = 'csv', person = owner) => person.ask(`/files/form-exports/${id}.${format}`)
async function make(exportId: string, listFiles?: ListFiles): Promise<void> {
  const db = openPrimary(env.DB)
  try {
    await makeFormExport({ exportId, platform: 'gth' }, { db, env, now: Date.now() }, listFiles)
  } finally {
    await sendOutbox(env, db.outboxIds)
  }
}

async function deliverWork(): Promise<void> {
  await waitForEmptyOutbox()
  await consume('work', queues.work.splice(0))
}

/** A test makes the files itself. */
async function deliverNothing(): Promise<void> {
  await waitForEmptyOutbox()
  queues.work.length = 0
}

async function fileOf(more: object = {}): Promise<string[][]> {
  const id = await idOf(await request(more))
  await make(id)
  const answer = await download(id)
  expect(answer.status).toBe(200)
  // The byte order mark is lost when the text is decoded.
  return (await answer.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

/** The notices about files, from A to Z. */
async function titlesOf(person: Person) {
  await deliverNotices()
  const rows = await rowsOf("SELECT title FROM notices WHERE user_id = ? AND key LIKE 'form-exported:%' ORDER BY title", person.id)
  return rows.map(({ title }) => title)
}

describe('The summary', () => {
  it('counts the numbers of the latest submissions, also in groups, and what was sent on each day of the zone', async () => {
    const common = { hint: '', isRequired: false, width: 'full', seenBy: 'organizers' }
    const content = JSON.stringify({
      ...fromTemplate('blank'),
      pages: [
        {
          id: 'p1',
          title: '',
          fields: [
            { ...common, id: 'frating', kind: 'rating', label: 'Stars', max: 5 },
            {
              ...common,
              id: 'fkids',
              kind: 'group',
              label: 'Kids',
              rowLabel: 'Kid',
              fields: [{ ...common, id: 'fswims', kind: 'yesNo', label: 'Swims' }],
            },
            { ...common, id: 'fgift', kind: 'ownAmount', label: 'Gift', min: null, max: null },
            {
              ...{ ...common, id: 'fsports', kind: 'ranking', label: 'Sports' },
              options: ['o1', 'o2'].map((id) => ({ id, label: id, limit: null, hasWaitlist: false, pictureId: null, refId: null })),
            },
          ],
        },
      ],
    })
    await rowsOf('UPDATE form_versions SET content = ? WHERE form_id = ?', content, form)
    const midnight = Date.UTC(2026, 0, 2, 6)
    const add = (state: string, sentAt: number, answers: object) =>
      rowsOf(
        `INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
          VALUES (?1 || ?2 || ?3, ?1, 1, ?2, 'A', 'a', ?4, 'e1', ?3, 1)`,
        ...[form, state, sentAt, JSON.stringify(answers)],
      )
    await add('accepted', midnight - 1, { frating: 5, fkids: [{ fswims: true }, { fswims: false }], fsports: ['o1', 'o2'] })
    await add('asked', midnight, { frating: 5, fkids: [{ fswims: true }], fsports: ['o2', 'o1'], fgift: 500 })
    await add('accepted', midnight + 1, { frating: 'five', fsports: ['o2', 'o1'] })
    await add('withdrawn', midnight + 2, { frating: 1 })
    const answer = await owner.ask(`/api/forms/${form}/submissions/summary`)
    expect(await answer.json()).toEqual({
      ...{ counted: 3, isCut: false },
      days: [
        { day: '2026-01-01', count: 1 },
        { day: '2026-01-02', count: 3 },
      ],
      rankings: [
        {
          field: 'fsports',
          options: [
            { option: 'o2', place: 4 / 3, count: 3 },
            { option: 'o1', place: 5 / 3, count: 3 },
          ],
        },
      ],
      answers: [
        { field: 'fgift', values: [{ value: 500, count: 1 }] },
        { field: 'frating', values: [{ value: 5, count: 2 }] },
        {
          field: 'fswims',
          values: [
            { value: 0, count: 1 },
            { value: 1, count: 2 },
          ],
        },
      ],
    })
  })
})

describe('A file with submissions', () => {
  it('is made by the queue, told once, and opened only by those who run the form', async () => {
    await send(jo, form, answersOf('=cmd()', 'o2'))
    const id = await idOf(await request())
    expect(await list()).toMatchObject([{ id, state: 'waiting', count: null }])
    expect((await download(id)).status).toBe(404)
    await deliverWork()
    expect(await list()).toMatchObject([{ id, state: 'made', count: 1 }])
    const answer = await download(id)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Shirts \d{4}-\d\d-\d\d\.csv"$/)
    expect(await answer.text()).toContain("'=cmd(),")
    expect((await download(id, 'zip')).status).toBe(404)
    expect((await download(id, 'csv', jo)).status).toBe(404)
    await make(id)
    await deliverNotices()
    const notices = await rowsOf("SELECT path FROM notices WHERE user_id = ? AND key LIKE 'form-exported:%'", owner.id)
    expect(notices).toEqual([{ path: `/form/${form}/submissions#exports` }])
  })

  it('is made once, also if the answer was lost, and not by a stranger', async () => {
    const ids = await Promise.all([1, 2].map(async () => idOf(await request({ idempotencyKey: 'one-request-1' }))))
    expect(new Set(ids).size).toBe(1)
    await waitForEmptyOutbox()
    expect(queues.work.filter(({ body }) => body.kind === 'make-form-export').map(({ id }) => id)).toEqual([`make-form-export:${ids[0]}`])
    expect(await codeOf(await request({}, jo))).toBe('404 FormNotFound')
  })

  it('has the filter and the columns of the list', async () => {
    for (const [name, size] of [
      ['Ana', 'o1'],
      ['Bo', 'o2'],
      ['Cy', 'o2'],
    ] as const)
      await send(jo, form, answersOf(name, size))
    const [head, ...rows] = await fileOf({ search: { field: 'f2', option: 'o2', state: 'accepted' }, columns: ['f2'] })
    expect(head).toEqual(['Name', 'Account', 'Email', 'State', 'Size', 'Tags', 'Note', 'Sent (America/Chicago)', 'Id'])
    expect(rows.map(([name, , , state, size]) => [name, state, size])).toEqual([
      ['Cy', 'Accepted', 'Size 2'],
      ['Bo', 'Accepted', 'Size 2'],
    ])
    expect((await fileOf({ search: { q: 'an' } })).length).toBe(2)
  })

  it('names cities and people, of which only the ids are stored, also in groups, as the list does', async () => {
    const common = { hint: '', isRequired: false, width: 'full', seenBy: 'organizers' }
    const [city] = await rowsOf('SELECT id, name, state FROM cities LIMIT 1')
    const fields = [
      { ...common, id: 'fcity', kind: 'city', label: 'City' },
      {
        ...common,
        id: 'fkids',
        kind: 'group',
        label: 'Kids',
        rowLabel: 'Kid',
        fields: [{ ...common, id: 'fcoach', kind: 'person', label: 'Coach' }],
      },
    ]
    const content = JSON.stringify({ ...fromTemplate('blank'), pages: [{ id: 'p1', title: '', fields }] })
    await rowsOf('UPDATE form_versions SET content = ? WHERE form_id = ?', content, form)
    await rowsOf(
      `INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
        VALUES (?1 || '-named', ?1, 1, 'accepted', 'Ana', 'ana', ?2, 'e1', 1, 1)`,
      ...[form, JSON.stringify({ fcity: String(city?.id), fkids: [{ fcoach: jo.id }] })],
    )
    const id = await idOf(await request())
    await make(id)
    const [{ display_name: coach } = {}] = await rowsOf('SELECT display_name FROM users WHERE id = ?', jo.id)
    expect(await (await download(id)).text()).toContain(`"${city?.name}, ${city?.state}",${coach},`)
    const namesFor = async (person: Person, query: string) =>
      (await (await person.ask(`/api/forms/${form}/submissions${query}`)).json<SubmissionPage>()).submissions.map(({ names }) => names)
    expect(await namesFor(owner, '?named=fcity,fkids')).toEqual([{ [String(city?.id)]: `${city?.name}, ${city?.state}`, [jo.id]: coach }])
    expect(await namesFor(owner, '?named=fkids')).toEqual([{ [jo.id]: coach }])
    expect(await namesFor(owner, '')).toEqual([{}])
    await rowsOf(`UPDATE form_versions SET private_fields = '["fcity"]' WHERE form_id = ?`, form)
    await rowsOf(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT team_id, ?, 'organizer', 1 FROM forms WHERE id = ?",
      ...[jo.id, form],
    )
    expect(await namesFor(jo, '?named=fcity,fkids')).toEqual([{ [jo.id]: coach }])
  })

  it('reads page by page, and leaves nothing out', async () => {
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
        INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
        SELECT ?1 || '-' || i, ?1, 1, 'accepted', 'P' || i, 'p' || i, '{"f2":"o1"}', 'e1', i / 3, 1 FROM n`,
      form,
    )
    const rows = await fileOf()
    expect(new Set(rows.map(([name]) => name)).size).toBe(2501)
  })

  it('has the uploaded files in a ZIP, each once, and says what was deleted', async () => {
    await send(jo, form, answersOf('Ana'))
    const id = await idOf(await request({ format: 'zip' }))
    await env.FILES.put('a-form-file', 'the file')
    const file = { field: 'ffile', key: 'a-form-file', size: 8 }
    await make(id, async (_, __, [submissionId = '']) => [
      { ...file, id: '1', submissionId, name: 'form.pdf' },
      { ...file, id: '2', submissionId, name: 'form.pdf' },
      { ...file, id: '3', submissionId, name: '../../up.pdf' },
      { ...file, id: '4', submissionId, name: 'gone.pdf', key: 'not-there' },
    ])
    const answer = await download(id, 'zip')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const [submission] = await rowsOf('SELECT id FROM submissions WHERE form_id = ?', form)
    const at = `files/${submission?.id}`
    expect(Object.keys(files).sort()).toEqual(
      ['README.txt', 'submissions.csv', `${at}/__.._up.pdf`, `${at}/2 form.pdf`, `${at}/form.pdf`].sort(),
    )
    expect(strFromU8(files[`${at}/form.pdf`] ?? new Uint8Array())).toBe('the file')
    const readme = strFromU8(files['README.txt'] ?? new Uint8Array())
    expect(readme).toContain(`These were deleted meanwhile:\r\n${at}/gone.pdf`)
  })

  it('comes in several ZIPs, which together have every file once, and says what is in none', async () => {
    const names = ['Ana', 'Bo', 'Cy']
    for (const name of names) await send(jo, form, answersOf(name))
    await env.FILES.put('a-form-file', 'the file')
    const many = (submissionId: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ id: `${submissionId}-${index}`, submissionId, field: 'ffile', key: 'a-form-file', size: 8, name: `${index % 400}.txt` },
      }))
    const listFiles: ListFiles = async (_, __, submissionIds) => submissionIds.flatMap((one) => many(one, 401))
    const id = await idOf(await request({ format: 'zip' }))
    await deliverNothing()
    await make(id, listFiles)
    const parts = (await list()).toReversed()
    expect(parts.map(({ inParts, state, count }) => ({ ...inParts, state, count }))).toEqual([
      { number: 1, of: 3, state: 'made', count: 3 },
      { number: 2, of: 3, state: 'waiting', count: null },
      { number: 3, of: 3, state: 'waiting', count: null },
    ])
    expect(queues.work.map((message) => message.id).toSorted()).toEqual(
      parts
        .slice(1)
        .map((part) => `make-form-export:${part.id}`)
        .toSorted(),
    )
    const found: string[] = []
    for (const [index, part] of parts.entries()) {
      if (index > 0) await make(part.id, listFiles)
      const answer = await download(part.id, 'zip')
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      const paths = Object.keys(files)
      expect(paths.includes('submissions.csv')).toBe(index === 0)
      expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain(`This is part ${index + 1} of 3.`)
      if (index > 0) expect(answer.headers.get('content-disposition')).toContain(`part ${index + 1} of 3.zip`)
      found.push(...paths.filter((path) => path.startsWith('files/')))
    }
    expect(found).toHaveLength(3 * 401)
    expect(new Set(found).size).toBe(3 * 401)
    expect((await list()).map(({ state, count }) => [state, count])).toEqual([
      ['made', 1],
      ['made', 2],
      ['made', 3],
    ])
    expect(await titlesOf(owner)).toEqual(['All 3 parts of your file are ready: Shirts', 'Part 1 of 3 of your file is ready: Shirts'])
    await make(parts[1]?.id ?? '', listFiles)
    expect(await titlesOf(owner), 'each is told once').toHaveLength(2)
    // What no part has room for is named.
    const large = await idOf(await request({ format: 'zip' }))
    await make(large, async (_, __, submissionIds) =>
      submissionIds.flatMap((one) => many(one, 4).map((file) => ({ ...file, size: maxExportedBytes }))),
    )
    const whole = unzipSync(new Uint8Array(await (await download(large, 'zip')).arrayBuffer()))
    const readme = strFromU8(whole['README.txt'] ?? new Uint8Array())
    expect(readme).toContain('This is part 1 of 10.')
    expect(readme.split('make another file:\r\n')[1]?.trim().split('\r\n')).toHaveLength(2)
  })

  /** Each submission has a file so large that it fills a ZIP. */
  const listLarge: ListFiles = async (_, __, submissionIds) =>
    submissionIds.map((submissionId) => ({
      ...{ id: `file-${submissionId}`, submissionId, field: 'ffile', key: 'a-form-file', size: maxExportedBytes, name: 'form.pdf' },
    }))

  async function makeFirstOfThree(): Promise<void> {
    for (const name of ['Ana', 'Bo', 'Cy']) await send(jo, form, answersOf(name))
    await env.FILES.put('a-form-file', 'the file')
    const id = await idOf(await request({ format: 'zip' }))
    await deliverNothing()
    await make(id, listLarge)
    await deliverNothing()
  }

  it('is told as not whole if a part of it could not be made, whichever is the last', async () => {
    await makeFirstOfThree()
    const [, second = '', third = ''] = (await list()).toReversed().map((part) => part.id)
    await make(second, listLarge)
    await rowsOf('UPDATE form_exports SET created_at = 1 WHERE id = ?', third)
    const fails: ListFiles = () => Promise.reject(new Error('The files cannot be read'))
    await expect(make(third, fails)).rejects.toThrow('took too long')
    expect(await titlesOf(owner)).toEqual(['Part 1 of 3 of your file is ready: Shirts', 'Your file is ready, but not all of it: Shirts'])
    const [{ text } = {}] = await rowsOf("SELECT text FROM notices WHERE user_id = ? AND title LIKE '%not all%'", owner.id)
    expect(text).toContain('1 of 3 parts could not be made.')
  })

  it('is told as not whole if the last part of it hangs', async () => {
    await makeFirstOfThree()
    await rowsOf('UPDATE form_exports SET created_at = 1 WHERE expires_at IS NULL')
    for (const _ of ['once', 'and no second time']) await runChores(env, Date.now())
    expect(await titlesOf(owner)).toEqual(['Part 1 of 3 of your file is ready: Shirts', 'Your file is ready, but not all of it: Shirts'])
  })

  it('is deleted after three days, and with the account of somebody who is in it', async () => {
    await send(jo, form, answersOf('Ana'))
    const [old, gone] = [await idOf(await request()), await idOf(await request())]
    await make(old)
    await make(gone)
    await rowsOf('UPDATE form_exports SET expires_at = 1 WHERE id = ?', old)
    expect((await download(old)).status).toBe(404)
    await runChores(env, Date.now())
    expect(await env.FILES.head(`form-exports/${old}.csv`)).toBeNull()
    expect((await list()).map(({ id }) => id)).toEqual([gone])
    const leaving = { db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' as const }
    await deleteAccount(leaving, jo.id)
    await sendOutbox(env, leaving.db.outboxIds)
    await deliverWork()
    expect(await list()).toEqual([])
    expect(await env.FILES.head(`form-exports/${gone}.csv`)).toBeNull()
  })

  it('is only made of a form that was published, so that a draft can be deleted', async () => {
    const json = { from: { kind: 'template', template: 'waiver' } }
    form = await idOf(await owner.ask(`/api/teams/${await makeTeam(owner, 'Club')}/forms`, { method: 'POST', json }))
    expect((await saveSettings(owner, form, { audience: 'people', people: ['jo@example.com'] })).status).toBe(204)
    expect(await codeOf(await request())).toBe('409 FormNotPublished')
    expect((await owner.ask(`/api/forms/${form}`, { method: 'DELETE' })).status).toBe(204)
  })

  it('is limited to some in a day', async () => {
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
        INSERT INTO form_exports (id, form_id, user_id, format, state, part, created_at, expires_at) SELECT ?1 || i, ?1, ?2, 'csv', 'failed', '{}', ?4, ?4 FROM n`,
      ...[form, owner.id, maxExportsOfForm, Date.now()],
    )
    expect(await codeOf(await request())).toBe('429 FormExportsFull')
  })
})
