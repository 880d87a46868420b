import type { PushMessage } from '../../domain/notifications/push-message.ts'
import { type EndpointRules, isKnownEndpoint, resolveEndpoint } from '../../domain/push/judge-endpoint.ts'
import { pushLifetime, pushTimeout } from '../../domain/push/rules.ts'
import { toBase64Url } from '../platform/base64.ts'
import type { Settings } from '../platform/settings.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** `gone` means that the browser no longer has this endpoint. `later` means that a retry may work. */
export type PushAnswer = { kind: 'taken' | 'gone' | 'refused'; status: number } | { kind: 'later'; status: number | null; after?: number }

type Options = { vapid: NonNullable<Settings['push']>; rules: EndpointRules; isUrgent: boolean }

/** Sends an encrypted message to the push service of a browser. */
export async function sendToDevice(target: PushTarget, message: PushMessage, { vapid, rules, isUrgent }: Options): Promise<PushAnswer> {
  // The list of services may have become shorter since the device was registered.
  if (!isKnownEndpoint(target.endpoint, rules)) return { kind: 'gone', status: 0 }
  // Only this job needs the encryption.
  const { buildPushPayload } = await import('@block65/webcrypto-web-push')
  const { method, headers, body } = await buildPushPayload(
    {
      data: JSON.stringify(message),
      options: { ttl: pushLifetime / 1000, urgency: isUrgent ? 'high' : 'normal', topic: await makeTopic(message.tag) },
    },
    { endpoint: target.endpoint, expirationTime: null, keys: { p256dh: target.p256dh, auth: target.auth } },
    vapid,
  )
  let response: Response
  try {
    response = await fetch(resolveEndpoint(target.endpoint, rules), {
      method: method.toUpperCase(),
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(pushTimeout),
    })
  } catch {
    // The text of the error may contain the endpoint, which is a secret.
    return { kind: 'later', status: null }
  }
  await response.body?.cancel()
  const { status } = response
  if (response.ok) return { kind: 'taken', status }
  if (status === 404 || status === 410) return { kind: 'gone', status }
  if (status !== 408 && status !== 429 && status < 500) return { kind: 'refused', status }
  const after = readRetryAfter(response.headers.get('retry-after'))
  return { kind: 'later', status, ...(after !== undefined && { after }) }
}

/** A message replaces one with the same topic that waits for a device without a network. A topic has at most 32 characters. */
const makeTopic = async (tag: string): Promise<string> =>
  toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tag))).slice(0, 32)

/** In seconds. Some services answer with a date instead. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}
