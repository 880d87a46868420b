import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FormFile, formFileKey, smallFileKey } from '../../domain/forms/files.ts'
import type { OpenForm, SentForm } from '../../domain/forms/fill-contract.ts'
import { maxUnsentFiles } from '../../domain/forms/limits.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { deleteUnsentFiles, listFilesOf } from '../../worker/forms/files.ts'
import { formData } from '../../worker/forms/person-data.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { teamRows } from '../../worker/team-rows.ts'
import { purgeTeams } from '../../worker/teams/purge-teams.ts'
import { includes, joinBytes, jpegWithLocation, locationInExif, makePng, smallJpeg, svgWithScript } from '../files/pictures.ts'
import { consume, deliverAll, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent, option, whenIs } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, makeTeam, publishForm, send } from './try-out.ts'

collectLog()
const queues = holdQueues()

const text = (words: string) => joinBytes(new TextEncoder().encode(words))
const pdf = text('%PDF-1.7\nAn insurance card')
const png = joinBytes(makePng(40, 30))

const content = makeContent({
  pages: [
    {
      fields: [
        { id: 'fname', kind: 'shortText', isRequired: true },
        { id: 'fhas', kind: 'yesNo' },
        { id: 'fcard', kind: 'file', maxFiles: 2 },
        { id: 'fface', kind: 'photo' },
        {
          id: 'fkids',
          kind: 'group',
          label: 'Children',
          rowLabel: 'Child',
          minRows: 0,
          fields: [{ id: 'fkidface', kind: 'photo', label: 'Photo of the child' }],
        },
      ],
    },
  ],
  rules: [{ id: 'r1', when: whenIs('fhas', true), actions: [{ do: 'show', field: 'fcard' }] }],
})

type Asking = Pick<Person, 'ask'>
type Uploading = {
  field?: string
  name?: string
  secret?: string
  key?: string
  more?: Record<string, string>
  headers?: Record<string, string>
}
let uploads = 0
const upload = (
  person: Asking,
  form: string,
  bytes: Uint8Array<ArrayBuffer> = pdf,
  {
    field = 'fcard',
    name = 'card.pdf',
    secret = 'the-secret-of-mine',
    key = `upload-${uploads++}`,
    more = {},
    headers = {},
  }: Uploading = {},
) =>
  person.ask(`/api/forms/${form}/files?${new URLSearchParams({ field, name, secret, idempotencyKey: key, ...more })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length), ...headers },
    body: bytes,
  })
async function add(person: Asking, form: string, bytes: Uint8Array<ArrayBuffer> = pdf, more: Uploading = {}): Promise<FormFile> {
  const answer = await upload(person, form, bytes, more)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const withCard = (...ids: string[]) => ({ fname: 'Ava', fhas: true, fcard: ids })
async function sendCard(person: Asking, form: string, ids: string[], more: object = {}): Promise<SentForm> {
  const answer = await send(person, form, withCard(...ids), more)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const refusalOf = async (answer: Response) => {
  const { code, issues = [] } = await answer.json<{ code: string; issues?: { path: string }[] }>()
  return [answer.status, code, ...issues.map(({ path }) => path)]
}
const fileAt = (form: string, submission: string, file: string, query = '') =>
  `/api/forms/${form}/submissions/${submission}/files/${file}${query}`
const readSubmission = async (person: Asking, form: string, id: string, query = ''): Promise<Submission> =>
  (await person.ask(`/api/forms/${form}/submissions/${id}${query}`)).json()
const isStored = async (form: string, id: string) => (await env.FILES.head(formFileKey(form, id))) !== null
/** Sends what commands have put in the outbox, and does the work. */
async function doWork(outboxIds: string[]) {
  await sendOutbox(env, outboxIds)
  await consume('work', queues.work)
  queues.work.length = 0
}

let tests = 0
let owner: Person
let jo: Person
let sam: Person
let team = ''
let form = ''
const stranger = { ask }

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`files-owner-${tests}`)
  jo = await enterAndSetUp(`files-jo-${tests}`)
  sam = await enterAndSetUp(`files-sam-${tests}`)
  team = await makeTeam(owner, 'Club')
  form = await publishForm(owner, team, content, { changesUntil: Date.now() + day })
})

describe('A file that is added to a form', () => {
  it('is sent with it, and seen by the sender and the organizers only', async () => {
    const card = await add(jo, form)
    expect(card).toEqual({ id: card.id, name: 'card.pdf', type: 'application/pdf', size: pdf.length })
    expect((await (await jo.ask(`/api/forms/${form}`)).json<OpenForm>()).viewer.files).toEqual([card])
    const { id } = await sendCard(jo, form, [card.id])
    expect((await (await jo.ask(`/api/forms/${form}`)).json<OpenForm>()).viewer.files).toEqual([])
    for (const person of [jo, owner]) {
      expect((await readSubmission(person, form, id)).files).toEqual([card])
      const file = await person.ask(fileAt(form, id, card.id))
      expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, pdf])
    }
    for (const person of [sam, stranger]) expect(await codeOf(await person.ask(fileAt(form, id, card.id)))).toBe('404 FormFileNotFound')
    const list = await (await owner.ask(`/api/forms/${form}/submissions`)).json<SubmissionPage>()
    expect(list.submissions).toMatchObject([{ files: [card] }])
    expect(await listFilesOf(openPrimary(env.DB), form, [id])).toEqual([
      { id: card.id, submissionId: id, field: 'fcard', name: 'card.pdf', key: formFileKey(form, card.id), size: pdf.length },
    ])
  })

  it('is never run and never kept by a browser', async () => {
    const file = await add(jo, form, text('alert(1)'), { name: '../Café "menu".html' })
    expect(file).toMatchObject({ name: 'Café menu .html.txt', type: 'text/plain; charset=utf-8' })
    const { id } = await sendCard(jo, form, [file.id])
    const { headers } = await owner.ask(fileAt(form, id, file.id))
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Cafe menu .html.txt"; filename*=UTF-8''Caf%C3%A9%20menu%20.html.txt`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it.each([
    ['a web page that is named like a document', text('<!doctype html><script>alert(1)</script>'), 'card.pdf'],
    ['a drawing with a script', joinBytes(svgWithScript), 'card.svg'],
    ['an unknown format', joinBytes([0, 1, 2, 3]), 'card.pdf'],
    ['nothing', joinBytes(), 'card.pdf'],
  ])('is not %s', async (_, bytes, name) => {
    expect(await refusalOf(await upload(jo, form, bytes, { name }))).toEqual([400, 'FileKindRefused'])
    expect(await rowsOf('SELECT 1 FROM form_files WHERE form_id = ?', form)).toEqual([])
  })

  it('is a picture where a photo is asked, without the place where it was taken', async () => {
    expect(await refusalOf(await upload(jo, form, pdf, { field: 'fface' }))).toEqual([400, 'PictureUnreadable'])
    const photo = await add(jo, form, jpegWithLocation, { field: 'fface', name: 'IMG_1.jpg' })
    const { id } = await (await send(jo, form, { fname: 'Ava', fface: [photo.id] })).json<SentForm>()
    for (const query of ['', '?size=small']) {
      const answer = await jo.ask(fileAt(form, id, photo.id, query))
      expect(answer.headers.get('content-type')).toBe(photo.type)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(bytes.length).toBeGreaterThan(0)
      for (const hidden of [locationInExif, 'SpyPhone', 'taken at home']) expect(includes(bytes, hidden)).toBe(false)
    }
    const scan = await add(jo, form, jpegWithLocation, { name: 'scan.png' })
    expect(scan).toMatchObject({ name: 'scan.jpg', type: 'image/jpeg' })
    expect(
      includes(
        new Uint8Array((await (await env.FILES.get(formFileKey(form, scan.id)))?.arrayBuffer()) ?? new ArrayBuffer()),
        locationInExif,
      ),
    ).toBe(false)
  })

  it('is refused where none is asked, by who may not fill the form, and when it is too large', async () => {
    expect(await refusalOf(await upload(jo, form, pdf, { field: 'fname' }))).toEqual([400, 'FormTakesNoFile'])
    expect(await refusalOf(await upload(jo, form, pdf, { field: 'fnone' }))).toEqual([400, 'FormTakesNoFile'])
    expect(await refusalOf(await upload(jo, 'not-there'))).toEqual([404, 'FormNotFound'])
    expect((await upload(jo, form, pdf, { field: '__proto__' })).status).toBe(400)
    expect((await upload(jo, form, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(jo, form, pdf, { headers: { 'content-type': 'application/pdf' } })).status).toBe(415)
    const byCode = await publishForm(owner, team, content, { audience: 'code', code: 'Spring' })
    expect(await refusalOf(await upload(jo, byCode))).toEqual([403, 'FormNeedsCode'])
    expect((await upload(jo, byCode, pdf, { more: { code: 'spring' } })).status).toBe(201)
    await owner.ask(`/api/forms/${form}`, { method: 'PATCH', json: { isClosed: true } })
    expect((await upload(jo, form)).status, 'for some minutes').toBe(201)
    await rowsOf('UPDATE forms SET closed_at = 1 WHERE id = ?', form)
    expect(await refusalOf(await upload(jo, form))).toEqual([409, 'FormClosed'])
  })

  it('is stored once, and a person adds only some before they send them', async () => {
    const [one, two] = [await add(jo, form, pdf, { key: 'the-same-key' }), await add(jo, form, pdf, { key: 'the-same-key' })]
    expect(two).toEqual(one)
    const headers = { 'cf-connecting-ip': '10.9.9.9' }
    for (const [person, more] of [
      [jo, {}],
      [stranger, { headers }],
    ] as const) {
      for (const _ of Array.from({ length: maxUnsentFiles - (person === jo ? 1 : 0) }))
        await add(person, form, text('x'), { ...more, secret: `secret-${uploads}-of-mine` })
      expect(await refusalOf(await upload(person, form, pdf, more))).toEqual([409, 'FormFilesFull'])
    }
    const remove = () => jo.ask(`/api/forms/${form}/files/${one.id}?secret=the-secret-of-mine`, { method: 'DELETE' })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    await waitForEmptyOutbox()
    await consume('work', queues.work)
    expect(await isStored(form, one.id)).toBe(false)
    expect((await upload(jo, form)).status).toBe(201)
  })
})

describe('Sending files', () => {
  it('takes only unsent files of this form, field and sender, each once', async () => {
    const other = await publishForm(owner, team, content)
    const [own, theirs, elsewhere, photo] = [
      await add(jo, form),
      await add(sam, form),
      await add(jo, other),
      await add(jo, form, png, { field: 'fface' }),
    ]
    for (const foreign of [theirs.id, elsewhere.id, photo.id, 'not-there'])
      expect(await refusalOf(await send(jo, form, withCard(own.id, foreign)))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    expect(await refusalOf(await send(jo, form, withCard(own.id, own.id)))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    const twice = { fname: 'Ava', fkids: [{ fkidface: [photo.id] }, { fkidface: [photo.id] }] }
    expect(await refusalOf(await send(jo, form, twice))).toEqual([400, 'AnswersInvalid', 'answers.fkids.1.fkidface'])
    expect(await refusalOf(await send(jo, form, withCard(...Array.from({ length: 300 }, (_, at) => `file-${at}`))))).toEqual([
      400,
      'AnswersInvalid',
      'answers.fcard',
    ])
    const { id } = await sendCard(jo, form, [own.id])
    expect(await refusalOf(await send(jo, form, withCard(own.id)))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    expect((await readSubmission(jo, form, id)).files.map((file) => file.id)).toEqual([own.id])
    const list = await (await owner.ask(`/api/forms/${form}/submissions`)).json<SubmissionPage>()
    expect(list.submissions.length).toBe(1)
  })

  it('takes no 300 files: it says so at their field, and loses nothing', async () => {
    const mine = await add(jo, form)
    const theirs = await Promise.all(Array.from({ length: 3 }, (_, at) => add(sam, form, pdf, { secret: `secret-of-sam-${at}` })))
    const many = Array.from({ length: 300 }, (_, at) => `not-a-file-${at}`)
    const ofOthers = Array.from({ length: 300 }, (_, at) => theirs[at % theirs.length]?.id ?? '')
    for (const ids of [many, ofOthers, [mine.id, ...many], Array.from({ length: 300 }, () => mine.id)])
      expect(await refusalOf(await send(jo, form, withCard(...ids)))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    // As many as a field takes, of which one is somebody else's.
    expect(await refusalOf(await send(jo, form, withCard(mine.id, theirs[0]?.id ?? '')))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    // In each of 300 rows.
    const rows = many.map((id) => ({ fkidface: [id] }))
    const [status, code, ...paths] = await refusalOf(await send(jo, form, { fname: 'Ava', fkids: rows }))
    expect([status, code, new Set(paths.map((path) => String(path).split('.')[1]))]).toEqual([400, 'AnswersInvalid', new Set(['fkids'])])
    expect(await rowsOf('SELECT id FROM submissions WHERE form_id = ?', form)).toEqual([])
    for (const { id } of [mine, ...theirs]) expect(await isStored(form, id)).toBe(true)
    const sent = await sendCard(jo, form, [mine.id])
    expect((await readSubmission(jo, form, sent.id)).files).toEqual([mine])
    await sendCard(sam, form, [theirs[0]?.id ?? ''], { idempotencyKey: 'secret-of-sam-0' })
  })

  it('gives a file to one of two submissions that come at once', async () => {
    const card = await add(jo, form)
    const answers = await Promise.all([send(jo, form, withCard(card.id)), send(jo, form, withCard(card.id))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(await rowsOf('SELECT count(*) AS n FROM submissions WHERE form_id = ?', form)).toEqual([{ n: 1 }])
  })

  it('stores it once with its files, also if the answer was lost', async () => {
    const card = await add(jo, form)
    const more = { idempotencyKey: 'sent-with-a-file' }
    const ids = await Promise.all([sendCard(jo, form, [card.id], more), sendCard(jo, form, [card.id], more)])
    expect(ids[0]?.id).toBe(ids[1]?.id)
    expect((await readSubmission(jo, form, ids[0]?.id ?? '')).files).toEqual([card])
  })

  it('leaves files of answers that a rule hides', async () => {
    const card = await add(jo, form)
    const { id } = await (await send(jo, form, { ...withCard(card.id), fhas: false })).json<SentForm>()
    expect(await readSubmission(jo, form, id)).toMatchObject({ files: [], answers: { fname: 'Ava', fhas: false } })
    await sendCard(jo, form, [card.id])
  })

  it('works without an account for who knows the secret', async () => {
    const secret = 'a-secret-of-a-device'
    const card = await add(stranger, form, pdf, { secret })
    const more = { email: 'ava@example.com', idempotencyKey: 'another-secret-key' }
    expect(await refusalOf(await send(stranger, form, withCard(card.id), more))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    expect(await refusalOf(await send(jo, form, withCard(card.id)))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    const { id, key } = await sendCard(stranger, form, [card.id], { ...more, idempotencyKey: secret })
    expect((await stranger.ask(fileAt(form, id, card.id, `?key=${key}`))).status).toBe(200)
    expect(await codeOf(await stranger.ask(fileAt(form, id, card.id, '?key=another')))).toBe('404 FormFileNotFound')
    const [row] = await rowsOf('SELECT user_id, secret_hash, address_hash FROM form_files WHERE id = ?', card.id)
    expect(row).toEqual({ user_id: null, secret_hash: null, address_hash: null })
    // Whoever signs in on the way sends what they added before.
    const before = await add(stranger, form, pdf, { secret: 'a-second-secret' })
    await sendCard(sam, form, [before.id], { idempotencyKey: 'a-second-secret' })
  })

  it('keeps, adds and drops files when the answers change', async () => {
    const [one, two] = [await add(jo, form), await add(jo, form)]
    const { id } = await sendCard(jo, form, [one.id, two.id])
    const three = await add(jo, form, pdf, { more: { submissionId: id } })
    const theirs = await add(sam, form)
    const change = (ids: string[], revision: number) =>
      jo.ask(`/api/forms/${form}/submissions/${id}`, { method: 'PUT', json: { answers: withCard(...ids), revision } })
    expect(await refusalOf(await change([one.id, theirs.id], 1))).toEqual([400, 'AnswersInvalid', 'answers.fcard'])
    expect((await change([three.id, one.id], 1)).status).toBe(200)
    expect((await readSubmission(jo, form, id)).files.map((file) => file.id).toSorted()).toEqual([one.id, three.id].toSorted())
    await waitForEmptyOutbox()
    await consume('work', queues.work)
    expect([await isStored(form, one.id), await isStored(form, two.id)]).toEqual([true, false])
    // A change that comes too late drops nothing.
    expect((await change([], 1)).status).toBe(409)
    expect((await readSubmission(jo, form, id)).files.length).toBe(2)
    await owner.ask(`/api/forms/${form}`, { method: 'PATCH', json: { isClosed: true } })
    expect((await upload(jo, form, pdf, { more: { submissionId: id } })).status).toBe(201)
    expect(await refusalOf(await upload(sam, form, pdf, { more: { submissionId: id } }))).toEqual([404, 'SubmissionNotFound'])
  })
})

describe('A file goes', () => {
  it('two days after it was added, unless it was sent', async () => {
    const [sent, left] = [await add(jo, form), await add(jo, form, png, { field: 'fface' })]
    await sendCard(jo, form, [sent.id])
    await waitForEmptyOutbox()
    const db = openPrimary(env.DB)
    await deleteUnsentFiles(db, Date.now() + 2 * day - hour)
    expect(await isStored(form, left.id)).toBe(true)
    await deleteUnsentFiles(db, Date.now() + 2 * day + hour)
    await doWork(db.outboxIds)
    expect([await isStored(form, sent.id), await isStored(form, left.id)]).toEqual([true, false])
    expect(await env.FILES.head(smallFileKey(formFileKey(form, left.id)))).toBeNull()
    expect(await refusalOf(await send(jo, form, { fname: 'Ava', fface: [left.id] }))).toEqual([400, 'AnswersInvalid', 'answers.fface'])
  })

  it('with the account of its sender, who has it in their export before', async () => {
    const [sent, left, theirs] = [await add(jo, form), await add(jo, form), await add(sam, form)]
    await sendCard(jo, form, [sent.id])
    await deliverAll()
    const db = openPrimary(env.DB)
    const parts = await formData.export(db, jo.id, env)
    expect(parts.find(({ name }) => name === 'files-in-forms')?.rows).toMatchObject([
      { file: 'card.pdf', wasSent: 1 },
      { file: 'card.pdf', wasSent: 0 },
    ])
    const exported = await formData.exportFiles?.(db, jo.id, env)
    expect(exported?.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['forms/files/1-card.pdf', pdf.length],
      ['forms/files/2-card.pdf', pdf.length],
    ])
    await deleteAccount({ db, now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, jo.id)
    await doWork(db.outboxIds)
    expect([await isStored(form, sent.id), await isStored(form, left.id), await isStored(form, theirs.id)]).toEqual([false, false, true])
    expect(await rowsOf('SELECT id FROM form_files WHERE form_id = ?', form)).toEqual([{ id: theirs.id }])
  })

  it('with its community, and so do the pictures of its forms that no other one shows', async () => {
    const card = await add(jo, form)
    await sendCard(jo, form, [card.id])
    const makePicture = async (id: string) => {
      const answer = await owner.ask(`/api/forms/${id}/pictures`, { method: 'POST', headers: { 'content-type': 'image/png' }, body: png })
      expect(answer.status, await answer.clone().text()).toBe(201)
      return (await answer.json<{ pictureId: string }>()).pictureId
    }
    const [shared, alone] = [await makePicture(form), await makePicture(form)]
    const shows = (pictureId: string) =>
      makeContent({
        pages: [{ fields: [{ id: 'fmap', kind: 'choice', style: 'pictures', options: [option('oa', 'North', { pictureId })] }] }],
      })
    const source = await publishForm(owner, team, shows(shared))
    const other = await makeTeam(owner, 'Another club')
    const copy = { from: { kind: 'copy', formId: source } }
    expect((await owner.ask(`/api/teams/${other}/forms`, { method: 'POST', json: copy })).status).toBe(201)
    await waitForEmptyOutbox()
    expect((await ask(`/files/photos/${alone}/480`)).status).toBe(200)
    await env.DB.prepare('UPDATE teams SET deleted_at = 1, purge_at = 1 WHERE id = ?').bind(team).run()
    const db = openPrimary(env.DB)
    await purgeTeams(db, Date.now(), teamRows)
    await doWork(db.outboxIds)
    expect(await isStored(form, card.id)).toBe(false)
    expect([(await ask(`/files/photos/${alone}/480`)).status, (await ask(`/files/photos/${shared}/480`)).status]).toEqual([404, 200])
  })
})

describe('A picture of a form', () => {
  it('is a picture, stored by those who build the form', async () => {
    const post = (person: Asking, body: Uint8Array<ArrayBuffer>, type = 'image/png') =>
      person.ask(`/api/forms/${form}/pictures`, { method: 'POST', headers: { 'content-type': type }, body })
    expect(await codeOf(await post(jo, png))).toBe('404 FormNotFound')
    expect(await codeOf(await post(owner, text('<html>')))).toBe('400 PictureUnreadable')
    expect((await post(owner, png, 'image/svg+xml')).status).toBe(415)
    expect((await post(owner, smallJpeg, 'image/jpeg')).status).toBe(201)
  })
})
