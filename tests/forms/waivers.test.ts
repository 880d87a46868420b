import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormContent } from '../../domain/forms/content.ts'
import type { OpenForm, SentForm } from '../../domain/forms/fill-contract.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { SubmissionOverview } from '../../domain/forms/submission-list-contract.ts'
import type { WaiverPage } from '../../domain/forms/waiver-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteOldSubmissions } from '../../worker/forms/delete-old-submissions.ts'
import { deleteExpiredWaivers } from '../../worker/forms/waivers.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
holdQueues()

let tests = 0
let owner: Person
let jo: Person
let team = ''

const name = { id: 'f1', kind: 'shortText', label: 'Name', isRequired: true }
const waiver = (text: string, more: object = {}) => ({ id: 'f2', kind: 'waiver', label: 'Waiver', text, isRequired: true, ...more })
const waiverForm = (text = 'At my own risk.', more: object = {}): FormContent =>
  makeContent({ pages: [{ fields: [name, waiver(text, more)] }] })
const typed = { name: 'Jo Park' }
const answers = { f1: 'Jo Park', f2: typed }

const openForm = async (person: { ask: typeof ask }, id: string): Promise<OpenForm> => (await person.ask(`/api/forms/${id}`)).json()
const signedOn = async (person: Person, id: string) => (await openForm(person, id)).viewer.signed
const list = async (id: string): Promise<WaiverPage> => (await owner.ask(`/api/forms/${id}/waivers`)).json()
const idOfSent = async (answer: Response) => {
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json<SentForm>()).id
}
const read = async (person: Person, id: string, submissionId: string): Promise<Submission> =>
  (await person.ask(`/api/forms/${id}/submissions/${submissionId}`)).json()
async function publishAgain(id: string, content: FormContent) {
  const { version } = await (await owner.ask(`/api/forms/${id}/draft`)).json<{ version: number }>()
  await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content, version } })
  const published = await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: version + 1 } })
  expect(published.status).toBe(204)
}

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`waiver-owner-${tests}`)
  jo = await enterAndSetUp(`waiver-jo-${tests}`)
  team = await makeTeam(owner, 'Club')
})

describe('A waiver', () => {
  it('can be signed again when it has expired, also with a form that is once per person', async () => {
    const id = await publishForm(owner, team, waiverForm('At my own risk.', { months: 12 }), { isOncePerPerson: true })
    const first = await idOfSent(await send(jo, id, answers))
    expect((await openForm(jo, id)).viewer.canSend).toBe(false)
    expect(await codeOf(await send(jo, id, answers))).toBe('409 FormSentAlready')
    await rowsOf('UPDATE submissions SET sent_at = ? WHERE id = ?', Date.now() - 367 * day, first)
    await rowsOf('UPDATE signed_waivers SET expires_at = 1 WHERE user_id = ?', jo.id)
    expect((await openForm(jo, id)).viewer).toMatchObject({ canSend: true, signed: [] })
    await idOfSent(await send(jo, id, answers))
    expect(await codeOf(await send(jo, id, answers))).toBe('409 FormSentAlready')
  })

  it('can be signed again when its words have changed, also with a form that is once per person', async () => {
    const id = await publishForm(owner, team, waiverForm(), { isOncePerPerson: true })
    await idOfSent(await send(jo, id, answers))
    await publishAgain(id, waiverForm('Also when it rains.'))
    expect((await openForm(jo, id)).viewer).toMatchObject({ canSend: true, signed: [] })
    expect(await codeOf(await send(jo, id, answers)), 'the old words').toBe('409 FormSentAlready')
    const again = await Promise.all([1, 2, 3].map(() => send(jo, id, answers, { version: 2 })))
    expect(again.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await openForm(jo, id)).viewer.canSend).toBe(false)
    expect(await codeOf(await send(jo, id, answers, { version: 2 }))).toBe('409 FormSentAlready')
    // Another question changes nothing, and who has signed the same words elsewhere has nothing to sign.
    const words = waiverForm('Also when it rains.')
    await publishAgain(id, { ...words, title: 'A new title' })
    expect((await openForm(jo, id)).viewer.canSend).toBe(false)
    const other = await publishForm(owner, team, waiverForm('Also when it snows.'))
    await idOfSent(await send(jo, other, answers))
    await publishAgain(id, waiverForm('Also when it snows.'))
    expect((await openForm(jo, id)).viewer.canSend).toBe(false)
  })

  it('is written down when it is signed: who, for whom, how, until when, and a hash of the words', async () => {
    const id = await publishForm(owner, team, waiverForm('At my own risk.', { months: 12 }))
    const submissionId = await idOfSent(await send(jo, id, answers))
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('Waiver\n\nAt my own risk.'))
    const { waivers } = await list(id)
    expect(waivers).toMatchObject([
      { field: 'f2', version: 1, submissionId, person: { id: jo.id }, email: null, signer: 'Jo Park', forWhom: '', signature: typed },
    ])
    const [{ wordsHash, signedAt, expiresAt } = { wordsHash: '', signedAt: 0, expiresAt: 0 }] = waivers
    expect(wordsHash).toBe([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(Math.round(((expiresAt ?? 0) - signedAt) / day)).toBeGreaterThanOrEqual(365)
    expect(await codeOf(await jo.ask(`/api/forms/${id}/waivers`))).toBe('404 FormNotFound')
  })

  it('is asked once in a community, as long as its words are the same', async () => {
    const first = await publishForm(owner, team, waiverForm())
    const second = await publishForm(owner, team, waiverForm())
    expect(await signedOn(jo, second)).toEqual([])
    await idOfSent(await send(jo, first, answers))
    expect(await signedOn(jo, second)).toMatchObject([{ field: 'f2', expiresAt: null }])
    // What is sent without it counts as signed, and says so.
    const submissionId = await idOfSent(await send(jo, second, { f1: 'Jo Park' }))
    expect(await read(jo, second, submissionId)).toMatchObject({ answers: { f1: 'Jo Park' }, signed: [{ field: 'f2' }] })
    expect((await list(second)).waivers).toEqual([])

    const elsewhere = await publishForm(owner, await makeTeam(owner, 'Other club'), waiverForm())
    expect(await signedOn(jo, elsewhere)).toEqual([])
    await publishAgain(second, waiverForm('Also when it rains.'))
    expect(await signedOn(jo, second)).toEqual([])
    expect(await codeOf(await send(jo, second, { f1: 'Jo Park' }, { version: 2 }))).toBe('400 AnswersInvalid')
    // What was begun on the old words is still taken without a signature.
    await idOfSent(await send(jo, second, { f1: 'Jo Park' }))
  })

  it('is asked of others, of strangers and of whoever says that they have signed', async () => {
    const id = await publishForm(owner, team, waiverForm())
    await idOfSent(await send(jo, id, answers))
    expect(await codeOf(await send(owner, id, { f1: 'Owner' }))).toBe('400 AnswersInvalid')
    const email = 'waiver-stranger@example.com'
    await idOfSent(await send({ ask }, id, answers, { email }))
    expect(await codeOf(await send({ ask }, id, { f1: 'Jo Park' }, { email }))).toBe('400 AnswersInvalid')
    expect((await openForm({ ask }, id)).viewer.signed).toEqual([])
  })

  it('is asked again when it has expired, and deleted then', async () => {
    const id = await publishForm(owner, team, waiverForm('At my own risk.', { months: 1 }))
    await idOfSent(await send(jo, id, answers))
    expect(await signedOn(jo, id)).toHaveLength(1)
    const [{ expires_at: expiresAt } = { expires_at: 0 }] = await rowsOf('SELECT expires_at FROM signed_waivers WHERE form_id = ?', id)
    await deleteExpiredWaivers(openPrimary(env.DB), Number(expiresAt) - 1)
    expect((await list(id)).waivers).toHaveLength(1)
    await env.DB.prepare('UPDATE signed_waivers SET expires_at = ? WHERE form_id = ?')
      .bind(Date.now() - 1, id)
      .run()
    expect(await signedOn(jo, id)).toEqual([])
    expect(await codeOf(await send(jo, id, { f1: 'Jo Park' }))).toBe('400 AnswersInvalid')
    await deleteExpiredWaivers(openPrimary(env.DB), Date.now())
    expect((await list(id)).waivers).toEqual([])
  })

  describe('in a group', () => {
    const childrenForm = (text = 'Play safe.', { label = 'Name', ...more }: { label?: string; months?: number } = {}) => {
      const fields = [{ ...name, id: 'f4', label }, waiver(text, more)]
      return makeContent({ pages: [{ fields: [{ id: 'f3', kind: 'group', label: 'Children', rowLabel: 'Child', fields }] }] })
    }
    const signedFor = (...names: string[]) => ({ f3: names.map((child) => ({ f4: child, f2: typed })) })
    const unsigned = (...names: string[]) => ({ f3: names.map((child) => ({ f4: child })) })

    it('counts next season for the same child of the same person, and for nobody else', async () => {
      const last = await publishForm(owner, team, childrenForm())
      await idOfSent(await send(jo, last, signedFor('Mia', 'Bo')))
      const { waivers } = await list(last)
      expect(waivers.map(({ forWhom, signer }) => [forWhom, signer]).sort()).toEqual([
        ['Bo', 'Mia, Bo'],
        ['Mia', 'Mia, Bo'],
      ])
      const next = await publishForm(owner, team, childrenForm())
      expect((await signedOn(jo, next)).map(({ field, forWhom }) => [field, forWhom]).sort()).toEqual([
        ['f2', 'Bo'],
        ['f2', 'Mia'],
      ])
      expect(await codeOf(await send(jo, next, unsigned('Mia', 'Zoe'))), 'a new name').toBe('400 AnswersInvalid')
      expect(await codeOf(await send(jo, next, unsigned(''))), 'no name').toBe('400 AnswersInvalid')
      expect(await codeOf(await send(owner, next, unsigned('Mia'))), 'another parent').toBe('400 AnswersInvalid')
      const sent = await idOfSent(await send(jo, next, { f3: [{ f4: 'mia' }, { f4: 'Zoe', f2: typed }] }))
      // Organizers see what it is about, and nothing of the other child.
      expect(await read(owner, next, sent)).toMatchObject({ answers: { f3: [{ f4: 'mia' }, { f4: 'Zoe', f2: typed }] } })
      expect((await read(owner, next, sent)).signed).toMatchObject([{ field: 'f2', forWhom: 'Mia' }])
      expect((await list(next)).waivers.map(({ forWhom }) => forWhom)).toEqual(['Zoe'])
      // The parent has signed nothing for herself by it.
      const own = await publishForm(owner, team, waiverForm('Play safe.'))
      expect(await codeOf(await send(jo, own, { f1: 'Mia' }))).toBe('400 AnswersInvalid')
      const change = (rows: object) => {
        const json = { answers: rows, revision: 1 }
        return jo.ask(`/api/forms/${next}/submissions/${sent}`, { method: 'PUT', json })
      }
      await saveSettings(owner, next, { changesUntil: Date.now() + day })
      expect(await codeOf(await change(unsigned('Kim', 'Zoe'))), 'a row that is about another child now').toBe('400 AnswersInvalid')
      expect((await change({ f3: [{ f4: 'Bo' }, { f4: 'Zoe', f2: typed }] })).status).toBe(200)
    })

    it('is asked again with other words, once it has expired, and if the row does not say who is meant', async () => {
      const last = await publishForm(owner, team, childrenForm('Play safe.', { months: 12 }))
      await idOfSent(await send(jo, last, signedFor('Mia')))
      const other = await publishForm(owner, team, childrenForm('Play safer.'))
      expect(await codeOf(await send(jo, other, unsigned('Mia')))).toBe('400 AnswersInvalid')
      const size = await publishForm(owner, team, childrenForm('Play safe.', { label: 'Shirt size' }))
      expect(await codeOf(await send(jo, size, unsigned('Mia')))).toBe('400 AnswersInvalid')
      const next = await publishForm(owner, team, childrenForm())
      await rowsOf('UPDATE signed_waivers SET expires_at = ? WHERE user_id = ?', Date.now() - 1, jo.id)
      expect(await codeOf(await send(jo, next, unsigned('Mia')))).toBe('400 AnswersInvalid')
    })
  })

  it('can be read with its words when the form has others, when it has none, and when what was sent is deleted', async () => {
    const inGroup = {
      id: 'f3',
      kind: 'group',
      label: 'Children',
      rowLabel: 'Child',
      fields: [{ ...name, id: 'f4' }, waiver('Play *safe*.', { id: 'f5' })],
    }
    const id = await publishForm(
      owner,
      team,
      makeContent({ pages: [{ fields: [name] }, { fields: [waiver('At my own risk.'), inGroup] }] }),
    )
    const overview = async () =>
      (await (await owner.ask(`/api/forms/${id}/submissions/overview`)).json<SubmissionOverview>()).hasSignedWaivers
    expect(await overview()).toBe(false)
    const submissionId = await idOfSent(
      await send(jo, id, {
        ...answers,
        f3: [
          { f4: 'Mia', f5: typed },
          { f4: 'Bo', f5: typed },
        ],
      }),
    )
    await publishAgain(id, waiverForm('Also when it rains.'))
    await idOfSent(await send(jo, id, answers, { version: 2 }))
    await publishAgain(id, makeContent({ pages: [{ fields: [name] }] }))
    await rowsOf('UPDATE submissions SET sent_at = ? WHERE id = ?', Date.now() - 400 * day, submissionId)
    await saveSettings(owner, id, { keepMonths: 12 })
    const db = openPrimary(env.DB)
    await deleteOldSubmissions(db, Date.now())
    await sendOutbox(env, db.outboxIds)
    expect(await codeOf(await owner.ask(`/api/forms/${id}/submissions/${submissionId}`))).toBe('404 SubmissionNotFound')
    expect(await overview()).toBe(true)
    const { waivers, texts } = await list(id)
    expect(waivers.map(({ forWhom, submissionId: of }) => [forWhom, of === null]).sort()).toEqual([
      ['', false],
      ['', true],
      ['Bo', true],
      ['Mia', true],
    ])
    // Each text once, with the fingerprint that the rows have.
    const hashOf = async (words: string) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words))
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    expect(texts.map(({ text }) => text).sort()).toEqual(['Also when it rains.', 'At my own risk.', 'Play *safe*.'])
    for (const { wordsHash, label, text } of texts) expect(await hashOf(`${label}\n\n${text}`)).toBe(wordsHash)
    expect(new Set(waivers.map(({ wordsHash }) => wordsHash))).toEqual(new Set(texts.map(({ wordsHash }) => wordsHash)))
  })

  it('is in a file that spreadsheets read as text, for who runs the forms', async () => {
    const fields = [{ ...name, id: 'f4' }, waiver('Play safe.', { months: 12 })]
    const group = { id: 'f3', kind: 'group', label: 'Children', rowLabel: 'Child', fields }
    const id = await publishForm(owner, team, makeContent({ pages: [{ fields: [name, group] }] }))
    await idOfSent(await send(jo, id, { f1: 'Jo', f3: [{ f4: '=cmd()', f2: { name: '+1, "x"' } }] }))
    const email = 'waiver-file@example.com'
    await idOfSent(await send({ ask }, id, { f1: '@SUM(1)', f3: [{ f4: 'Mia', f2: typed }] }, { email }))
    const answer = await owner.ask(`/api/forms/${id}/waivers/export`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+waivers\.csv"$/)
    const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n')
    expect(head).toBe('Signed by,Email,For,Waiver,Signed (UTC),How,Typed name,Valid until (UTC),SHA-256 of the words')
    const [of] = await rowsOf('SELECT display_name AS name FROM users WHERE id = ?', jo.id)
    const cells = lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replace(/[0-9a-f]{64}/, 'HASH'))
    expect(cells.toSorted()).toEqual(
      [
        `'@SUM(1),${email},Mia,Waiver,TIME,Typed,Jo Park,TIME,HASH`,
        `${of?.name},,'=cmd(),Waiver,TIME,Typed,"'+1, ""x""",TIME,HASH`,
      ].toSorted(),
    )
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO signed_waivers (id, team_id, form_id, version, field_id, submission_id, words_hash, signer, for_whom, "row", signature, signed_at)
      SELECT form_id || 'more' || i, team_id, form_id, version, field_id, 'gone', words_hash, 'Parent ' || i, '', 0, '{"strokes":[[1,2,3]]}', i
      FROM signed_waivers CROSS JOIN n WHERE form_id = ? AND user_id IS NOT NULL`
    await rowsOf(many, id)
    const all = (await (await owner.ask(`/api/forms/${id}/waivers/export`)).text()).trimEnd().split('\r\n')
    expect(all).toHaveLength(1503)
    expect(new Set(all).size).toBe(1503)
    expect(all.at(-1)).toMatch(/^Parent 1,,,Waiver,1970-01-01T00:00:00\.001Z,Drawn,,,/)
    expect(await codeOf(await jo.ask(`/api/forms/${id}/waivers/export`))).toBe('404 FormNotFound')
  })

  it('is found by a part of the name of who signed, or of the child', async () => {
    const id = await publishForm(owner, team, waiverForm())
    await idOfSent(await send(jo, id, { f1: 'Zoë Álvarez', f2: typed }))
    const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 520)
      INSERT INTO signed_waivers (id, team_id, form_id, version, field_id, submission_id, words_hash, signer, for_whom, "row", signature, signed_at)
      SELECT form_id || 'more' || i, team_id, form_id, version, field_id, 'gone', words_hash, 'Parent ' || i, iif(i % 20, '', 'Mia'), 0, signature, signed_at + i
      FROM signed_waivers CROSS JOIN n WHERE form_id = ?`
    await rowsOf(insert, id)
    const find = async (q: string, cursor?: string | null): Promise<WaiverPage> => {
      const answer = await owner.ask(`/api/forms/${id}/waivers?q=${encodeURIComponent(q)}${cursor ? `&cursor=${cursor}` : ''}`)
      expect(answer.status, await answer.clone().text()).toBe(200)
      return answer.json()
    }
    const all = async (q: string) => {
      const found: WaiverPage['waivers'] = []
      let page = await find(q)
      found.push(...page.waivers)
      while (page.next) {
        page = await find(q, page.next)
        found.push(...page.waivers)
      }
      return found
    }
    expect((await all('MIA')).map(({ forWhom }) => forWhom)).toEqual(Array.from({ length: 26 }, () => 'Mia'))
    const parents = await all('parent 51')
    expect(parents.map(({ signer }) => signer).sort()).toEqual([
      'Parent 51',
      ...Array.from({ length: 10 }, (_, index) => `Parent 51${index}`),
    ])
    // It is older than what one request looks through.
    const first = await find('alvarez')
    expect([first.waivers, first.texts, first.next === null]).toEqual([[], [], false])
    const last = await find('alvarez', first.next)
    expect([last.waivers.map(({ signer }) => signer), last.texts.map(({ text }) => text), last.next]).toEqual([
      ['Zoë Álvarez'],
      ['At my own risk.'],
      null,
    ])
    expect(await all('nobody')).toEqual([])
    expect(await codeOf(await jo.ask(`/api/forms/${id}/waivers?q=mia`))).toBe('404 FormNotFound')
  })

  it('stays when the submission is withdrawn, and is added when another signature is given', async () => {
    const id = await publishForm(owner, team, waiverForm(), { changesUntil: Date.now() + day })
    const submissionId = await idOfSent(await send(jo, id, answers))
    const path = `/api/forms/${id}/submissions/${submissionId}`
    const change = (revision: number, f2: object) => jo.ask(path, { method: 'PUT', json: { answers: { f1: 'Jo P.', f2 }, revision } })
    expect((await change(1, typed)).status).toBe(200)
    expect((await list(id)).waivers).toHaveLength(1)
    expect((await change(2, { name: 'Johanna Park' })).status).toBe(200)
    expect((await jo.ask(path, { method: 'DELETE' })).status).toBe(204)
    expect((await list(id)).waivers.map(({ signature }) => signature)).toEqual([{ name: 'Johanna Park' }, typed])
  })
})
