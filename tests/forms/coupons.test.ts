import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromTemplate } from '../../domain/forms/templates.ts'
import type { Coupons } from '../../domain/orders/coupon-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { codeOf, comeBack, payOn, startWithHost, the } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import {
  askToSend,
  at,
  its,
  makeForm,
  ofSubmission,
  pageOf,
  payForm,
  readPayment,
  sendForm,
  startWithForm,
  stateOf,
  withdraw,
} from './paid-form.ts'

startWithHost()
startWithForm()

const text = { kind: 'shortText', id: 'fname', label: 'Name', hint: '', isRequired: false }
const code = { kind: 'coupon', id: 'fcode', label: 'Code' }
const shirts = ['oplayer', 'oother'].map((id) => ({ id, label: `Shirt ${id}`, amount: 6000 }))
const product = { kind: 'product', id: 'ftickets', label: 'Shirt', isRequired: true, options: shirts }

const answersWith = (typed: string, option = 'oplayer') => ({ fname: 'Ana', ftickets: [{ option, quantity: 1 }], fcode: typed })
const sendWith = (typed: string, amount: number, more: object = {}) => ({
  ...{ answers: answersWith(typed), coupon: typed, version: 2, total: { amount, currency: 'usd' } },
  ...more,
})

async function publish(content: object, version: number): Promise<void> {
  const saved = await the.host.ask(at('/draft'), { method: 'PUT', json: { content, version } })
  expect([saved.status, saved.status === 200 ? '' : await saved.clone().text()]).toEqual([200, ''])
  expect((await the.host.ask(at('/versions'), { method: 'POST', json: { version: version + 1 } })).status).toBe(204)
}

/** Half off, for one person. */
const half = { code: 'half', percent: 50, amountOff: null, maxUses: 1, endsAt: null }
const create = (coupon: object = {}) => the.host.ask(at('/coupons'), { method: 'POST', json: { ...half, ...coupon } })
const list = async () => (await (await the.host.ask(at('/coupons'))).json<Coupons>()).coupons
const check = (typed: string) => the.ana.ask(at('/coupons/check'), { method: 'POST', json: { code: typed } })

beforeEach(async () => {
  await publish(
    {
      ...fromTemplate('waiver'),
      ...{ title: 'Spring league', rules: [], payment: { currency: 'usd', feeBy: 'player', later: [] } },
      pages: [{ id: 'pfirst', title: '', fields: [text, product, code] }],
    },
    2,
  )
})

describe('A coupon of a form', () => {
  it('takes off what it says, once for each submission', async () => {
    expect((await create()).status).toBe(204)
    expect(await (await check(' Half ')).json()).toEqual({ code: 'HALF', percent: 50, amountOff: null })
    const fee = (await readPayment(the.ana, (await sendForm(the.ana, { ...sendWith('half', 3000 + 90), coupon: 'half' })).id)).bookingFee
    expect(fee).toBe(90)
    const [coupon] = await list()
    expect(coupon).toMatchObject({ code: 'HALF', uses: 1, maxUses: 1 })
  })

  it('is checked on the domain of the community, where the form can be filled too', async () => {
    await create()
    await claimHostname(openPrimary(env.DB), 'coupon-club.localhost', its.team, 1)
    const asked = { method: 'POST', json: { code: 'half' }, origin: 'http://coupon-club.localhost:5173' }
    const answer = await ask(at('/coupons/check'), asked)
    expect([answer.status, await answer.json()]).toEqual([200, { code: 'HALF', percent: 50, amountOff: null }])
    expect((await ask(at('/coupons'), { origin: asked.origin })).status).toBe(404)
  })

  it('is paid for, and gives its use back when the person leaves', async () => {
    await create()
    const { id } = await sendForm(the.ana, sendWith('half', 3090))
    await payForm(the.ana, id, { amount: 3090 })
    expect(await stateOf(id)).toBe('accepted')
    expect(await codeOf(await askToSend(the.bo, sendWith('HALF', 3090)))).toBe('409 CouponNotValid')
    await withdraw(the.ana, id)
    expect((await list())[0]?.uses).toBe(0)
    expect((await askToSend(the.bo, sendWith('HALF', 3090))).status).toBe(201)
  })

  it('is not used once more by who pays too late: the money goes back', async () => {
    await create()
    const late = await sendForm(the.ana, sendWith('half', 3090))
    const session = payOn(await pageOf(the.ana, late.id, { amount: 3090 }))
    await rowsOf("UPDATE submissions SET state = 'ended', pay_until = NULL WHERE id = ?", late.id)
    const other = await sendForm(the.bo, sendWith('half', 3090))
    expect((await comeBack(the.ana, session)).bought).toMatchObject({ goesBack: true })
    expect([await stateOf(late.id), await stateOf(other.id), (await list())[0]?.uses]).toEqual(['ended', 'paying', 1])
  })

  it('goes to one of many who use it at the same time', async () => {
    await create()
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => enter(`coupon-person-${index}`)))
    const answers = await Promise.all(people.map((person) => askToSend(person, sendWith('half', 3090))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 201) expect(await codeOf(answer)).toBe('409 CouponNotValid')
  })

  it('is not used up by the same request, if its answer was lost', async () => {
    await create()
    const request = { ...sendWith('half', 3090), idempotencyKey: 'the-last-use' }
    const first = await sendForm(the.ana, request)
    expect(await sendForm(the.ana, request)).toEqual(first)
    const [coupon] = await list()
    expect((await the.host.ask(at(`/coupons/${coupon?.id}`), { method: 'DELETE' })).status).toBe(204)
    expect(await sendForm(the.ana, request)).toEqual(first)
    expect(await codeOf(await askToSend(the.ana, { ...request, ...sendWith('none', 3090) }))).toBe('409 FormSentBefore')
    expect(await codeOf(await askToSend(the.ana, { ...request, total: { amount: 1, currency: 'usd' } }))).toBe('409 FormSentBefore')
    expect((await list())[0]?.uses).toBe(1)
  })

  it('is refused if it is unknown, ended, over, in another currency or not ours, and nothing is stored', async () => {
    await create({ code: 'GONE' })
    await create({ code: 'LATE', endsAt: Date.now() - hour })
    await create({ code: 'EURO', percent: null, amountOff: 1000 })
    await rowsOf("UPDATE form_coupons SET currency = 'eur' WHERE code = 'EURO'")
    const gone = (await list()).find((one) => one.code === 'GONE')
    expect((await the.host.ask(at(`/coupons/${gone?.id}`), { method: 'DELETE' })).status).toBe(204)
    for (const typed of ['GONE', 'LATE', 'EURO', 'NONE', '=1+1', 'x'.repeat(40)]) {
      expect(await codeOf(await check(typed)), typed).toBe('409 CouponNotValid')
      expect(await codeOf(await askToSend(the.ana, sendWith(typed, 3090))), typed).toBe('409 CouponNotValid')
    }
    await create({ code: 'REAL', maxUses: 9 })
    // A code that was not entered in the form takes nothing off, and one that was entered counts even if the request does not name it.
    const unasked = sendWith('', 3090, { coupon: 'REAL' })
    expect(await codeOf(await askToSend(the.ana, unasked))).toBe('409 FormPriceChanged')
    expect(await codeOf(await askToSend(the.ana, { ...sendWith('REAL', 3090), coupon: undefined }))).toBe('409 CouponNotValid')
    expect(await rowsOf('SELECT 1 FROM submissions WHERE form_id = ?', its.form)).toEqual([])
  })

  it('can make it free, and counts for who has no account', async () => {
    await create({ code: 'GIFT', percent: 100, maxUses: 2 })
    const free = { answers: answersWith('gift'), coupon: 'gift', version: 2, total: null }
    expect((await sendForm(the.ana, free)).state).toBe('accepted')
    expect((await sendForm({ ask }, { ...free, email: 'guest@example.com' })).state).toBe('accepted')
    expect(await codeOf(await askToSend(the.bo, free))).toBe('409 CouponNotValid')
  })

  it('keeps its price when the answers are changed, and the lines of the price follow them', async () => {
    await create()
    const { id } = await sendForm(the.ana, sendWith('half', 3090))
    const change = (answers: object, revision: number) => the.ana.ask(ofSubmission(id), { method: 'PUT', json: { answers, revision } })
    expect((await change(answersWith('half', 'oother'), 1)).status).toBe(200)
    const { lines, total, bookingFee } = await readPayment(the.ana, id)
    expect([lines.map(({ label }) => label), total, bookingFee]).toEqual([['Shirt oother'], 3090, 90])
    expect(await codeOf(await change(answersWith('', 'oother'), 2))).toBe('409 SubmissionPriceFixed')
  })

  it('is made once for a code, for a published form that takes money, up to fifty', async () => {
    await create()
    expect(await codeOf(await create({ percent: 10 }))).toBe('409 CouponExists')
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
       INSERT INTO form_coupons (id, form_id, code, percent, currency, max_uses, created_at) SELECT 'c' || i, ?, 'CODE' || i, 10, 'usd', 1, 1 FROM n`,
      its.form,
    )
    expect(await codeOf(await create({ code: 'MORE' }))).toBe('409 TooManyCoupons')
    await makeForm({ limit: 1 })
    await publish({ ...fromTemplate('waiver'), title: 'Free' }, 2)
    expect(await codeOf(await create())).toBe('409 NothingForFormCoupons')
    expect(await codeOf(await create({ amountOff: 100 }))).toContain('400')
  })
})

describe('A coupon of a form that an organizer fills for somebody', () => {
  const waiver = { kind: 'waiver', id: 'fwaiver', label: 'Waiver', text: 'At my own risk.', isRequired: true }
  const seen = { amount: 3090, currency: 'usd' }
  let fills = 0
  const fill = (person: Person, typed: string, more: object = {}) => {
    fills += 1
    const json = { version: 3, answers: answersWith(typed), coupon: typed, total: seen, idempotencyKey: `fill-with-code-${fills}`, ...more }
    return the.host.ask(at(`/people/${person.id}/submissions`), { method: 'POST', json })
  }
  const filled = async (person: Person) => {
    const answer = await fill(person, 'half')
    expect([answer.status, answer.status === 201 ? '' : await answer.clone().text()]).toEqual([201, ''])
    return (await answer.json<{ id: string }>()).id
  }
  const addWaiver = (person: Person, id: string, answers: object = {}) =>
    person.ask(ofSubmission(id, '/missing'), { method: 'POST', json: { answers: { fwaiver: { name: 'Ana' }, ...answers }, revision: 1 } })
  const usesNow = async () => (await list())[0]?.uses

  beforeEach(async () => {
    await publish(
      {
        ...fromTemplate('waiver'),
        ...{ title: 'Spring league', rules: [], payment: { currency: 'usd', feeBy: 'player', later: [] } },
        pages: [{ id: 'pfirst', title: '', fields: [text, product, code, waiver] }],
      },
      3,
    )
    await rowsOf(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, value, 'member', 1 FROM json_each(?)",
      ...[its.team, JSON.stringify([the.ana.id, the.bo.id])],
    )
    await create()
  })

  it('is used from then on, and counts in what the person pays after signing', async () => {
    const id = await filled(the.ana)
    expect([await stateOf(id), await usesNow()]).toEqual(['asked', 1])
    expect(await codeOf(await fill(the.bo, 'half'))).toBe('409 CouponNotValid')
    // The person can neither take the code away nor use another.
    expect((await addWaiver(the.ana, id, { fcode: 'OTHER' })).status).toBe(204)
    expect(await readPayment(the.ana, id)).toMatchObject({ total: 3090, couponDiscount: 3000 })
    await payForm(the.ana, id, { amount: 3090 })
    expect([await stateOf(id), await usesNow()]).toEqual(['accepted', 1])
  })

  it('is not used up by the same request, if its answer was lost', async () => {
    const same = { idempotencyKey: 'fill-with-last-use' }
    const ids = [await fill(the.ana, 'half', same), await fill(the.ana, 'half', same)].map((answer) => answer.json<{ id: string }>())
    const [first, second] = await Promise.all(ids)
    expect([second, await usesNow()]).toEqual([first, 1])
    expect(await codeOf(await fill(the.bo, 'half', same))).toBe('409 FormSentBefore')
  })

  it('gives its use back when the person is declined or withdraws', async () => {
    const declining = { ids: [await filled(the.ana)], change: { do: 'decline' } }
    expect((await the.host.ask(at('/submissions'), { method: 'PATCH', json: declining })).status).toBe(200)
    expect(await usesNow()).toBe(0)
    const id = await filled(the.bo)
    expect(await usesNow()).toBe(1)
    await withdraw(the.bo, id)
    expect(await usesNow()).toBe(0)
  })

  it('goes to one of two who are filled in at the same time', async () => {
    const answers = await Promise.all([fill(the.ana, 'half'), fill(the.bo, 'half')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await codeOf(refused))).toBe('409 CouponNotValid')
  })

  it('is refused if it was not entered, is not ours, or the price is another', async () => {
    expect(await codeOf(await fill(the.ana, 'NONE'))).toBe('409 CouponNotValid')
    expect(await codeOf(await fill(the.ana, '', { coupon: 'half' }))).toBe('409 FormPriceChanged')
    expect(await codeOf(await fill(the.ana, 'half', { coupon: undefined }))).toBe('409 CouponNotValid')
    expect(await codeOf(await fill(the.ana, 'half', { total: { amount: 6180, currency: 'usd' } }))).toBe('409 FormPriceChanged')
    expect(await rowsOf('SELECT 1 FROM submissions WHERE form_id = ?', its.form)).toEqual([])
  })
})
