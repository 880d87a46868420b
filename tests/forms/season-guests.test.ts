import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { maskOf } from '../../domain/access/custom-rights.ts'
import type { SentForm } from '../../domain/forms/fill-contract.ts'
import { maxChosen } from '../../domain/forms/limits.ts'
import type { SeasonGuest } from '../../domain/forms/season-guests.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume } from '../notifications/hold-queues.ts'
import { comeBack, pass, payOn, publishPaid, refundsAtStripe, startWithHost, the, work } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { askToPayForm, at, its, ofSubmission, pageOf, payForm, startWithForm, stateOf } from './paid-form.ts'
import { codeOf, idOf, saveSettings } from './try-out.ts'

const { work: jobs } = startWithHost()
startWithForm()

const hour = 3_600_000
let tests = 0
let parent: Person
let season = ''
let [under10, under12] = ['', '']

beforeEach(async () => {
  tests += 1
  parent = await enter(`season-parent-${tests}`)
  const json = { label: `Spring ${tests}`, startDate: '2099-01-01', endDate: '2099-06-01' }
  season = await idOf(await the.host.ask(`/api/teams/${its.team}/seasons`, { method: 'POST', json }))
  const group = async (name: string, size: number | null = null) =>
    idOf(await the.host.ask(`/api/seasons/${season}/groups`, { method: 'POST', json: { name, size } }))
  ;[under10, under12] = [await group('U10', 1), await group('U12')]
})

type Kid = { name: string; division: 'u10' | 'u12' | 'none' }
const common = { hint: '', isRequired: false }
const option = (id: string, refId: string | null, more: object = {}) => ({
  ...{ id: `o${id}`, label: id.toUpperCase(), limit: null, hasWaitlist: false, pictureId: null, refId },
  ...more,
})

type Making = { settings?: object; more?: object; price?: number; later?: { on: string; percent: number }[] }

/** A form for children, each with a division. */
async function publishKids({ settings = {}, more = {}, price, later = [] }: Making = {}): Promise<void> {
  const amount = price === undefined ? {} : { amount: price }
  const options = [option('u10', under10, { ...more, ...amount }), option('u12', under12, amount), option('none', null, amount)]
  const division = price === undefined ? { kind: 'choice', style: 'list' } : { kind: 'product', maxQuantity: 1 }
  const content = {
    ...fromTemplate('blank'),
    title: 'Kids',
    pages: [
      {
        ...{ id: 'pfirst', title: '' },
        fields: [
          {
            ...{ ...common, kind: 'group', id: 'fkids', label: 'Children', rowLabel: 'Child', minRows: 0, maxRows: 8 },
            fields: [
              { ...common, kind: 'shortText', id: 'fchild', label: 'Name' },
              { ...common, ...division, id: 'fdivision', label: 'Division', options },
            ],
          },
          { ...common, kind: 'choice', style: 'list', id: 'fown', label: 'For whom this is', options: [option('u10', under10)] },
        ],
      },
    ],
    payment: price === undefined ? null : { currency: 'usd', feeBy: 'host', later },
  }
  const from = { kind: 'template', template: 'blank' }
  its.form = await idOf(await the.host.ask(`/api/teams/${its.team}/forms`, { method: 'POST', json: { from } }))
  const stored = await the.host.ask(at('/draft'), { method: 'PUT', json: { content, version: 1 } })
  expect(stored.status, await stored.text()).toBe(200)
  const saved = await saveSettings(the.host, its.form, { addsMembers: true, changesUntil: Date.now() + hour, ...settings })
  expect(saved.status).toBe(204)
  const published = await the.host.ask(at('/versions'), { method: 'POST', json: { version: 2 } })
  expect([published.status, await published.text()]).toEqual([204, ''])
}

let sends = 0
const rowsFor = (kids: Kid[], isProduct = false) =>
  kids.map(({ name, division }) => ({ fchild: name, fdivision: isProduct ? [{ option: `o${division}`, quantity: 1 }] : `o${division}` }))
const answersFor = (kids: Kid[], isProduct = false) => ({ fkids: rowsFor(kids, isProduct) })

function send(kids: Kid[], more: object = {}, person = parent): Promise<Response> {
  sends += 1
  const json = { version: 1, answers: answersFor(kids), acceptsWaiting: true, total: null, idempotencyKey: `send-kids-${sends}`, ...more }
  return person.ask(at('/submissions'), { method: 'POST', json })
}
async function sent(answer: Promise<Response>): Promise<SentForm> {
  const stored = await answer
  expect([stored.status, stored.status === 201 ? '' : await stored.clone().text()]).toEqual([201, ''])
  return stored.json()
}
const change = async (id: string, kids: Kid[], revision = 1) => {
  const answer = await parent.ask(ofSubmission(id), { method: 'PUT', json: { answers: answersFor(kids), revision } })
  return answer.ok ? answer.status : codeOf(answer)
}
type Decided = { ids: string[]; refused: { id: string; reason: string }[] }
const decide = (ids: string[], decision: object) => the.host.ask(at('/submissions'), { method: 'PATCH', json: { ids, change: decision } })

const issuesOf = async (answer: Response) => (await answer.json<{ issues?: { path: string }[] }>()).issues?.map(({ path }) => path)

/** Who plays where, such as "Ava: U10". */
const roster = async () =>
  (
    await rowsOf(
      `SELECT guests.name AS name, season_groups.name AS division FROM season_guests JOIN guests ON guests.id = guest_id
        LEFT JOIN season_groups ON season_groups.id = group_id WHERE season_guests.season_id = ? ORDER BY guests.name`,
      season,
    )
  ).map(({ name, division }) => `${name}: ${division ?? 'no side'}`)
const children = async () =>
  (await rowsOf('SELECT name FROM guests WHERE guardian_id = ? ORDER BY name', parent.id)).map(({ name }) => name)
const adults = async () => rowsOf('SELECT user_id FROM season_registrations WHERE season_id = ?', season)

const childId = async (name: string) =>
  String((await rowsOf('SELECT id FROM guests WHERE guardian_id = ? AND name = ?', parent.id, name))[0]?.id)
const takeOut = async (path: string) =>
  expect((await the.host.ask(`/api/seasons/${season}/${path}`, { method: 'DELETE' })).status).toBe(204)
/** An organizer gives the only place of U10 to somebody by hand. */
const fillSide = async () => {
  const json = { kind: 'player', groupId: under10 }
  expect((await the.host.ask(`/api/seasons/${season}/registrations/${the.host.id}`, { method: 'PUT', json })).status).toBe(204)
}
const addOnRoster = async (name: string) => {
  const json = { name, idempotencyKey: `added-by-hand-${tests}` }
  expect((await parent.ask(`/api/teams/${its.team}/children`, { method: 'POST', json })).status).toBe(201)
}

const ava: Kid = { name: 'Ava', division: 'u10' }
const leo: Kid = { name: 'Leo', division: 'u12' }

describe('Children in a form', () => {
  it('play in the division that was chosen for each of them, and their parent does not', async () => {
    await publishKids()
    const { state } = await sent(send([ava, leo, { name: 'Mia', division: 'none' }, { name: '', division: 'u12' }]))
    expect([state, await roster(), await children(), await adults()]).toEqual(['accepted', ['Ava: U10', 'Leo: U12'], ['Ava', 'Leo'], []])
    const changes = await rowsOf("SELECT person_id, guest_id FROM team_changes WHERE team_id = ? AND kind = 'child-added'", its.team)
    expect(changes).toEqual([{ person_id: null, guest_id: null }])
  })

  it('are the children whom the community knows already', async () => {
    await publishKids()
    await sent(send([leo]))
    await addOnRoster('ava')
    await sent(send([{ ...ava, name: '  AVA ' }, leo]))
    expect([await roster(), await children()]).toEqual([
      ['Leo: U12', 'ava: U10'],
      ['Leo', 'ava'],
    ])
  })

  it('of people who are not in the community, and do not come in by the form, play nowhere', async () => {
    await publishKids({ settings: { addsMembers: false } })
    await sent(send([ava]))
    expect([await roster(), await children()]).toEqual([[], []])
  })

  it('take the last place of a side once, and nobody else pays for it', async () => {
    await publishKids({ price: 3000 })
    const bea: Kid = { name: 'Bea', division: 'u10' }
    const wants = (kids: Kid[], person = parent) =>
      send([], { answers: answersFor(kids, true), total: { amount: 3000 * kids.length, currency: 'usd' } }, person)
    const refused = await wants([ava, bea])
    expect([await issuesOf(refused.clone()), await codeOf(refused)]).toEqual([['answers.fdivision'], '409 FormOptionFull'])
    const { id } = await sent(wants([ava]))
    const other = await enter(`season-other-${tests}`)
    expect(await codeOf(await wants([bea], other)), 'the place is held while somebody pays').toBe('409 FormOptionFull')
    await payForm(parent, id, { amount: 3000 })
    expect(await codeOf(await wants([bea], other))).toBe('409 FormOptionFull')
    expect((await sent(wants([ava]))).state, 'who has the place keeps it').toBe('paying')
    expect(await roster()).toEqual(['Ava: U10'])
    const groups = await (await the.host.ask(`/api/seasons/${season}`)).json<{ groups: object[] }>()
    expect(groups.groups).toMatchObject([
      { name: 'U10', people: 1, size: 1 },
      { name: 'U12', people: 0 },
    ])
    // An organizer cannot give the place to somebody else either.
    const place = { kind: 'player', groupId: under10 }
    const byHand = await the.host.ask(`/api/seasons/${season}/registrations/${the.host.id}`, { method: 'PUT', json: place })
    expect(await codeOf(byHand)).toBe('409 GroupFull')
  })

  it('are not paid for if their division is gone or over, and money that is on its way goes back', async () => {
    await publishKids({ price: 3000 })
    const wants = (kid: Kid) => send([], { answers: answersFor([kid], true), total: { amount: 3000, currency: 'usd' } })
    const { id } = await sent(wants(leo))
    const page = await pageOf(parent, id, { amount: 3000 })
    expect((await the.host.ask(`/api/seasons/${season}/groups/${under12}`, { method: 'DELETE' })).status).toBe(204)
    const gone = await wants(leo)
    expect([await issuesOf(gone.clone()), await codeOf(gone)]).toEqual([['answers.fdivision'], '409 FormSeasonClosed'])
    await comeBack(parent, payOn(page))
    await work()
    expect([refundsAtStripe(), await roster()]).toEqual([['3000 succeeded'], []])
    await sent(wants(ava))
    await rowsOf("UPDATE seasons SET ends_on = '2020-01-01' WHERE id = ?", season)
    expect(await codeOf(await wants({ ...ava, name: 'Bea' }))).toBe('409 FormSeasonClosed')
    const published = await the.host.ask(at('/versions'), { method: 'POST', json: { version: 2 } })
    expect(await published.json()).toMatchObject({ code: 'FormChoiceGone', title: expect.stringContaining('“U10”') })
    // A copy in another community names no season of this one.
    const json = { name: 'Other club', people: [the.host.id] }
    const team = await idOf(await the.host.ask('/api/_local/teams', { method: 'PUT', json }))
    const from = { kind: 'copy', formId: its.form }
    const copy = await idOf(await the.host.ask(`/api/teams/${team}/forms`, { method: 'POST', json: { from } }))
    expect(await (await the.host.ask(`/api/forms/${copy}/draft`)).text()).not.toContain(under10)
  })

  it('and adults are not paid for by who is no member and does not become one', async () => {
    await publishKids({ settings: { addsMembers: false }, price: 3000 })
    const wants = (answers: object, amount: number) => send([], { answers, total: amount === 0 ? null : { amount, currency: 'usd' } })
    expect(await codeOf(await wants(answersFor([ava], true), 3000))).toBe('409 FormSeasonForMembers')
    const withAdult = { ...answersFor([{ ...ava, division: 'none' }], true), fown: 'ou10' }
    expect(await codeOf(await wants(withAdult, 3000))).toBe('409 FormSeasonForMembers')
    expect(await rowsOf('SELECT 1 FROM submissions WHERE form_id = ?', its.form)).toEqual([])
    expect((await sent(wants(answersFor([{ ...ava, division: 'none' }], true), 3000))).state).toBe('paying')
  })

  it('wait for the last place of an option, and play when it is free', async () => {
    await publishKids({ more: { limit: 1, hasWaitlist: true } })
    const first = await sent(send([ava]))
    const second = await sent(send([{ name: 'Bea', division: 'u10' }]))
    expect([second.state, await roster()]).toEqual(['waiting', ['Ava: U10']])
    expect((await parent.ask(ofSubmission(first.id), { method: 'DELETE' })).status).toBe(204)
    await work()
    await consume('work', jobs.splice(0))
    await work()
    expect([await stateOf(second.id), await roster()]).toEqual(['accepted', ['Bea: U10']])
  })

  it('stay in line while their side is full, also if an organizer would accept them', async () => {
    await publishKids({ more: { limit: 1, hasWaitlist: true } })
    const first = await sent(send([ava]))
    const bea = await sent(send([{ name: 'Bea', division: 'u10' }]))
    expect((await parent.ask(ofSubmission(first.id), { method: 'DELETE' })).status).toBe(204)
    await fillSide()
    await work()
    await consume('work', jobs.splice(0))
    await work()
    expect([await stateOf(bea.id), await roster()]).toEqual(['waiting', []])
    const accept = async () => (await decide([bea.id], { do: 'accept' })).json()
    expect(await accept()).toEqual({ ids: [], refused: [{ id: bea.id, reason: 'sideFull' }] })
    await takeOut(`registrations/${the.host.id}`)
    expect(await accept()).toEqual({ ids: [bea.id], refused: [] })
    expect(await roster()).toEqual(['Bea: U10'])
  })

  it('follow what their parent changes and withdraws', async () => {
    await publishKids()
    const { id } = await sent(send([ava, leo]))
    expect(
      await change(id, [
        { ...ava, division: 'u12' },
        { name: 'Mia', division: 'u10' },
      ]),
    ).toBe(200)
    expect([await roster(), await children()]).toEqual([
      ['Ava: U12', 'Mia: U10'],
      ['Ava', 'Leo', 'Mia'],
    ])
    const three: Kid[] = [
      { ...ava, division: 'u12' },
      { name: 'Mia', division: 'u10' },
      { name: 'Zoe', division: 'u10' },
    ]
    expect(await change(id, three, 2)).toBe('409 FormOptionFull')
    expect((await parent.ask(ofSubmission(id), { method: 'DELETE' })).status).toBe(204)
    expect(await roster()).toEqual([])
  })

  it('stay where another submission has them too', async () => {
    await publishKids()
    const first = await sent(send([leo]))
    const second = await sent(send([leo]))
    const registeredBy = async () =>
      (await rowsOf('SELECT submission_id FROM season_guests WHERE season_id = ?', season)).map((row) => row.submission_id)
    expect(await registeredBy()).toEqual([first.id])
    await decide([first.id], { do: 'decline', reason: '' })
    expect(await registeredBy()).toEqual([second.id])
    await decide([second.id], { do: 'decline', reason: '' })
    expect(await registeredBy()).toEqual([])
  })

  it('are accepted only as far as their side has room, counting those who still have to pay', async () => {
    await publishKids({ settings: { needsApproval: true }, price: 3000 })
    const ask = (name: string) =>
      sent(send([], { answers: answersFor([{ ...ava, name }], true), total: { amount: 3000, currency: 'usd' } }))
    const [one, two] = [await ask('Ava'), await ask('Bea')]
    const answer = await (await decide([one.id, two.id], { do: 'accept' })).json<Decided>()
    const [taken] = answer.ids
    const left = taken === one.id ? two : one
    expect(answer).toEqual({ ids: [taken], refused: [{ id: left.id, reason: 'sideFull' }] })
    expect([await stateOf(String(taken)), await stateOf(left.id)]).toEqual(['paying', 'asked'])
    await payForm(parent, String(taken), { amount: 3000 })
    expect(await roster()).toEqual([taken === one.id ? 'Ava: U10' : 'Bea: U10'])
    await decide([left.id], { do: 'accept' })
    expect(await stateOf(left.id)).toBe('asked')
  })

  it('are not paid for once an organizer has given their place to somebody else, and money on its way goes back', async () => {
    await publishKids({ price: 3000 })
    const order = () => sent(send([], { answers: answersFor([ava], true), total: { amount: 3000, currency: 'usd' } }))
    const open = await order()
    const page = await pageOf(parent, open.id, { amount: 3000 })
    await fillSide()
    await comeBack(parent, payOn(page))
    await work()
    expect([refundsAtStripe(), await roster(), await stateOf(open.id)]).toEqual([['3000 succeeded'], [], 'paying'])
    expect(await codeOf(await askToPayForm(parent, open.id, { amount: 3000 }))).toBe('409 FormSideFull')
    await rowsOf("UPDATE submissions SET state = 'ended', pay_until = NULL WHERE id = ?", open.id)
    const noteCash = (idempotencyKey: string) =>
      the.host.ask(ofSubmission(open.id, '/cash'), { method: 'POST', json: { parts: [0], idempotencyKey } })
    expect(await codeOf(await noteCash('cash-for-a-full-side'))).toBe('409 FormSideFull')
    await takeOut(`registrations/${the.host.id}`)
    expect((await noteCash('cash-for-a-free-side')).status).toBe(204)
    expect(await roster()).toEqual(['Ava: U10'])
  })

  it('come in once an organizer has accepted them', async () => {
    await publishKids({ settings: { needsApproval: true } })
    const { id, state } = await sent(send([ava]))
    expect([state, await roster(), await children()]).toEqual(['asked', [], []])
    await decide([id], { do: 'accept' })
    expect([await roster(), await children()]).toEqual([['Ava: U10'], ['Ava']])
  })

  it('come in with as many families as can be accepted at once, far within what the database does for a request', async () => {
    await publishKids({ settings: { needsApproval: true } })
    await rowsOf('UPDATE season_groups SET size = NULL WHERE id = ?', under10)
    const ids: string[] = []
    for (let family = 0; family < maxChosen; family += 1) {
      const answers = { ...answersFor([{ ...ava, name: `Ava ${family}` }, leo]), fown: 'ou10' }
      ids.push((await sent(send([], { answers }, await enter(`family-${family}`)))).id)
    }
    const batches = vi.spyOn(Object.getPrototypeOf(env.DB.withSession()), 'batch')
    expect((await decide(ids, { do: 'accept' })).status).toBe(200)
    const statements = batches.mock.calls.reduce((sum, [all]) => sum + (all as unknown[]).length, 0)
    batches.mockRestore()
    expect([(await roster()).length, (await adults()).length]).toEqual([2 * maxChosen, maxChosen])
    expect(statements).toBeLessThan(800)
  })

  it('come in with the payment, in the same batch', async () => {
    await publishKids({ price: 3000 })
    const answers = answersFor([ava, leo], true)
    const { id, state } = await sent(send([], { answers, total: { amount: 6000, currency: 'usd' } }))
    expect([state, await roster(), await children()]).toEqual(['paying', [], []])
    await payForm(parent, id)
    expect([await stateOf(id), await roster(), await children()]).toEqual(['accepted', ['Ava: U10', 'Leo: U12'], ['Ava', 'Leo']])
  })

  it('are found in forms that were open before forms registered them', async () => {
    await publishKids({ settings: { needsApproval: true } })
    await rowsOf('UPDATE season_groups SET size = NULL WHERE id = ?', under10)
    const two = [{ ...ava, name: ' ava' }, { name: '', division: 'u12' } as const, { ...leo, division: 'none' } as const]
    const { id } = await sent(send([ava, leo, ...two]))
    await publishKids({ price: 3000 })
    const answers = answersFor([leo, { name: 'Mia', division: 'u10' }], true)
    await sent(send([], { answers, total: { amount: 6000, currency: 'usd' } }))
    const stored = async () =>
      (await rowsOf('SELECT guests FROM submissions WHERE user_id = ? ORDER BY label', parent.id)).map(({ guests }) =>
        (JSON.parse(String(guests)) as SeasonGuest[]).map(({ name, refIds }) => ({ name, refIds })),
      )
    const exact = await stored()
    expect(exact.map((guests) => guests.map(({ name }) => name))).toEqual([
      ['Ava', 'Leo'],
      ['Leo', 'Mia'],
    ])
    await rowsOf('UPDATE submissions SET guests = NULL WHERE user_id = ?', parent.id)
    const fills = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_children_in_open_forms.sql'))?.queries ?? []
    await env.DB.batch(fills.map((query) => env.DB.prepare(query)))
    expect(await stored()).toEqual(exact)
    its.form = String((await rowsOf('SELECT form_id FROM submissions WHERE id = ?', id))[0]?.form_id)
    await decide([id], { do: 'accept' })
    expect(await roster()).toEqual(['Ava: U10', 'Leo: U12'])
  })

  it('are refused before anything is paid if the community takes no more of them', async () => {
    await publishKids()
    const seven = [1, 2, 3, 4, 5, 6, 7].map((number): Kid => ({ name: `Kid ${number}`, division: 'u12' }))
    expect(await codeOf(await send(seven))).toBe('409 ChildrenFull')
    expect(await rowsOf('SELECT 1 FROM submissions WHERE form_id = ?', its.form)).toEqual([])
    await sent(send(seven.slice(1)))
    expect(await children()).toHaveLength(6)
    // Whoever is there already needs no room.
    await sent(send(seven.slice(2)))
  })

  it('come in by a form that adds no members if their parent is one', async () => {
    await publishKids()
    await sent(send([leo]))
    await publishKids({ settings: { addsMembers: false }, price: 3000 })
    const { id } = await sent(send([], { answers: answersFor([ava], true), total: { amount: 3000, currency: 'usd' } }))
    await payForm(parent, id, { amount: 3000 })
    expect([await roster(), await children()]).toEqual([
      ['Ava: U10', 'Leo: U12'],
      ['Ava', 'Leo'],
    ])
    const seven = [1, 2, 3, 4, 5, 6, 7].map((number): Kid => ({ name: `Kid ${number}`, division: 'u12' }))
    const total = { amount: 21000, currency: 'usd' }
    expect(await codeOf(await send([], { answers: answersFor(seven, true), total }))).toBe('409 ChildrenFull')
  })

  it('stay one child when their parent corrects a letter or adds a last name', async () => {
    await publishKids()
    const { id } = await sent(send([{ ...ava, name: 'Avva' }, leo]))
    const before = await childId('Avva')
    expect(await change(id, [ava, { ...leo, name: 'Leo Lane' }])).toBe(200)
    expect([await roster(), await children(), await childId('Ava')]).toEqual([['Ava: U10', 'Leo Lane: U12'], ['Ava', 'Leo Lane'], before])
    // Mia is somebody else.
    expect(await change(id, [ava, { ...leo, name: 'Mia' }], 2)).toBe(200)
    expect([await roster(), await children()]).toEqual([
      ['Ava: U10', 'Mia: U12'],
      ['Ava', 'Leo Lane', 'Mia'],
    ])
  })

  it('are the same child if they were added by hand while the form waited', async () => {
    await publishKids()
    await sent(send([leo]))
    await publishKids({ settings: { needsApproval: true } })
    const { id } = await sent(send([ava]))
    await addOnRoster('Ava')
    await decide([id], { do: 'accept' })
    expect([await roster(), await children()]).toEqual([
      ['Ava: U10', 'Leo: U12'],
      ['Ava', 'Leo'],
    ])
  })

  it('are the same child with other letters of the same name', async () => {
    await publishKids()
    await sent(send([leo]))
    await addOnRoster('Zoë')
    await sent(send([{ name: 'ZOË', division: 'u12' }]))
    expect([await roster(), await children()]).toEqual([
      ['Leo: U12', 'Zoë: U12'],
      ['Leo', 'Zoë'],
    ])
  })

  it('whom an organizer has taken out stay out when other answers are changed', async () => {
    await publishKids()
    await rowsOf('UPDATE season_groups SET size = NULL WHERE id = ?', under10)
    const { id } = await sent(send([], { answers: { ...answersFor([ava, leo]), fown: 'ou10' } }))
    await takeOut(`guests/${await childId('Ava')}`)
    await takeOut(`registrations/${parent.id}`)
    const answers = { ...answersFor([ava, leo, { name: 'Mia', division: 'u12' }]), fown: 'ou10' }
    expect((await parent.ask(ofSubmission(id), { method: 'PUT', json: { answers, revision: 1 } })).status).toBe(200)
    expect([await roster(), await adults()]).toEqual([['Leo: U12', 'Mia: U12'], []])
  })

  it('stay in a copied season that is undone, because their parent has sent a form for it', async () => {
    await publishKids()
    await sent(send([leo]))
    await rowsOf('UPDATE season_guests SET is_copied = 1, submission_id = NULL WHERE season_id = ?', season)
    await rowsOf(
      `INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at, kind, is_copied) VALUES (?, ?, '2099-06-01', 1, 'player', 1)`,
      ...[season, parent.id],
    )
    await sent(send([], { answers: { ...answersFor([leo]), fown: 'ou10' } }))
    await rowsOf("UPDATE seasons SET copied_from = 'an-earlier-season' WHERE id = ?", season)
    expect((await the.host.ask(`/api/seasons/${season}/copy`, { method: 'DELETE' })).status).toBe(200)
    expect([await roster(), await adults()]).toEqual([['Leo: U12'], [{ user_id: parent.id }]])
  })

  it('whom the community knows are not counted again when it says why others have no room', async () => {
    await publishKids()
    const four = [1, 2, 3, 4].map((number): Kid => ({ name: `Kid ${number}`, division: 'u12' }))
    await sent(send(four))
    await rowsOf(
      `INSERT INTO guests (id, team_id, name, created_by, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 496)
        SELECT ? || i, ?, 'Guest', ?, 1 FROM n`,
      ...[`full-${tests}-`, its.team, the.host.id],
    )
    expect(await codeOf(await send([...four, leo]))).toBe('409 TeamGuestsFull')
  })

  it('leave the seasons with the account of their parent, and with the parent', async () => {
    await publishKids()
    await sent(send([ava]))
    expect((await parent.ask(`/api/teams/${its.team}/members/me`, { method: 'DELETE' })).status).toBe(204)
    expect([await roster(), await children()]).toEqual([[], []])
    await sent(send([ava, leo]))
    await rowsOf('DELETE FROM team_members WHERE user_id = ?', parent.id)
    const context = { db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' as const }
    await deleteAccount(context, parent.id)
    expect([await roster(), await children()]).toEqual([[], []])
    expect(await rowsOf('SELECT guests FROM submissions WHERE form_id = ? AND guests IS NOT NULL', its.form)).toEqual([])
    await env.DB.exec('DELETE FROM outbox')
  })
})

describe('Several submissions', () => {
  it('are put on a roster at once, if they are accepted and about who is in the community', async () => {
    await publishKids({ settings: { addsMembers: false } })
    const member = await enter(`season-member-${tests}`)
    const builder = await enter(`season-builder-${tests}`)
    for (const [{ id }, rights] of [
      [member, []],
      [builder, ['forms.manage']],
    ] as const)
      await rowsOf(
        "INSERT INTO team_members (team_id, user_id, role, joined_at, rights) VALUES (?, ?, 'member', 1, ?)",
        its.team,
        id,
        maskOf(rights),
      )
    const own = await sent(send([], {}, member))
    const stranger = await sent(send([], {}, parent))
    const noor = await idOf(await the.host.ask(`/api/teams/${its.team}/guests`, { method: 'POST', json: { name: 'Noor' } }))
    const json = { version: 1, answers: {}, total: null, idempotencyKey: `fill-noor-${tests}` }
    const ofGuest = await sent(the.host.ask(at(`/people/${noor}/submissions`), { method: 'POST', json }))
    const declined = await sent(send([], {}, member))
    await decide([declined.id], { do: 'decline', reason: '' })
    const all = [own.id, stranger.id, ofGuest.id, declined.id]
    const put = (groupId: string | null, who = the.host) =>
      who.ask(at('/submissions'), { method: 'PATCH', json: { ids: all, change: { do: 'roster', seasonId: season, groupId } } })
    expect(await codeOf(await put('not-there'))).toBe('404 GroupNotFound')
    // U10 has one place.
    const first = await (await put(under10)).json<{ ids: string[] }>()
    expect(first.ids).toHaveLength(1)
    const { ids, refused } = await (await put(null)).json<Decided>()
    expect(ids.sort()).toEqual([own.id, ofGuest.id].sort())
    expect(refused).toEqual([{ id: stranger.id, reason: 'notMember' }])
    expect([(await adults()).map(({ user_id }) => user_id), (await roster()).length]).toEqual([[member.id], 1])
    expect(await rowsOf('SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ?', its.team, parent.id)).toEqual([])
    // Whoever runs the forms does not run the seasons by that.
    expect(await codeOf(await put(null, builder))).toBe('403 NotAllowed')
  })
})

describe('Whoever an organizer fills a form for', () => {
  const fill = async (personId: string, answers: object, total: object | null = null) => {
    sends += 1
    const json = { version: 1, answers, total, idempotencyKey: `fill-kids-${sends}` }
    return sent(the.host.ask(at(`/people/${personId}/submissions`), { method: 'POST', json }))
  }
  const addGuest = async (json: object) => idOf(await the.host.ask(`/api/teams/${its.team}/guests`, { method: 'POST', json }))

  it('is registered as the member, child or guest they are', async () => {
    await publishKids()
    await sent(send([leo], {}))
    const [child] = await rowsOf('SELECT id FROM guests WHERE guardian_id = ?', parent.id)
    await fill(String(child?.id), { fown: 'ou10' })
    // Leo plays for the side that was chosen first.
    expect([await roster(), await adults()]).toEqual([['Leo: U12'], []])
    const noor = await addGuest({ name: 'Noor', email: 'noor@example.com' })
    const { id } = await fill(noor, { fown: 'ou10' })
    expect(await roster()).toEqual(['Leo: U12', 'Noor: U10'])
    await decide([id], { do: 'decline', reason: '' })
    expect(await roster()).toEqual(['Leo: U12'])
    await fill(parent.id, { fown: 'ou10' })
    expect(await adults()).toEqual([{ user_id: parent.id }])
  })

  it('gets no children into a community whom only a parent may add', async () => {
    await publishKids()
    await sent(send([leo]))
    await fill(parent.id, answersFor([ava, { ...leo, division: 'u12' }]))
    expect([await roster(), await children()]).toEqual([['Leo: U12'], ['Leo']])
  })

  it('gets no children by cash that an organizer notes, and gets them by paying', async () => {
    await publishKids()
    await sent(send([leo]))
    await publishKids({ price: 3000 })
    const fillAva = () => fill(parent.id, answersFor([ava], true), { amount: 3000, currency: 'usd' })
    const noteCash = (id: string) =>
      the.host.ask(ofSubmission(id, '/cash'), { method: 'POST', json: { parts: [0], idempotencyKey: `cash-for-${id}` } })
    const inCash = await fillAva()
    expect((await noteCash(inCash.id)).status).toBe(204)
    expect([await stateOf(inCash.id), await roster(), await children()]).toEqual(['accepted', ['Leo: U12'], ['Leo']])
    const byCard = await fillAva()
    await payForm(parent, byCard.id, { amount: 3000 })
    expect([await roster(), await children()]).toEqual([
      ['Ava: U10', 'Leo: U12'],
      ['Ava', 'Leo'],
    ])
    // What the parent has sent is different: the organizer only says that it was paid.
    const mia = answersFor([{ name: 'Mia', division: 'u12' }], true)
    const own = await sent(send([], { answers: mia, total: { amount: 3000, currency: 'usd' } }))
    expect((await noteCash(own.id)).status).toBe(204)
    expect(await children()).toEqual(['Ava', 'Leo', 'Mia'])
    const by = await rowsOf(
      "SELECT actor_id FROM team_changes WHERE team_id = ? AND kind = 'child-added' AND actor_id = ?",
      its.team,
      the.host.id,
    )
    expect(by).toHaveLength(1)
  })

  it('gets children once the parent pays the rest by card', async () => {
    await publishKids()
    await sent(send([leo]))
    await publishKids({ price: 3000, later: [{ on: '2098-12-01', percent: 50 }] })
    const { id } = await fill(parent.id, answersFor([ava], true), { amount: 3000, currency: 'usd' })
    const json = { parts: [0], idempotencyKey: 'the-first-part-in-cash' }
    expect((await the.host.ask(ofSubmission(id, '/cash'), { method: 'POST', json })).status).toBe(204)
    expect(await children()).toEqual(['Leo'])
    await pass(60_000)
    await payForm(parent, id, { parts: [1], amount: 1500 })
    expect([await roster(), await children()]).toEqual([
      ['Ava: U10', 'Leo: U12'],
      ['Ava', 'Leo'],
    ])
  })

  it('gets children from it once the parent has changed the answers', async () => {
    await publishKids()
    await sent(send([leo]))
    const { id } = await fill(parent.id, answersFor([ava, leo]))
    expect(await children()).toEqual(['Leo'])
    expect(await change(id, [ava, leo])).toBe(200)
    expect([await roster(), await children()]).toEqual([
      ['Ava: U10', 'Leo: U12'],
      ['Ava', 'Leo'],
    ])
  })

  it('is not filled for with more children than a parent can have in a community', async () => {
    await publishKids()
    await sent(send([leo]))
    await publishKids({ price: 1000 })
    const six = answersFor(
      [1, 2, 3, 4, 5, 6].map((number): Kid => ({ name: `Kid ${number}`, division: 'u12' })),
      true,
    )
    const json = { version: 1, answers: six, total: { amount: 6000, currency: 'usd' }, idempotencyKey: 'fill-six-kids' }
    expect(await codeOf(await the.host.ask(at(`/people/${parent.id}/submissions`), { method: 'POST', json }))).toBe('409 ChildrenFull')
  })

  it('is found in forms that were open before forms registered guests', async () => {
    await publishKids()
    const { id } = await fill(await addGuest({ name: 'Noor', email: 'noor-before@example.com' }), { fown: 'ou10' })
    const [before] = await rowsOf('SELECT guests FROM submissions WHERE id = ?', id)
    await rowsOf("UPDATE submissions SET guests = NULL, state = 'paying' WHERE id = ?", id)
    const fills = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_children_in_open_forms.sql'))?.queries ?? []
    await env.DB.batch(fills.map((query) => env.DB.prepare(query)))
    expect(await rowsOf('SELECT guests FROM submissions WHERE id = ?', id)).toEqual([before])
  })

  it('plays on as a member once they take the place of the guest', async () => {
    await publishKids()
    const guest = await addGuest({ name: 'Jo', email: `${parent.id}@local.test` })
    await fill(guest, { fown: 'ou10' })
    expect(await roster()).toEqual(['Jo: U10'])
    const game = await publishPaid()
    await rowsOf("INSERT INTO team_sessions (event_id, season_id, attendance) VALUES (?, ?, 'joined')", game, season)
    const accepted = await parent.ask(`/api/teams/${its.team}/guest-offer/accept`, { method: 'POST' })
    expect([accepted.status, await roster()]).toEqual([204, []])
    expect(await rowsOf('SELECT user_id, group_id FROM season_registrations WHERE season_id = ?', season)).toEqual([
      { user_id: parent.id, group_id: under10 },
    ])
    // They come to the games that were made before, as everybody does.
    const queued = jobs.splice(0).map(({ body }) => body)
    expect(queued.filter(({ kind }) => kind === 'join-sessions')).toEqual([
      { kind: 'join-sessions', seasonId: season, userId: parent.id, actorId: parent.id },
    ])
  })
})
