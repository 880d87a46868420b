import { describe, expect, it, vi } from 'vitest'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { asAdmin, ask, productOrigin } from '../setup/client.ts'

const queues = holdQueues()

let people = 0
/** Returns a new address, so that each test writes to its own. */
const newAddress = () => `reader-${++people}@example.com`

const news = (heading: string): MailTemplateRequest => ({
  name: 'announcement',
  data: { username: 'Maya', heading, body: 'All four courts are back.\n\nBring a paddle.' },
})
const welcome: MailTemplateRequest = { name: 'welcome', data: { username: 'Maya' } }

/** Sends a mail as an operator. When this is answered, the mail is in the outbox. */
async function send(to: string, template: MailTemplateRequest) {
  const answer = await ask('/api/admin/mail', { method: 'POST', headers: asAdmin, json: { to, template } })
  expect(answer.status).toBe(202)
}

async function sendAndDeliver(to: string, template: MailTemplateRequest) {
  await send(to, template)
  await deliverAll()
}

const subjects = () => queues.sent.map(({ subject }) => subject)

/** Reads the path of the unsubscribe link at the end of the last mail. */
function readUnsubscribePath(): string {
  const link = queues.sent.at(-1)?.html.match(/href="([^"]+)"[^>]*>\s*Unsubscribe from News/)?.[1] ?? ''
  expect(link).toMatch(`${productOrigin}/mail/unsubscribe/`)
  return link.slice(productOrigin.length)
}

const open = async (path: string) => (await ask(path)).text()
const press = async (path: string) => (await ask(path, { method: 'POST', headers: { origin: productOrigin } })).text()

describe('A mail that an operator sends', () => {
  it('arrives once and complete, however often its job is delivered', async () => {
    const to = newAddress()
    await send(to, news('Courts at Northside are open again'))
    await vi.waitFor(() => expect(queues.mail).toHaveLength(1))
    const jobs = queues.mail.splice(0)
    await consume('mail', jobs)
    await consume('mail', jobs)
    expect(queues.sent).toHaveLength(1)
    expect(queues.sent[0]).toMatchObject({ to, subject: 'Courts at Northside are open again' })
    expect(queues.sent[0]?.html).toContain('Hi <bdi>Maya</bdi>,')
    expect(queues.sent[0]?.html).toContain('Open Gather')
    expect(queues.sent[0]?.text).toContain('All four courts are back.\n\nBring a paddle.')
    expect(queues.sent[0]?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  it('arrives once, a little later, if the provider refuses it at first', async () => {
    await send(newAddress(), news('Late but here'))
    await vi.waitFor(() => expect(queues.mail).toHaveLength(1))
    const jobs = queues.mail.splice(0)
    const provider = globalThis.fetch
    vi.stubGlobal('fetch', async () => Response.json({ name: 'made_to_fail' }, { status: 503 }))
    expect((await consume('mail', jobs)).retryMessages).toEqual([{ msgId: 'message-0' }])
    vi.stubGlobal('fetch', provider)
    expect((await consume('mail', jobs)).explicitAcks).toEqual(['message-0'])
    expect(subjects()).toEqual(['Late but here'])
  })
})

describe('The unsubscribe link of a mail', () => {
  it('opens a page whose button unsubscribes from this topic only, and can be undone', async () => {
    const to = newAddress()
    await sendAndDeliver(to, news('First'))
    const unsubscribePath = readUnsubscribePath()
    for (const page of [await open(unsubscribePath), await open(unsubscribePath)]) {
      expect(page).toContain('Stop News emails?')
      expect(page).toContain(to)
    }
    await sendAndDeliver(to, news('Second'))

    expect(await press(unsubscribePath)).toContain('You are unsubscribed.')
    await sendAndDeliver(to, news('Not wanted'))
    await sendAndDeliver(to, welcome)
    expect(subjects()).toEqual(['First', 'Second', 'Welcome to Gather, Maya'])

    expect(await press(unsubscribePath.replace('unsubscribe', 'resubscribe'))).toContain('News emails are on again.')
    await sendAndDeliver(to, news('Third'))
    expect(subjects()).toEqual(['First', 'Second', 'Welcome to Gather, Maya', 'Third'])
  })

  it('shows that the person is unsubscribed after they used the button of their mail program', async () => {
    const to = newAddress()
    await sendAndDeliver(to, news('First'))
    const unsubscribePath = readUnsubscribePath()
    const oneClick = queues.sent[0]?.headers['List-Unsubscribe']?.match(/^<(.+)>$/)?.[1] ?? ''
    const answer = await ask(oneClick.slice(productOrigin.length), {
      method: 'POST',
      body: new URLSearchParams('List-Unsubscribe=One-Click'),
    })
    expect(answer.status).toBe(200)
    expect(await open(unsubscribePath)).toContain('You are unsubscribed.')
    await sendAndDeliver(to, news('Second'))
    expect(subjects()).toEqual(['First'])
  })
})
