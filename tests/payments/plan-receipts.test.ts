import { env } from 'cloudflare:workers'
import { decodeBase64 } from 'hono/utils/encode'
import { describe, expect, it } from 'vitest'
import { day, hour } from '../../domain/time/spans.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { sendMailOf, textsOf } from '../orders/receipt-files.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buy, comeBack, deliver, pass, post, startWithTeam, stripe, subscribe, the, urlOf } from './plan-buyer.ts'

collectLog()
const { mail } = holdQueues()
startWithTeam()

const sendMails = async () =>
  sendOutbox(
    env,
    (await rowsOf('SELECT id FROM outbox')).map(({ id }) => String(id)),
  )

/** The receipts of this test that were mailed since the last look, as `to amount title`. */
async function receipts(): Promise<string[]> {
  await sendMails()
  return mail.splice(0).flatMap(({ body: { to, template } }) => {
    // The plans of the tests before go on.
    if (template.name !== 'plan-receipt' || !to.includes(`-${the.number}@`)) return []
    const { amount, title } = template.data
    return [`${to.split('@')[0]} ${amount} ${title}`]
  })
}
const toOwner = (text: string) => `${the.owner.id} ${text} for Club ${the.number}`
const trialIsOver = () => pass(14 * day + 2 * hour)

describe('A payment for a plan', () => {
  it('mails its receipt once as PDF, however often Stripe tells of it, and none for the free trial', async () => {
    await subscribe(the.owner, 'varsity-50')
    await deliver()
    expect(await receipts()).toEqual([])
    trialIsOver()
    await deliver((all) => [...all.toReversed(), ...all])
    await sendMails()
    const [sent, ...others] = await sendMailOf(mail, 'plan-receipt:')
    stripe.connect()
    expect(others).toEqual([])
    expect(sent?.subject).toBe(`Receipt: Varsity for Club ${the.number}`)
    const [invoice] = await rowsOf('SELECT number FROM plan_invoices WHERE owner_id = ? AND total > 0', the.team)
    const words = [`Varsity for Club ${the.number}`, 'Paid to', 'Gather', '$15.00 (USD)', String(invoice?.number)]
    for (const each of words) expect(sent?.text).toContain(each)
    const [file] = sent?.attachments ?? []
    expect(file?.type).toBe('application/pdf')
    expect(await textsOf(decodeBase64(file?.content ?? ''))).toEqual(expect.arrayContaining(words))
    await deliver()
    expect(await receipts()).toEqual([])
  })

  it('for the next month, and for a change in the middle of one, mails one too', async () => {
    await subscribe(the.owner, 'varsity-50')
    trialIsOver()
    await deliver()
    expect(await receipts()).toEqual([toOwner('1500 Varsity')])
    await buy(the.owner, 'pro-50', { type: 'CHANGE_TEAM_SUBSCRIPTION' })
    await deliver()
    const [{ total } = {}] = await rowsOf('SELECT total FROM plan_invoices WHERE owner_id = ? ORDER BY created_at DESC LIMIT 1', the.team)
    expect(await receipts()).toEqual([toOwner(`${total} Pro`)])
    pass(31 * day)
    await deliver()
    expect(await receipts()).toEqual([toOwner('3900 Pro')])
  })

  it('for Member Plus mails one, in the name of the site where it was bought', async () => {
    const item = { id: 'meh-users-member-plus', type: 'USER', teamId: null }
    const onMeh = { method: 'POST', origin: 'http://meh.localhost:5173', json: { items: [item] } }
    await comeBack(the.owner, stripe.pay(await urlOf(the.owner.ask('/api/payments/subscriptions', onMeh))))
    await deliver()
    await sendMails()
    expect(mail.filter(({ body }) => body.to.startsWith(the.owner.id)).map(({ body }) => body.platform)).toEqual(['meh'])
    expect(await receipts()).toEqual([`${the.owner.id} 3600 Member Plus`])
  })

  it('of more than a week ago mails none', async () => {
    await subscribe(the.owner, 'varsity-50')
    trialIsOver()
    pass(8 * day)
    await deliver()
    expect(await receipts()).toEqual([])
    expect(await rowsOf('SELECT status FROM plan_invoices WHERE owner_id = ? AND total > 0', the.team)).toEqual([{ status: 'paid' }])
  })

  it('that failed before mails its receipt to whoever pays it then', async () => {
    await subscribe(the.owner, 'varsity-50', 'failsLater')
    trialIsOver()
    await deliver()
    expect(await receipts()).toEqual([])
    const next = await enter(`next-${the.number}`)
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'treasurer', 1)", the.team, next.id)
    const url = await urlOf(post(next, '/subscriptions/card', { type: 'team', id: the.team }))
    await comeBack(next, stripe.pay(url))
    await deliver()
    expect(await receipts()).toEqual([`${next.id} 1500 Varsity for Club ${the.number}`])
    expect(await rowsOf('SELECT payer_id FROM plan_invoices WHERE owner_id = ? AND total > 0', the.team)).toEqual([{ payer_id: next.id }])
  })
})
