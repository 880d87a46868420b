import * as v from 'valibot'
import { json, readJson, refusal, type StandIn } from '../stand-in.ts'
import { findVapidFault } from './check-vapid.ts'
import { type BrowserKeys, decryptPush, makeBrowserKeys } from './decrypt.ts'

/** The product knows the sandbox under this name, because endpoints of push services must use https. */
const origin = 'https://push.sandbox.localhost'

type Received = { id: number; text: string; ttl: number; urgency: string | null; topic: string | null }
type Browser = { keys: BrowserKeys; messages: Received[]; refused: string[] }

const Behavior = v.object({
  /** `slow` answers after 15 seconds, `gone` with 410, `unknown` with 404, and `busy` with 429. */
  as: v.picklist(['normal', 'slow', 'gone', 'unknown', 'busy', 'broken']),
  retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
type Behavior = v.InferOutput<typeof Behavior>

export const slowMs = 15_000

/**
 * Simulates the push service of a browser, and the browser that decrypts its messages. `POST /` makes a browser, `GET /ID` lists what it
 * received, `POST /ID` is the endpoint for senders, and `PUT /ID` makes the endpoint slow, gone, unknown, busy or
 * broken.
 */
export function createPush(): StandIn {
  const browsers = new Map<string, Browser>()
  const behaviors = new Map<string, Behavior>()
  return async (request, path) => {
    const id = path.slice(1)
    const { method } = request
    if (id === '') return method === 'POST' ? subscribe(browsers) : refusal(405, 'method_not_allowed', method)
    const browser = browsers.get(id)
    if (!browser) return refusal(404, 'not_found', 'No browser has this endpoint.')
    if (method === 'GET') return json({ messages: browser.messages, refused: browser.refused })
    if (method === 'PUT') {
      const parsed = v.safeParse(Behavior, await readJson(request))
      if (!parsed.success) return refusal(422, 'validation_error', 'Send {as: normal, slow, gone, unknown, busy or broken}.')
      behaviors.set(id, parsed.output)
      return json(parsed.output)
    }
    if (method !== 'POST') return refusal(405, 'method_not_allowed', method)
    return receive(request, browser, behaviors.get(id) ?? { as: 'normal' })
  }
}

async function subscribe(browsers: Map<string, Browser>): Promise<Response> {
  const id = crypto.randomUUID()
  const keys = await makeBrowserKeys()
  browsers.set(id, { keys, messages: [], refused: [] })
  return json({ id, endpoint: `${origin}/${id}`, p256dh: keys.p256dh, auth: keys.auth }, 201)
}

async function receive(request: Request, browser: Browser, { as, retryAfter = 1 }: Behavior): Promise<Response> {
  if (as === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
  if (as === 'gone') return refusal(410, 'gone', 'The browser has unsubscribed.')
  if (as === 'unknown') return refusal(404, 'not_found', 'No browser has this endpoint.')
  if (as === 'broken') return refusal(500, 'broken', 'A test requested this failure.')
  if (as === 'busy') return json({ name: 'busy' }, 429, { 'retry-after': String(retryAfter) })
  const { headers } = request
  const fault = await findVapidFault(headers.get('authorization'), { audience: origin, now: Date.now() })
  if (fault !== null) return refuse(browser, 403, fault)
  const ttl = headers.get('ttl')
  if (ttl === null || !/^\d+$/.test(ttl)) return refuse(browser, 400, 'no TTL')
  const topic = headers.get('topic')
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return refuse(browser, 400, 'wrong topic')
  if (headers.get('content-encoding') !== 'aes128gcm') return refuse(browser, 400, 'wrong encoding')
  try {
    const text = await decryptPush(new Uint8Array(await request.arrayBuffer()), browser.keys)
    const id = browser.messages.length + 1
    browser.messages.push({ id, text, ttl: Number(ttl), urgency: headers.get('urgency'), topic })
    return json({ id }, 201, { location: `${request.url}/messages/${id}` })
  } catch {
    return refuse(browser, 400, 'not encrypted for this browser')
  }
}

/** The refusal is also listed for tests, because the product does not log the answer. */
function refuse(browser: Browser, status: number, reason: string): Response {
  browser.refused.push(reason)
  return refusal(status, 'refused', reason)
}
