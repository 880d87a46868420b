import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import * as v from 'valibot'
import type { NodeStandIn } from '../stand-in.ts'
import { choicePage, type Page, refusalPage } from './page.ts'
import { type Person, people, subjectOf } from './people.ts'

const SomeoneElse = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('A name is needed.'), v.maxLength(200, 'That name is too long.')),
  email: v.pipe(v.string(), v.trim(), v.regex(/^[^\s@]+@[^\s@]+$/, 'That is not an e-mail address.'), v.maxLength(254)),
  isVerified: v.boolean(),
})

type Answer = { provider: Provider; request: IncomingMessage; response: ServerResponse; base: string }

/** Signing in with Google without Google: everyone may be anyone. */
export function createGoogle(issuer: string): NodeStandIn {
  const base = new URL(issuer).pathname
  const known = new Map<string, Person>(people.map((person) => [subjectOf(person), person]))
  let started: Promise<Provider> | undefined

  return {
    async answerNode(request, response, asked) {
      const { pathname } = new URL(asked, issuer)
      if (pathname === '/page.css' && request.method === 'GET') return sendStyle(response)
      started ??= startProvider(issuer, known)
      const provider = await started
      if (/^\/interaction\/[^/]+$/.test(pathname)) return choose({ provider, request, response, base }, known)
      // What a mount in Express does: the package reads from the two where it is mounted.
      Object.assign(request, { originalUrl: request.url, url: asked })
      await provider.callback()(request, response)
    },
  }
}

/** Loaded and made on the first call: the package and its key take a while, and most runs sign nobody in with Google. */
async function startProvider(issuer: string, known: Map<string, Person>): Promise<Provider> {
  const { createProvider } = await import('./provider.ts')
  return createProvider(issuer, (subject) => known.get(subject))
}

async function choose(answer: Answer, known: Map<string, Person>): Promise<void> {
  const { provider, request, response, base } = answer
  try {
    const { params } = await provider.interactionDetails(request, response)
    const host = new URL(params.redirect_uri).host
    if (request.method !== 'POST') return send(response, 200, choicePage({ base, host }))

    const form = new URLSearchParams(await text(request))
    if (form.has('cancel')) {
      const refused = { error: 'access_denied', error_description: 'The person pressed Cancel.' }
      return await provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false })
    }
    const chosen = readPerson(form)
    if ('problem' in chosen) return send(response, 422, choicePage({ base, host, ...chosen }))
    const accountId = subjectOf(chosen)
    known.set(accountId, chosen)
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
    return await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error
    const over = { base, title: 'This sign-in is over', text: 'It was finished already, or the sandbox was started again.' }
    send(response, 400, refusalPage(over))
  }
}

function readPerson(form: URLSearchParams): Person | { problem: string; typed: URLSearchParams } {
  const picked = people.find((person) => subjectOf(person) === form.get('person'))
  if (picked) return picked
  const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '', isVerified: form.has('verified') }
  const parsed = v.safeParse(SomeoneElse, typed)
  return parsed.success ? parsed.output : { problem: parsed.issues[0].message, typed: form }
}

function send(response: ServerResponse, status: number, { headers, html }: Page): void {
  response.writeHead(status, headers).end(html)
}

function sendStyle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/css', 'cache-control': 'no-cache' })
  createReadStream(path.join(import.meta.dirname, 'page.css')).pipe(response)
}
