import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseMailProvider, type OutgoingMail } from '../../worker/mail/providers.ts'
import { JobError } from '../../worker/platform/job-error.ts'
import type { Settings } from '../../worker/platform/settings.ts'

const mail: OutgoingMail = {
  to: 'maya@example.com',
  from: 'Gather <hello@gather.test>',
  subject: 'Welcome',
  html: '<p>Hi</p>',
  text: 'Hi',
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: [],
  idempotencyKey: 'job-1',
}

const receipt = { name: 'receipt-1.pdf', type: 'application/pdf', content: 'JVBERg==' }

const settings = (provider: Settings['mail']['provider']): Settings['mail'] => ({
  provider,
  from: mail.from,
  sandboxUrl: 'http://sandbox.test',
  resendUrl: 'https://resend.test',
  resendApiKey: 're_secret',
})

/** Replaces the network. It returns these answers in order, and records the requests. */
function answerWith(...answers: (() => Response)[]) {
  const requests: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    if (!answer) throw new TypeError('no network')
    return answer()
  })
  return requests
}

const failureOf = async (sending: Promise<void>): Promise<JobError> => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(JobError)
  return error as JobError
}

afterEach(() => vi.unstubAllGlobals())

describe('Resend', () => {
  const resend = () => chooseMailProvider(settings('resend'), {})

  test('gets the mail, the API key and the id of the job', async () => {
    const requests = answerWith(() => Response.json({ id: 'x' }))
    await resend().send(mail)
    expect(requests[0]?.url).toBe('https://resend.test/emails')
    expect(requests[0]?.init.headers).toMatchObject({ authorization: 'Bearer re_secret', 'idempotency-key': 'job-1' })
    expect(JSON.parse(String(requests[0]?.init.body))).toEqual({
      from: mail.from,
      to: [mail.to],
      subject: 'Welcome',
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
    })
  })

  test('gets the files of a mail', async () => {
    const requests = answerWith(() => Response.json({ id: 'x' }))
    await resend().send({ ...mail, attachments: [receipt] })
    expect(JSON.parse(String(requests[0]?.init.body))).toMatchObject({
      attachments: [{ filename: 'receipt-1.pdf', content: 'JVBERg==', content_type: 'application/pdf' }],
    })
  })

  test.each([
    [429, 'rate_limit_exceeded', false],
    [500, 'application_error', false],
    [503, undefined, false],
    [408, undefined, false],
    [409, 'concurrent_idempotent_requests', false],
    [409, 'invalid_idempotent_request', true],
    [401, 'missing_api_key', true],
    [422, 'validation_error', true],
  ])('%i %s: permanent is %s', async (status, name, permanent) => {
    answerWith(() => Response.json({ name, message: 'maya@example.com is no good' }, { status, headers: { 'retry-after': '7' } }))
    const error = await failureOf(resend().send(mail))
    expect(error.permanent).toBe(permanent)
    expect(error.message).toContain(String(status))
    expect(error.retryAfterSeconds).toBe(7)
    // The message of the provider contains the address, which must not be logged.
    expect(error.message).not.toContain('maya')
  })

  test('can be retried after an error page and after a network failure', async () => {
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await failureOf(resend().send(mail))).toMatchObject({ permanent: false, message: 'Resend refused the mail: 502' })
    answerWith()
    expect(await failureOf(resend().send(mail))).toMatchObject({ permanent: false, message: 'Resend could not be reached' })
  })
})

describe('the sandbox', () => {
  test('gets the mail with its headers', async () => {
    const requests = answerWith(() => Response.json({ id: 'x' }, { status: 201 }))
    await chooseMailProvider(settings('sandbox'), {}).send(mail)
    expect(requests[0]?.url).toBe('http://sandbox.test/mailbox/messages')
    expect(requests[0]?.init.headers).toMatchObject({ 'idempotency-key': 'job-1' })
    const { idempotencyKey: _, ...sent } = mail
    expect(JSON.parse(String(requests[0]?.init.body))).toEqual(sent)
  })
})

describe('Cloudflare', () => {
  const cloudflare = (send: (message: unknown) => Promise<EmailSendResult>) =>
    chooseMailProvider(settings('cloudflare'), { EMAIL: { send } as SendEmail })

  test('gets the sender as name and address', async () => {
    const send = vi.fn(async () => ({ messageId: 'x' }))
    await cloudflare(send).send(mail)
    expect(send).toHaveBeenCalledExactlyOnceWith({
      to: mail.to,
      from: { name: 'Gather', email: 'hello@gather.test' },
      subject: 'Welcome',
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
    })
  })

  test('gets the files of a mail', async () => {
    const send = vi.fn(async () => ({ messageId: 'x' }))
    await cloudflare(send).send({ ...mail, attachments: [receipt] })
    const file = { disposition: 'attachment', filename: 'receipt-1.pdf', type: 'application/pdf', content: 'JVBERg==' }
    expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attachments: [file] }))
  })

  test.each([
    ['E_RATE_LIMIT_EXCEEDED', false],
    ['E_INTERNAL_SERVER_ERROR', false],
    ['E_DELIVERY_FAILED', false],
    ['E_RECIPIENT_SUPPRESSED', true],
    ['E_SENDER_NOT_VERIFIED', true],
  ])('%s: permanent is %s', async (code, permanent) => {
    const failing = cloudflare(async () => {
      throw Object.assign(new Error('maya@example.com'), { code })
    })
    const error = await failureOf(failing.send(mail))
    expect(error.permanent).toBe(permanent)
    expect(error.message).toBe(`Cloudflare refused the mail: ${code}`)
  })

  test('fails with a clear message if the binding is missing', () => {
    expect(() => chooseMailProvider(settings('cloudflare'), {})).toThrow('EMAIL is missing')
  })
})

test.each([
  ['to', { to: 'maya@example.com\r\nBcc: all@example.com' }],
  ['from', { from: 'Gather\n <hello@gather.test>' }],
  ['subject', { subject: 'Hi\r\nBcc: all@example.com' }],
  ['X-A', { headers: { 'X-A': 'b\nBcc: all@example.com' } }],
  ['a header', { headers: { 'X-A: b\r\nBcc': 'all@example.com' } }],
])('a mail with a line break in %s is never sent', async (name, broken) => {
  const requests = answerWith(() => Response.json({}))
  for (const provider of ['resend', 'sandbox'] as const) {
    const error = await failureOf(chooseMailProvider(settings(provider), {}).send({ ...mail, ...broken }))
    expect(error).toMatchObject({ permanent: true, message: `${name} has a line break` })
  }
  expect(requests).toEqual([])
})
