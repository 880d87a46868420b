import { expect, it } from 'vitest'
import type { PaymentHistory } from '../../domain/payments/history-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { buySeat, codeOf, publishPaid, startWithHost, the } from '../orders/paid-game.ts'
import { type Person, rowsOf } from '../profiles/people.ts'

startWithHost()

const historyOf = async (person: Person, search = '') =>
  (await (await person.ask(`/api/payments/history${search}`)).json()) as PaymentHistory
const shown = ({ payments }: PaymentHistory) => payments.map(({ kind, payment }) => `${kind} ${payment.amount}`)

/** Ana has paid for something of each kind, a day after each other, and the host for dues. */
async function payForEverything(): Promise<void> {
  await buySeat(the.ana, await publishPaid())
  const at = (days: number) => Date.now() - days * day
  const insert = (statement: string, ...values: (string | number)[]) => rowsOf(`INSERT OR REPLACE INTO ${statement}`, ...values)
  const { id } = the.ana
  await insert(
    "teams (id, name, description, creator_id, plan, created_at, updated_at) VALUES ('club', 'Club', '', ?, 'VARSITY', 1, 1)",
    the.host.id,
  )
  await insert(
    "dues (id, team_id, title, note, amount, currency, due_on, created_at) VALUES ('fee', 'club', 'Fee', '', 200, 'usd', '2100-01-01', 1)",
  )
  for (const [number, person] of [
    ['due-ana', id],
    ['due-host', the.host.id],
  ] as const)
    await insert(
      "due_payments (id, due_id, user_id, method, state, amount, currency, paid_at, created_at) VALUES (?1, 'fee', ?2, 'cash', 'paid', 200, 'usd', ?3, ?3)",
      ...[number, person, at(1)],
    )
  await insert(
    "submission_payments (id, submission_id, form_id, team_id, title, user_id, parts, method, state, amount, currency, paid_at, created_at) VALUES ('form-ana', 's', 'f', 'club', 'Form', ?1, '[]', 'card', 'paid', 300, 'usd', ?2, ?2)",
    ...[id, at(2)],
  )
  await insert(
    "submission_refunds (id, submission_payment_id, amount, reason, state, stripe_id, created_at) VALUES ('form-back', 'form-ana', 100, 'manager', 'sent', 're_1', 1)",
  )
  await insert(
    "memberships (id, team_id, type, name, description, amount, currency, every, created_at) VALUES ('pass', 'club', 'DROPIN_PICKUP', 'Pass', '', 400, 'usd', 'month', 1)",
  )
  await insert(
    "membership_subscriptions (id, membership_id, team_id, type, member_id, platform, account_id, customer_id, status, created_at, read_at) VALUES ('sub-ana', 'pass', 'club', 'DROPIN_PICKUP', ?, 'gth', 'acct_1', 'cus_1', 'canceled', 1, 1)",
    id,
  )
  for (let month = 0; month < 25; month += 1)
    await insert(
      "membership_payments (id, subscription_id, member_id, amount, currency, period_start, period_end, paid_at, refunded) VALUES (?1, 'sub-ana', ?2, 400, 'usd', ?3, ?3, ?3, 100)",
      ...[`in_pass_${month}`, id, at(4 + 30 * month)],
    )
  for (const [number, status, total] of [
    ['in_plan', 'paid', 500],
    ['in_trial', 'paid', 0],
    ['in_open', 'open', 600],
  ] as const)
    await insert(
      "plan_invoices (id, subscription_id, owner_kind, owner_id, payer_id, text, status, total, currency, created_at, read_at) VALUES (?1, 'sub', 'user', ?2, ?2, 'Member Plus', ?3, ?4, 'usd', ?5, 1)",
      ...[number, id, status, total, at(3)],
    )
}

it('What a person has paid is one list by date, by page and by kind', async () => {
  await payForEverything()
  const first = await historyOf(the.ana)
  expect(shown(first).slice(0, 5)).toEqual(['game 1500', 'dues 200', 'form 300', 'plan 500', 'membership 400'])
  expect(first.payments).toHaveLength(20)
  expect(first.payments[2]).toMatchObject({ payment: { refunds: [{ amount: 100, state: 'sent' }] } })
  expect(first.payments[4]).toMatchObject({ payment: { id: 'in_pass_0', name: 'Pass', team: { name: 'Club' }, refunded: 100 } })
  const second = await historyOf(the.ana, `?cursor=${first.next}`)
  const all = [...first.payments, ...second.payments].map(({ payment }) => payment.id)
  expect([all.length, new Set(all).size, second.next]).toEqual([29, 29, null])
  expect(shown(await historyOf(the.ana, '?kind=plan'))).toEqual(['plan 500'])
  expect(shown(await historyOf(the.ana, '?kind=form'))).toEqual(['form 300'])
  expect(await historyOf(the.bo)).toEqual({ payments: [], next: null })
  expect(shown(await historyOf(the.host))).toEqual(['dues 200'])
  expect(await codeOf(the.ana.ask('/api/payments/history?cursor=invented'))).toBe('400 UnknownCursor')
})
