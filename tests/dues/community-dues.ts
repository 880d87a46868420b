import { beforeEach, expect } from 'vitest'
import type { DueFilter, DuePaymentPage, TeamDues } from '../../domain/dues/contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { comeBack, payOn, the } from '../orders/paid-game.ts'
import { type Person, rowsOf } from '../profiles/people.ts'

/** The community of a test and its dues. */
export const its = { team: '', dues: '' }

/** A day that is so many days from now. */
export const dayIn = (days: number) => dateText(Math.floor(Date.now() / day) + days)

export const form = (more: object = {}) => ({
  ...{ title: 'Season fee', note: 'For the courts.', amount: 4000, currency: 'usd', dueOn: dayIn(20) },
  ...more,
})
const path = (end = '') => `/api/teams/${its.team}/dues${end}`
export const atDues = (end = '') => path(`/${its.dues}${end}`)

export const askFor = (more: object = {}, person = the.host) => person.ask(path(), { method: 'POST', json: form(more) })
const idOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { id: string }).id

/** The host has a community with two members and dues of 40 dollars. Call it once in a file, after `startWithHost`. */
export function startWithDues(): void {
  beforeEach(async () => {
    const json = { name: 'Club', people: [the.host.id, the.ana.id, the.bo.id] }
    its.team = await idOf(the.host.ask('/api/_local/teams', { method: 'PUT', json }))
    await rowsOf("UPDATE teams SET plan = 'VARSITY' WHERE id = ?", its.team)
    its.dues = await idOf(askFor())
  })
}

export const askToPayDues = (person: Person, amount = 4000) =>
  person.ask(atDues('/pay'), { method: 'POST', json: { amount, currency: 'usd' } })

export async function pageOf(person: Person, amount = 4000): Promise<string> {
  const answer = await askToPayDues(person, amount)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { url: string }).url
}
export const payDuesOf = async (person: Person) => comeBack(person, payOn(await pageOf(person)))

export const note = (person: Person, method: 'cash' | 'waived') =>
  the.host.ask(atDues(`/members/${person.id}`), { method: 'POST', json: { method } })
export const undo = (person: Person) => the.host.ask(atDues(`/members/${person.id}`), { method: 'DELETE' })

export const read = async (show?: DueFilter, person = the.host) =>
  (await (await person.ask(atDues(`/payments${show ? `?show=${show}` : ''}`))).json()) as DuePaymentPage
export const list = async (person: Person) => (await (await person.ask(path())).json()) as TeamDues
export const standingOf = async (person: Person) => (await list(person)).dues.find(({ id }) => id === its.dues)?.standing

export async function giveBack(person: Person, amount: number, idempotencyKey = 'the-same-key') {
  const payment = (await read()).people.find((each) => each.person?.id === person.id)?.payment
  return the.host.ask(atDues(`/payments/${payment?.id}/refunds`), { method: 'POST', json: { amount, idempotencyKey } })
}
