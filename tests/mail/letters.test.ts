import { describe, expect, it, vi } from 'vitest'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { consume, deliverAll, holdQueues } from '../notifications/post-office.ts'
import { asAdmin, ask, productOrigin } from '../setup/client.ts'

const office = holdQueues()

let people = 0
/** No two tests write to one address. */
const newAddress = () => `reader-${++people}@example.com`

const news = (heading: string): MailTemplateRequest => ({
  name: 'announcement',
  data: { username: 'Maya', heading, body: 'All four courts are back.\n\nBring a paddle.' },
})
const welcome: MailTemplateRequest = { name: 'welcome', data: { username: 'Maya' } }

/** As an operator does it: the mail is on its way once this is answered. */
async function send(to: string, template: MailTemplateRequest) {
  const answer = await ask('/api/admin/mail', { method: 'POST', headers: asAdmin, json: { to, template } })
  expect(answer.status).toBe(202)
}

async function sendAndDeliver(to: string, template: MailTemplateRequest) {
  await send(to, template)
  await deliverAll()
}

const subjects = () => office.sent.map(({ subject }) => subject)

/** The way out that stands at the end of the last mail. */
function leavePath(): string {
  const link = office.sent.at(-1)?.html.match(/href="([^"]+)"[^>]*>\s*Unsubscribe from News/)?.[1] ?? ''
  expect(link).toMatch(`${productOrigin}/mail/unsubscribe/`)
  return link.slice(productOrigin.length)
}

const open = async (path: string) => (await ask(path)).text()
const press = async (path: string) => (await ask(path, { method: 'POST', headers: { origin: productOrigin } })).text()

describe('A mail that an operator sends', () => {
  it('arrives once, as it was written, however often its job is delivered', async () => {
    const to = newAddress()
    await send(to, news('Courts at Northside are open again'))
    await vi.waitFor(() => expect(office.mail).toHaveLength(1))
    const jobs = office.mail.splice(0)
    await consume('mail', jobs)
    await consume('mail', jobs)
    expect(office.sent).toHaveLength(1)
    expect(office.sent[0]).toMatchObject({ to, subject: 'Courts at Northside are open again' })
    expect(office.sent[0]?.html).toContain('Hi <bdi>Maya</bdi>,')
    expect(office.sent[0]?.html).toContain('Open Gather')
    expect(office.sent[0]?.text).toContain('All four courts are back.\n\nBring a paddle.')
    expect(office.sent[0]?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  it('and that the provider refuses for a moment arrives a little later, once', async () => {
    await send(newAddress(), news('Late but here'))
    await vi.waitFor(() => expect(office.mail).toHaveLength(1))
    const jobs = office.mail.splice(0)
    const provider = globalThis.fetch
    vi.stubGlobal('fetch', async () => Response.json({ name: 'made_to_fail' }, { status: 503 }))
    expect((await consume('mail', jobs)).retryMessages).toEqual([{ msgId: 'message-0' }])
    vi.stubGlobal('fetch', provider)
    expect((await consume('mail', jobs)).explicitAcks).toEqual(['message-0'])
    expect(subjects()).toEqual(['Late but here'])
  })
})

describe('The way out of a mail', () => {
  it('changes nothing when it is opened; its button does, for that topic alone, and can be undone', async () => {
    const to = newAddress()
    await sendAndDeliver(to, news('First'))
    const leave = leavePath()
    for (const page of [await open(leave), await open(leave)]) {
      expect(page).toContain('Stop News emails?')
      expect(page).toContain(to)
    }
    await sendAndDeliver(to, news('Second'))

    expect(await press(leave)).toContain('You are unsubscribed.')
    await sendAndDeliver(to, news('Not wanted'))
    await sendAndDeliver(to, welcome)
    expect(subjects()).toEqual(['First', 'Second', 'Welcome to Gather, Maya'])

    expect(await press(leave.replace('unsubscribe', 'resubscribe'))).toContain('News emails are on again.')
    await sendAndDeliver(to, news('Third'))
    expect(subjects()).toEqual(['First', 'Second', 'Welcome to Gather, Maya', 'Third'])
  })

  it('is one click where the mailbox has a button of its own, and the link in the mail says so', async () => {
    const to = newAddress()
    await sendAndDeliver(to, news('First'))
    const leave = leavePath()
    const oneClick = office.sent[0]?.headers['List-Unsubscribe']?.match(/^<(.+)>$/)?.[1] ?? ''
    const answer = await ask(oneClick.slice(productOrigin.length), {
      method: 'POST',
      body: new URLSearchParams('List-Unsubscribe=One-Click'),
    })
    expect(answer.status).toBe(200)
    expect(await open(leave)).toContain('You are unsubscribed.')
    await sendAndDeliver(to, news('Second'))
    expect(subjects()).toEqual(['First'])
  })
})
