import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { json, readJson, refusal, type StandIn } from '../stand-in.ts'
import { Attachment } from './mail-file.ts'
import { MailStore, summarize } from './store.ts'

const headerLine = v.pipe(v.string(), v.minLength(1), v.regex(/^[^\r\n\0]*$/, 'has a line break'))

const IncomingMail = v.object({
  to: v.pipe(headerLine, v.includes('@')),
  from: v.pipe(headerLine, v.includes('@')),
  subject: headerLine,
  html: v.pipe(v.string(), v.minLength(1)),
  text: v.pipe(v.string(), v.minLength(1)),
  headers: v.optional(v.record(headerLine, headerLine), {}),
  attachments: v.optional(v.array(Attachment), []),
})

const Fault = v.object({
  times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
})

const here = import.meta.dirname
const files: Record<string, { file: string; type: string }> = {
  '/': { file: path.join(here, 'page.html'), type: 'text/html; charset=utf-8' },
  '/page.css': { file: path.join(here, 'page.css'), type: 'text/css' },
  '/page.js': { file: path.join(here, 'page.js'), type: 'text/javascript' },
  '/figtree.woff2': {
    file: path.join(here, '../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    type: 'font/woff2',
  },
}

/** Links open in a new tab, and scripts in an email do not run. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'self'"

/** A fake email provider that stores all emails, and a mailbox page to read them. */
export function createMailbox(folder: string | null): StandIn {
  const store = new MailStore(folder)

  return async (request, subPath) => {
    const { method } = request
    const [, collection, id, part, index] = subPath.split('/')
    const file = files[subPath.replace(/\/$/, '') || '/']
    if (file && method === 'GET')
      return new Response(await readFile(file.file), { headers: { 'content-type': file.type, 'cache-control': 'no-cache' } })
    if (subPath === '/faults' && method === 'PUT') return setFault(store, request)
    if (collection !== 'messages') return refusal(404, 'not_found', `The mailbox has nothing at ${subPath}`)

    if (!id) {
      if (method === 'POST') return receive(store, request)
      if (method === 'GET') return list(store, new URL(request.url).searchParams)
      if (method === 'DELETE') {
        store.clear()
        return json({ ok: true })
      }
      return refusal(405, 'method_not_allowed', method)
    }
    const mail = store.find(id)
    if (!mail) return refusal(404, 'not_found', 'No such message')
    if (!part && method === 'GET') return json(mail)
    if (part === 'html' && method === 'GET') {
      const html = mail.html.replace(/<head>/i, '<head><base target="_blank" rel="noreferrer">')
      return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPolicy } })
    }
    if (part === 'files' && method === 'GET') return openFile(mail.attachments?.[Number(index)])
    if (part === 'unsubscribe' && method === 'POST') return unsubscribe(mail.headers)
    return refusal(404, 'not_found', `Messages have no ${part}`)
  }
}

function openFile(file: Attachment | undefined): Response {
  if (!file) return refusal(404, 'not_found', 'No such file')
  const headers = { 'content-type': file.type, 'content-disposition': `attachment; filename="${file.name}"` }
  return new Response(Buffer.from(file.content, 'base64'), { headers })
}

async function receive(store: MailStore, request: Request): Promise<Response> {
  // Other websites must not add emails to this mailbox. For JSON, browsers first ask for permission, which we never give.
  if (!request.headers.get('content-type')?.startsWith('application/json')) return refusal(415, 'unsupported', 'Send JSON.')
  const fault = store.takeFault()
  if (fault !== null) return refusal(fault, fault === 429 ? 'rate_limit_exceeded' : 'made_to_fail', 'A test requested this failure.')
  const parsed = v.safeParse(IncomingMail, await readJson(request))
  if (!parsed.success) {
    const [issue] = parsed.issues
    return refusal(422, 'validation_error', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`)
  }
  const { id, isDuplicate } = store.receive(parsed.output, request.headers.get('idempotency-key'))
  return json({ id }, isDuplicate ? 200 : 201)
}

/**
 * Lists emails. Tests filter by `to`, a whole address. The page filters by `matching`, a part of an address. `summary` leaves out
 * the bodies.
 */
function list(store: MailStore, query: URLSearchParams): Response {
  const limit = Math.min(Math.max(Math.trunc(Number(query.get('limit') ?? 50)) || 50, 1), 100)
  const mails = store.list({ to: query.get('to'), matching: query.get('matching'), limit })
  return json({ messages: query.has('summary') ? mails.map(summarize) : mails })
}

async function setFault(store: MailStore, request: Request): Promise<Response> {
  const parsed = v.safeParse(Fault, await readJson(request))
  if (!parsed.success) return refusal(422, 'validation_error', 'Send {times, status}.')
  store.setFault(parsed.output)
  return json(parsed.output)
}

/** Does the same as the Unsubscribe button of an email app (RFC 8058): one POST without cookies or an origin. */
async function unsubscribe(headers: Record<string, string>): Promise<Response> {
  const url = /<(https?:[^>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1]
  const body = headers['List-Unsubscribe-Post']
  if (!url || !body) return refusal(409, 'no_one_click', 'This email has no one-click unsubscribe.')
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    return json({ status })
  } catch (error) {
    return refusal(502, 'unreachable', String(error))
  }
}
