import { splitSender } from '../../domain/mail/rules.ts'
import { isOneLine } from '../../domain/texts.ts'
import type { Env } from '../env.ts'
import { JobError } from '../platform/job-error.ts'
import type { Settings } from '../platform/settings.ts'

/** A file of a few kilobytes. The content is base64. */
export type MailAttachment = { name: string; type: string; content: string }

export type OutgoingMail = {
  to: string
  /** `Name <address>` */
  from: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  attachments: readonly MailAttachment[]
  /** The id of the job. A provider that has already seen it does not send the email again. */
  idempotencyKey: string
}

export interface MailProvider {
  send(mail: OutgoingMail): Promise<void>
}

export type MailBindings = Pick<Env, 'EMAIL'>

/** Returns the provider that the settings name. Every email passes the check for line breaks first. */
export function chooseMailProvider(settings: Settings['mail'], env: MailBindings): MailProvider {
  const provider = createProvider(settings, env)
  return {
    async send(mail) {
      refuseHeaderInjection(mail)
      await provider.send(mail)
    },
  }
}

function createProvider(settings: Settings['mail'], env: MailBindings): MailProvider {
  switch (settings.provider) {
    case 'sandbox':
      return sandboxProvider(requireValue(settings.sandboxUrl, 'SANDBOX_URL'))
    case 'resend':
      return resendProvider(requireValue(settings.resendUrl, 'RESEND_URL'), requireValue(settings.resendApiKey, 'RESEND_API_KEY'))
    case 'cloudflare':
      return cloudflareProvider(requireValue(env.EMAIL, 'EMAIL'))
  }
}

/** The error is retryable: once an operator adds the missing setting, the waiting emails are sent. */
function requireValue<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new JobError(`${name} is missing`, { permanent: false })
  return value
}

/** A line break in a header would let a name add recipients or a second body. */
function refuseHeaderInjection({ to, from, subject, headers }: OutgoingMail) {
  const lines = { to, from, subject, ...headers }
  for (const [name, value] of Object.entries(lines)) {
    if (!isOneLine(name) || !isOneLine(value))
      throw new JobError(`${isOneLine(name) ? name : 'a header'} has a line break`, { permanent: true })
  }
}

/** Errors that a retry does not fix. Other errors, such as rate limits, may go away with time. */
const permanentCloudflareErrors = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_TOO_MANY_RECIPIENTS',
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
  'E_HEADER_NOT_ALLOWED',
  'E_HEADER_USE_API_FIELD',
  'E_HEADER_VALUE_INVALID',
  'E_HEADER_VALUE_TOO_LONG',
  'E_HEADER_NAME_INVALID',
  'E_HEADERS_TOO_LARGE',
  'E_HEADERS_TOO_MANY',
])

/** The binding has no idempotency key. Only our record of the job keeps a second delivery from sending a second email. */
function cloudflareProvider(binding: SendEmail): MailProvider {
  return {
    async send({ to, from, subject, html, text, headers, attachments }) {
      const files = attachments.map(({ name, type, content }) => ({ disposition: 'attachment' as const, filename: name, type, content }))
      try {
        await binding.send({
          ...{ to, from: splitSender(from), subject, html, text, headers },
          ...(files.length > 0 ? { attachments: files } : {}),
        })
      } catch (cause) {
        const code = readErrorCode(cause) ?? 'no code'
        throw new JobError(`Cloudflare refused the mail: ${code}`, { permanent: permanentCloudflareErrors.has(code) })
      }
    },
  }
}

function readErrorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

function resendProvider(url: string, apiKey: string): MailProvider {
  return {
    async send({ to, from, subject, html, text, headers, attachments, idempotencyKey }) {
      const files = attachments.map(({ name, type, content }) => ({ filename: name, content, content_type: type }))
      await post(
        'Resend',
        `${url}/emails`,
        { from, to: [to], subject, html, text, headers, ...(files.length > 0 ? { attachments: files } : {}) },
        { authorization: `Bearer ${apiKey}`, 'idempotency-key': idempotencyKey },
      )
    },
  }
}

function sandboxProvider(url: string): MailProvider {
  return {
    async send({ idempotencyKey, ...mail }) {
      await post('the sandbox', `${url}/mailbox/messages`, mail, { 'idempotency-key': idempotencyKey })
    },
  }
}

async function post(provider: string, url: string, body: unknown, headers: Record<string, string>) {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
  } catch (cause) {
    throw new JobError(`${provider} could not be reached`, { permanent: false, cause })
  }
  if (response.ok) {
    await response.body?.cancel()
    return
  }
  const name = await readErrorName(response)
  throw new JobError(`${provider} refused the mail: ${response.status}${name ? ` ${name}` : ''}`, {
    permanent: isPermanent(response.status, name),
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after')),
  })
}

/**
 * At Resend, 409 has two meanings: the same key is being sent right now, or it was used for another email. Only the second is
 * permanent.
 */
function isPermanent(status: number, name: string | undefined) {
  if (status === 409) return name !== 'concurrent_idempotent_requests'
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

/** Reads only the kind of the error. The message may contain the address, which must not be logged. */
async function readErrorName(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = await response.json()
    const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined
    return typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? name : undefined
  } catch {
    // The answer is an error page and not JSON. The status is enough.
    return undefined
  }
}

function readRetryAfter(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter)
  return retryAfter !== null && Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}
