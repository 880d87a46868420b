import { beforeEach, expect } from 'vitest'
import type { SentForm } from '../../domain/forms/fill-contract.ts'
import type { SubmissionPayment } from '../../domain/forms/payment-contract.ts'
import { firstSettings } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { comeBack, payOn, the } from '../orders/paid-game.ts'
import { type Person, rowsOf } from '../profiles/people.ts'

/** The community of a test and its form: a ticket for 60 dollars, of which there are two, and others wait for more. */
export const its = { team: '', form: '' }

type Making = {
  limit?: number
  hasWaitlist?: boolean
  later?: { on: string; percent: number }[]
  settings?: object
  /** The season for which a ticket counts. */
  refId?: string
  hasCoupon?: boolean
  maxQuantity?: number
  /** Whether it asks for children who play in the season too. */
  hasChildren?: boolean
}

const ticket = (more: object, maxQuantity: number) => ({
  ...{ kind: 'product', id: 'ftickets', label: 'Ticket', hint: '', isRequired: true, maxQuantity },
  options: [{ id: 'oplayer', label: 'Player', amount: 6000, ...more }],
})
const coupon = { kind: 'coupon', id: 'fcode', label: 'Code' }
const children = (refId: string | undefined) => ({
  ...{ kind: 'group', id: 'fkids', label: 'Children', hint: '', isRequired: false, rowLabel: 'Child', minRows: 0, maxRows: 8 },
  fields: [
    { kind: 'shortText', id: 'fkid', label: 'Name', hint: '', isRequired: false },
    {
      ...{ kind: 'choice', style: 'list', id: 'fplays', label: 'Plays', hint: '', isRequired: false },
      options: [{ id: 'oplays', label: 'Yes', limit: null, hasWaitlist: false, pictureId: null, refId }],
    },
  ],
})

const contentOf = ({
  limit = 2,
  hasWaitlist = true,
  later = [],
  refId,
  hasCoupon = false,
  maxQuantity = 1,
  hasChildren = false,
}: Making) => ({
  ...fromTemplate('waiver'),
  title: 'Spring league',
  pages: [
    {
      id: 'pfirst',
      title: '',
      fields: [
        { kind: 'shortText', id: 'fname', label: 'Name', hint: '', isRequired: false },
        ticket({ limit, hasWaitlist, refId }, maxQuantity),
        ...(hasCoupon ? [coupon] : []),
        ...(hasChildren ? [children(refId)] : []),
      ],
    },
  ],
  rules: [],
  payment: { currency: 'usd', feeBy: 'host', later },
})

const idOf = async (answer: Response) => (await answer.json<{ id: string }>()).id
export const at = (end = '') => `/api/forms/${its.form}${end}`

/** Makes the form of a test, and publishes it. */
export async function makeForm(making: Making = {}): Promise<void> {
  const from = { kind: 'template', template: 'waiver' }
  its.form = await idOf(await the.host.ask(`/api/teams/${its.team}/forms`, { method: 'POST', json: { from } }))
  const saved = await the.host.ask(at('/draft'), { method: 'PUT', json: { content: contentOf(making), version: 1 } })
  expect([saved.status, saved.status === 200 ? '' : await saved.clone().text()]).toEqual([200, ''])
  const settings = { ...firstSettings('America/New_York'), changesUntil: Date.now() + 10 ** 11, ...making.settings, version: 1 }
  expect((await the.host.ask(at('/settings'), { method: 'PUT', json: settings })).status).toBe(204)
  const published = await the.host.ask(at('/versions'), { method: 'POST', json: { version: 2 } })
  expect([published.status, published.status === 204 ? '' : await published.clone().text()]).toEqual([204, ''])
}

/** The host has a community with a plan and a form. Call it once in a file, after `startWithHost`. */
export function startWithForm(): void {
  beforeEach(async () => {
    const json = { name: 'Club', people: [the.host.id] }
    its.team = await idOf(await the.host.ask('/api/_local/teams', { method: 'PUT', json }))
    await rowsOf("UPDATE teams SET plan = 'VARSITY' WHERE id = ?", its.team)
    await makeForm()
  })
}

let sends = 0
const answers = { fname: 'Ana', ftickets: [{ option: 'oplayer', quantity: 1 }] }

export const askToSend = (person: Pick<Person, 'ask'>, more: object = {}) => {
  sends += 1
  const total = { amount: 6000, currency: 'usd' }
  const json = { version: 1, answers, acceptsWaiting: true, total, idempotencyKey: `send-form-${sends}`, ...more }
  return person.ask(at('/submissions'), { method: 'POST', json })
}

/** Sends the form, and returns what was stored. */
export async function sendForm(person: Pick<Person, 'ask'>, more: object = {}): Promise<SentForm> {
  const answer = await askToSend(person, more)
  expect([answer.status, answer.status === 201 ? '' : await answer.clone().text()]).toEqual([201, ''])
  return answer.json<SentForm>()
}

export const ofSubmission = (id: string, end = '') => at(`/submissions/${id}${end}`)

export const askToPayForm = (person: Pick<Person, 'ask'>, id: string, more: object = {}) =>
  person.ask(ofSubmission(id, '/pay'), { method: 'POST', json: { parts: [0], amount: 6000, ...more } })

export async function pageOf(person: Pick<Person, 'ask'>, id: string, more: object = {}): Promise<string> {
  const answer = await askToPayForm(person, id, more)
  expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, ''])
  return (await answer.json<{ url: string }>()).url
}

export const payForm = async (person: Person, id: string, more: object = {}) => comeBack(person, payOn(await pageOf(person, id, more)))

export const readPayment = async (person: Pick<Person, 'ask'>, id: string, key = '') =>
  (await person.ask(ofSubmission(id, `/payment${key && `?key=${key}`}`))).json<SubmissionPayment>()

export const stateOf = async (id: string) => (await rowsOf('SELECT state FROM submissions WHERE id = ?', id))[0]?.state
export const takenOf = async () => Number((await rowsOf('SELECT taken FROM form_option_counts WHERE form_id = ?', its.form))[0]?.taken ?? 0)

export async function withdraw(person: Person, id: string): Promise<void> {
  expect((await person.ask(ofSubmission(id), { method: 'DELETE' })).status).toBe(204)
}

export async function giveBack(id: string, amount: number, idempotencyKey = 'the-same-key') {
  const [payment] = (await readPayment(the.host, id)).payments
  return the.host.ask(ofSubmission(id, `/payments/${payment?.id}/refunds`), { method: 'POST', json: { amount, idempotencyKey } })
}

export const isMember = async (person: Person) =>
  (await rowsOf('SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ?', its.team, person.id)).length > 0
