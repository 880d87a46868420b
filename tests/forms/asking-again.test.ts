import { describe, expect, it, vi } from 'vitest'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { FilledForPerson } from '../../domain/forms/team-add-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { deliverAll, deliverNotices, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { pass, startWithHost, the, titlesOf, work } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent } from '../setup/form-examples.ts'
import { its, makeForm, sendForm, startWithForm } from './paid-form.ts'
import { idOf, publishForm } from './try-out.ts'

const queues = startWithHost()
startWithForm()

const guest = { ask } as Pick<Person, 'ask'>
const address = 'robin@local.test'
const newsTo = (to: string) =>
  queues.mail.flatMap(({ body: { template, ...body } }) => (template.name === 'form-news' && body.to === to ? [template.data] : []))
const change = async (formId: string, ids: string[], what: object): Promise<string[]> => {
  const answer = await the.host.ask(`/api/forms/${formId}/submissions`, { method: 'PATCH', json: { ids, change: what } })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json<{ ids: string[] }>()).ids
}
const remind = (formId: string, id: string) => change(formId, [id], { do: 'remind' })
/** What the link in an email opens, for whoever has no account. */
const open = (path: string | null | undefined) => ask(`/api/forms/${path?.replace('/form/', '').replace('/', '/submissions/')}`)
const later = async (time: number) => {
  vi.setSystemTime(Date.now() + time)
  the.host = await enter(the.host.id)
}

const waiverForm = makeContent({
  pages: [
    {
      fields: [
        { id: 'fname', kind: 'shortText', label: 'Name', isRequired: true },
        { id: 'fwaiver', kind: 'waiver', label: 'Waiver', isRequired: true, text: 'At my own risk.' },
      ],
    },
  ],
})

describe('A form that an organizer filled for somebody', () => {
  const fillFor = async (formId: string, personId: string) => {
    const json = { version: 1, answers: { fname: 'Robin' }, total: null, idempotencyKey: `ask-again-${personId}` }
    const answer = await the.host.ask(`/api/forms/${formId}/people/${personId}/submissions`, { method: 'POST', json })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json<FilledForPerson>()).id
  }

  it('can be asked for again with a new link, and the first one still works', async () => {
    const formId = await publishForm(the.host, its.team, waiverForm)
    const robin = await idOf(
      await the.host.ask(`/api/teams/${its.team}/guests`, { method: 'POST', json: { name: 'Robin', email: address } }),
    )
    const id = await fillFor(formId, robin)
    expect(await remind(formId, id)).toEqual([id])
    expect(await remind(formId, id)).toEqual([])
    await later(6 * hour + 1)
    expect(await remind(formId, id)).toEqual([id])
    await waitForEmptyOutbox()
    const mails = newsTo(address)
    expect(mails.map(({ news, due }) => [news, due])).toEqual([
      ['missing', null],
      ['missing', null],
      ['missing', null],
    ])
    expect(new Set(mails.map(({ path }) => path)).size).toBe(3)
    for (const { path } of mails) expect(await (await open(path)).json<Submission>()).toMatchObject({ id, isMine: true })
    expect((await open(mails[0]?.path?.replace(/.$/, '!'))).status).toBe(404)
    const key = /\?key=([\w-]+)/.exec(mails[2]?.path ?? '')?.[1]
    const json = { answers: { fwaiver: { name: 'Robin' } }, revision: 1, key }
    expect((await ask(`/api/forms/${formId}/submissions/${id}/missing`, { method: 'POST', json })).status).toBe(204)
    // Nothing is missing now.
    await later(day)
    expect(await remind(formId, id)).toEqual([])
    await deliverAll()
  })

  it('can be asked for again by a notice', async () => {
    const formId = await publishForm(the.host, its.team, waiverForm)
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'member', 1)", its.team, the.ana.id)
    const id = await fillFor(formId, the.ana.id)
    await remind(formId, id)
    await deliverNotices()
    expect((await titlesOf(the.ana))[0]).toContain('Something is still missing: ')
  })
})

describe('Emails to who has no account', () => {
  it('bring a working link, what there is to pay and by when', async () => {
    const on = new Date(Date.now() + 20 * day).toISOString().slice(0, 10)
    await makeForm({ limit: 5, later: [{ on, percent: 50 }] })
    const { id, key } = await sendForm(guest, { email: address })
    await deliverNotices()
    await change(its.form, [id], { do: 'remind' })
    await change(its.form, [id], { do: 'message', text: 'Bring water.', idempotencyKey: 'bring-water' })
    // As if the first part were paid.
    await rowsOf("UPDATE submissions SET state = 'accepted', pay_until = NULL WHERE id = ?", id)
    await rowsOf("UPDATE submission_parts SET payment_id = 'paid' WHERE submission_id = ? AND number = 0", id)
    await pass(18 * day)
    await waitForEmptyOutbox()
    const mails = newsTo(address)
    expect(mails.map(({ news, due }) => [news, due])).toEqual([
      ['paying', null],
      ['reminder', { amount: 6000, currency: 'usd', on: null }],
      ['message', null],
      ['partDue', { amount: 3000, currency: 'usd', on }],
    ])
    for (const { path } of mails) expect((await open(path)).status).toBe(200)
    expect(mails[0]?.path).toContain(`?key=${key}`)
    await work()
  })
})
