import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import type { FormDraft, FormPage, TriedForm } from '../../domain/forms/contract.ts'
import type { FieldKind } from '../../domain/forms/fields.ts'
import { firstSettings, type SavedSettings } from '../../domain/forms/settings.ts'
import { formTemplates, fromTemplate } from '../../domain/forms/templates.ts'
import { tryForm } from '../../domain/forms/try-form.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

import { RandomForm, today } from './random-forms.ts'

collectLog()

let tests = 0
let owner: Person
let other: Person
let team = ''

const idOf = async (answer: Response) => (await answer.json<{ id: string }>()).id
const codeOf = async (answer: Response) => `${answer.status} ${(await answer.json<{ code: string }>()).code}`

async function makeTeam(person: Person, name: string): Promise<string> {
  return idOf(await person.ask('/api/_local/teams', { method: 'PUT', json: { name, people: [person.id] } }))
}

const start = (from: object = { kind: 'template', template: 'waiver' }, more: object = {}) =>
  owner.ask(`/api/teams/${team}/forms`, { method: 'POST', json: { from, ...more } })
const read = async (id: string) => (await owner.ask(`/api/forms/${id}/draft`)).json<FormDraft>()
const save = (id: string, content: unknown, version: number, person = owner) =>
  person.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content, version } })
const publish = (id: string, version: number) => owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version } })
/** A form with a price is published only if it can be paid. */
const takePayments = async (currency: string) => {
  await rowsOf("UPDATE teams SET plan = 'VARSITY' WHERE id = ?", team)
  await rowsOf(
    `INSERT OR REPLACE INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at)
      VALUES (?1, 'acct_' || ?1, 'NEW', 'US', ?2, 1, 1, 1, '[]', 1, 1)`,
    owner.id,
    currency,
  )
}
const close = (id: string, isClosed: boolean) => owner.ask(`/api/forms/${id}`, { method: 'PATCH', json: { isClosed } })
const versionsOf = (id: string) => rowsOf('SELECT number, content FROM form_versions WHERE form_id = ? ORDER BY number', id)
const titled = (title: string): FormContent => ({ ...fromTemplate('waiver'), title })

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`form-owner-${tests}`)
  other = await enterAndSetUp(`form-other-${tests}`)
  team = await makeTeam(owner, 'Club')
})

describe('A form', () => {
  it.each(formTemplates)('starts from the template %s, and can be published once it asks something', async (template) => {
    const id = await idOf(await start({ kind: 'template', template }))
    const draft = await read(id)
    expect(draft).toMatchObject({
      state: 'draft',
      hasChanges: false,
      version: 1,
      content: fromTemplate(template),
      team: { id: team, name: 'Club' },
    })
    await takePayments(draft.content.payment?.currency ?? 'usd')
    const answer = await publish(id, 1)
    if (template === 'blank') expect(await codeOf(answer)).toBe('409 FormNotReady')
    else expect(answer.status).toBe(204)
  })

  it('is started once, also if the answer was lost', async () => {
    const ids = await Promise.all([1, 2].map(async () => idOf(await start(undefined, { idempotencyKey: 'one-request' }))))
    expect(new Set(ids).size).toBe(1)
  })

  it('is a copy of another one that I run, and of no other', async () => {
    const id = await idOf(await start())
    await save(id, titled('Spring'), 1)
    const copy = await idOf(await start({ kind: 'copy', formId: id }))
    expect((await read(copy)).content).toEqual(titled('Copy of Spring'))
    const theirs = await makeTeam(other, 'Rivals')
    const json = { from: { kind: 'copy', formId: id } }
    expect(await codeOf(await other.ask(`/api/teams/${theirs}/forms`, { method: 'POST', json }))).toBe('404 FormNotFound')
  })

  const settingsOf = async (id: string) => (await owner.ask(`/api/forms/${id}/settings`)).json<SavedSettings>()
  const set = async (id: string, settings: object) =>
    (await owner.ask(`/api/forms/${id}/settings`, { method: 'PUT', json: { ...firstSettings('UTC'), version: 1, ...settings } })).status

  it('has its dates in the zone of whoever starts it', async () => {
    const id = await idOf(await start(undefined, { timeZone: 'America/Los_Angeles' }))
    expect(await settingsOf(id)).toEqual({ ...firstSettings('America/Los_Angeles'), version: 1 })
  })

  it('that is a copy is for the same people, without the dates of the last time', async () => {
    const id = await idOf(await start(undefined, { timeZone: 'America/Denver' }))
    const kept = { ...{ audience: 'people', people: ['ana@example.com'], needsApproval: true, addsMembers: true }, keepMonths: 12 }
    const dates = { opensAt: 1, closesAt: 2, changesUntil: 3 }
    expect(await set(id, { ...kept, ...dates, timeZone: 'America/Denver' })).toBe(204)
    const copy = await idOf(await start({ kind: 'copy', formId: id }, { timeZone: 'UTC' }))
    expect(await settingsOf(copy)).toEqual({ ...firstSettings('America/Denver'), ...kept, version: 1 })
    expect(await rowsOf('SELECT keep_months FROM forms WHERE id = ?', copy)).toEqual([{ keep_months: 12 }])
  })

  it('has settings that nobody changes without having seen them', async () => {
    const id = await idOf(await start())
    const first = await settingsOf(id)
    expect(await set(id, { audience: 'people', people: ['ana@example.com'], maxSubmissions: 12 })).toBe(204)
    const json = { ...first, audience: 'people', people: ['bo@example.com'] }
    const late = await owner.ask(`/api/forms/${id}/settings`, { method: 'PUT', json })
    expect(await codeOf(late)).toBe('409 FormSettingsConflict')
    const now = await settingsOf(id)
    expect(now).toMatchObject({ audience: 'people', people: ['ana@example.com'], maxSubmissions: 12 })
    expect(await set(id, { ...json, version: now.version })).toBe(204)
    expect(await settingsOf(id)).toMatchObject({ people: ['bo@example.com'], maxSubmissions: null })
    // Who saves at the same time does not win twice.
    const { version } = await settingsOf(id)
    const both = await Promise.all([set(id, { maxSubmissions: 1, version }), set(id, { maxSubmissions: 2, version })])
    expect(both.toSorted()).toEqual([204, 409])
  })

  it('has room for a hundred in a community, and for closed ones besides', async () => {
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
        INSERT INTO forms (id, team_id, title, draft, created_at, updated_at) SELECT ? || i, ?, 'F', '{}', 1, 1 FROM n`,
      `many-${tests}-`,
      team,
    )
    expect((await start()).status).toBe(201)
    expect(await codeOf(await start())).toBe('409 FormsFull')
    await rowsOf('UPDATE forms SET published_number = 1, is_closed = 1 WHERE id = ?', `many-${tests}-1`)
    expect((await start()).status).toBe(201)
    expect(await codeOf(await start())).toBe('409 FormsFull')
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO forms (id, team_id, title, draft, published_number, is_closed, created_at, updated_at)
        SELECT ? || i, ?, 'F', '{}', 1, 1, 1, 1 FROM n`,
      `closed-${tests}-`,
      team,
    )
    expect(await codeOf(await start())).toBe('409 TooManyForms')
  })

  it('stores every kind of field as it was sent', async () => {
    const id = await idOf(await start())
    const common = (at: number) => ({
      id: `f${at}`,
      label: `Field ${at}`,
      hint: 'A hint',
      isRequired: true,
      width: 'half',
      seenBy: 'organizers',
    })
    const option = { id: 'o1', label: 'One', limit: 5, hasWaitlist: true, pictureId: 'a-picture', refId: 'a-season' }
    const options = [option]
    const optionsFor = (refId: string) => [{ ...option, refId }]
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('a-season', ?, 'Spring', '2099-01-01', '2099-06-01', 1)",
      team,
    )
    await rowsOf("INSERT INTO season_groups (id, season_id, name, name_key, lot) VALUES ('a-side', 'a-season', 'U10', 'u10', 1)")
    const plain = { addressName: null }
    const fields: Record<Exclude<FieldKind, 'group'>, object> = {
      shortText: { addressName: 'source', minLength: 1, maxLength: 10 },
      longText: { ...plain, minLength: null, maxLength: 100 },
      number: { ...plain, min: 1, max: 2.5, isWhole: false },
      email: plain,
      phone: plain,
      date: { ...plain, from: '2027-01-01', until: '2027-02-01' },
      birthDate: { minAge: 8, maxAge: 14, ageOn: '2027-03-01' },
      time: plain,
      choice: { ...plain, options, style: 'pictures' },
      choices: { options, style: 'dropdown', min: 1, max: 1 },
      ranking: { options },
      yesNo: plain,
      rating: { max: 7 },
      level: {},
      activity: {},
      city: {},
      place: {},
      address: {},
      team: { options: optionsFor(team) },
      season: { options },
      division: { options: optionsFor('a-side') },
      person: {},
      file: { maxFiles: 2 },
      photo: { maxFiles: 1 },
      waiver: { text: 'Play fair.', way: 'drawn', months: 12 },
      signature: { way: 'typed' },
      consent: {},
      product: { options: [{ ...option, amount: 100, earlyAmount: 90, memberAmount: null }], maxQuantity: 3, isMany: true },
      ownAmount: { min: 100, max: null },
      coupon: {},
      computed: { formula: 'f3 * 2' },
      hidden: { addressName: 'campaign' },
      heading: {},
      richText: { text: '**Bring** shoes.' },
      picture: { pictureId: 'a-picture' },
    }
    const all = Object.entries(fields).map(([kind, more], at) => ({ kind, ...common(at + 1), ...more }))
    const group = { kind: 'group', ...common(99), rowLabel: 'Child', minRows: 0, maxRows: 3, fields: [{ kind: 'level', ...common(98) }] }
    const when = { all: [{ field: 'f3', compare: 'above', value: 1 }, { any: [{ field: 'f1', compare: 'isFilled' }] }] }
    const content = {
      ...{ title: 'Everything', intro: 'Read this.' },
      pages: [
        { id: 'p1', title: 'One', fields: all },
        { id: 'p2', title: '', fields: [group] },
      ],
      rules: [
        {
          ...{ id: 'r1', when },
          actions: [
            { do: 'show', field: 'f4' },
            { do: 'require', field: 'f5' },
            { do: 'goTo', from: 'p1', to: 'p2' },
            { do: 'end', from: 'p2', ending: 'e2' },
            { do: 'setPrice', field: 'f28', option: 'o1', amount: 50 },
          ],
        },
      ],
      endings: [
        { id: 'e1', title: 'Thank you', text: 'See you.', isRefusal: false },
        { id: 'e2', title: 'Sorry', text: '', isRefusal: true },
      ],
      payment: {
        currency: 'eur',
        feeBy: 'player',
        earlyUntil: '2027-01-01',
        siblingPercent: 10,
        later: [{ on: '2027-02-01', percent: 50 }],
      },
    }
    expect(await (await save(id, content, 1)).json()).toEqual({ version: 2 })
    expect((await read(id)).content).toEqual(content)
    await takePayments('eur')
    expect((await publish(id, 2)).status).toBe(204)
  })
})

describe('A draft', () => {
  it('is saved by one of two tabs, and the other one is told', async () => {
    const id = await idOf(await start())
    const answers = await Promise.all(['One', 'Two'].map((title) => save(id, titled(title), 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await codeOf(refused))).toBe('409 FormVersionConflict')
    expect((await read(id)).version).toBe(2)
  })

  it('is refused with rules in a circle, at the field, and keeps what was saved before', async () => {
    const id = await idOf(await start())
    const show = (rule: string, read: string, field: string) => ({
      ...{ id: rule, when: { all: [{ field: read, compare: 'isFilled' }] } },
      actions: [{ do: 'show', field }],
    })
    const content = { ...titled('Round'), rules: [show('r1', 'f1', 'f2'), show('r2', 'f2', 'f1')] }
    const answer = await save(id, content, 1)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'FormCircle', issues: [{ path: 'f1' }] })
    expect((await read(id)).version).toBe(1)
  })

  it.each([
    ['a field id that every object has', { pages: [{ id: 'p1', title: '', fields: [{ kind: 'level', id: '__proto__', label: 'L' }] }] }],
    ['a kind of field that is not there', { pages: [{ id: 'p1', title: '', fields: [{ kind: 'script', id: 'f1', label: 'L' }] }] }],
    [
      'a group in a group',
      {
        pages: [
          {
            id: 'p1',
            fields: [
              {
                kind: 'group',
                id: 'f1',
                label: 'L',
                rowLabel: 'R',
                fields: [{ kind: 'group', id: 'f2', label: 'L', rowLabel: 'R', fields: [] }],
              },
            ],
          },
        ],
      },
    ],
    [
      '301 fields',
      { pages: [{ id: 'p1', fields: Array.from({ length: 301 }, (_, at) => ({ kind: 'level', id: `f${at}`, label: 'L' })) }] },
    ],
    [
      'a price below zero',
      { pages: [{ id: 'p1', fields: [{ kind: 'product', id: 'f1', label: 'L', options: [{ id: 'o1', label: 'O', amount: -1 }] }] }] },
    ],
    ['no page', { pages: [] }],
    [
      'shares that leave nothing for now',
      {
        payment: {
          currency: 'usd',
          later: [
            { on: '2027-01-01', percent: 60 },
            { on: '2027-02-01', percent: 40 },
          ],
        },
      },
    ],
  ])('is refused with %s', async (_, change) => {
    const id = await idOf(await start())
    expect(await codeOf(await save(id, { ...titled('Bad'), ...change }, 1))).toBe('400 InvalidInput')
  })

  it('may have faults, but is not published with them', async () => {
    const id = await idOf(await start())
    const rule = { id: 'r1', when: { all: [{ field: 'fz', compare: 'isFilled' }] }, actions: [{ do: 'show', field: 'f1' }] }
    expect((await save(id, { ...titled('Not yet'), rules: [rule] }, 1)).status).toBe(200)
    expect(await codeOf(await publish(id, 2))).toBe('409 FormNotReady')
    expect(await versionsOf(id)).toEqual([])
  })
})

describe('A large draft', () => {
  const page = (fields: number, text: string) => ({
    id: 'p1',
    fields: Array.from({ length: fields }, (_, at) => ({ kind: 'richText', id: `f${at}`, label: 'L', text })),
  })

  it('is stored up to a megabyte, and refused above', async () => {
    const id = await idOf(await start())
    expect((await save(id, { ...titled('Large'), pages: [page(100, 'x'.repeat(9_000))] }, 1)).status).toBe(200)
    expect(await codeOf(await save(id, { ...titled('Larger'), pages: [page(300, 'x'.repeat(9_000))] }, 2))).toBe('413 BodyTooLarge')
    expect((await read(id)).title).toBe('Large')
  })
})

describe('A trial of a draft', () => {
  const tryIt = (id: string, answers: object, more: object = {}) =>
    owner.ask(`/api/forms/${id}/trials`, { method: 'POST', json: { answers, today, ...more } })

  it('decides and charges as the browser does', async () => {
    const id = await idOf(await start())
    const seen = { forms: 0, faults: 0, paid: 0 }
    for (let seed = 1; seen.forms < 30; seed++) {
      const random = new RandomForm(seed)
      if (checkContent(random.content).length > 0) continue
      const answers = random.answers()
      expect((await save(id, random.content, seen.forms + 1)).status).toBe(200)
      const isMember = seed % 2 === 0
      const tried = await (await tryIt(id, answers, { isMember })).json<TriedForm>()
      const here = tryForm(random.content, { answers, today, isMember }, 500)
      expect(tried, `seed ${seed}`).toEqual(JSON.parse(JSON.stringify(here)))
      seen.forms += 1
      seen.faults += tried.faults.length
      seen.paid += (tried.price?.amount ?? 0) > 0 ? 1 : 0
    }
    expect(seen.faults).toBeGreaterThan(10)
    expect(seen.paid).toBeGreaterThan(5)
  })

  it('names answers to fields that are not there, and answers of a megabyte', async () => {
    const id = await idOf(await start())
    const tried = await (await tryIt(id, { f77: 1, f1: 'x'.repeat(100_000) })).json<TriedForm>()
    expect(tried.faults).toEqual(
      expect.arrayContaining([
        { field: 'f77', row: null, code: 'unknownField' },
        { field: 'f1', row: null, code: 'tooLong', limit: 500 },
      ]),
    )
    expect(tried.answers).toEqual({})
    expect(await codeOf(await tryIt(id, { f1: 'x'.repeat(2 ** 20) }))).toBe('413 BodyTooLarge')
  })
})

describe('A published form', () => {
  it('keeps each version as it was, and is published once for each draft', async () => {
    const id = await idOf(await start())
    await save(id, titled('First'), 1)
    expect(await codeOf(await publish(id, 1))).toBe('409 FormVersionConflict')
    expect((await Promise.all([publish(id, 2), publish(id, 2)])).map(({ status }) => status)).toEqual([204, 204])
    expect(await read(id)).toMatchObject({ state: 'open', hasChanges: false })
    await save(id, titled('Second'), 2)
    expect(await read(id)).toMatchObject({ state: 'open', hasChanges: true, title: 'Second' })
    expect((await publish(id, 3)).status).toBe(204)
    const versions = await versionsOf(id)
    expect(versions.map(({ number, content }) => [number, JSON.parse(String(content)).title])).toEqual([
      [1, 'First'],
      [2, 'Second'],
    ])
  })

  it('stays closed when a correction is published, unless it is opened with it', async () => {
    const id = await idOf(await start())
    await publish(id, 1)
    await close(id, true)
    await save(id, titled('Corrected'), 1)
    const json = { version: 2, keepsClosed: true }
    expect((await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json })).status).toBe(204)
    expect(await read(id)).toMatchObject({ state: 'closed', hasChanges: false })
    expect((await versionsOf(id)).length).toBe(2)
    await publish(id, 2)
    expect(await read(id)).toMatchObject({ state: 'open' })
  })

  it('is closed and opened again, and cannot be deleted', async () => {
    const id = await idOf(await start())
    expect(await codeOf(await close(id, true))).toBe('409 FormNotPublished')
    await publish(id, 1)
    expect((await close(id, true)).status).toBe(204)
    expect(await read(id)).toMatchObject({ state: 'closed' })
    expect((await close(id, false)).status).toBe(204)
    expect(await read(id)).toMatchObject({ state: 'open' })
    expect(await codeOf(await owner.ask(`/api/forms/${id}`, { method: 'DELETE' }))).toBe('409 FormPublished')
    const draft = await idOf(await start())
    expect((await owner.ask(`/api/forms/${draft}`, { method: 'DELETE' })).status).toBe(204)
    expect(await codeOf(await owner.ask(`/api/forms/${draft}/draft`))).toBe('404 FormNotFound')
  })

  it('is in the list of those who run its community, the latest change first, and in no other', async () => {
    const ids = [await idOf(await start()), await idOf(await start())]
    await rowsOf('UPDATE forms SET updated_at = 1 WHERE id = ?', ids[1])
    const list = async (person: Person) => (await (await person.ask('/api/forms')).json<FormPage>()).forms.map(({ id }) => id)
    expect(await list(owner)).toEqual(ids)
    expect(await list(other)).toEqual([])
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'captain', 1)", team, other.id)
    expect(await list(other)).toEqual([])
  })
})
