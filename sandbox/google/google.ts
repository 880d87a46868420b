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
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a name.'), v.maxLength(200, 'Use up to 200 characters.')),
  email: v.pipe(v.string(), v.trim(), v.regex(/^[^\s@]+@[^\s@]+$/, 'Enter a valid email address.'), v.maxLength(254)),
  isVerified: v.boolean(),
})

type Answer = { provider: Provider; request: IncomingMessage; response: ServerResponse; base: string }

/** Simulates Google sign-in: the user picks the person they sign in as. */
export function createGoogle(issuer: string): NodeStandIn {
  const base = new URL(issuer).pathname
  const peopleBySubject = new Map<string, Person>(people.map((person) => [subjectOf(person), person]))
  let providerPromise: Promise<Provider> | undefined

  return {
    async answerNode(request, response, subPath) {
      const { pathname } = new URL(subPath, issuer)
      if (pathname === '/page.css' && request.method === 'GET') return sendStyle(response)
      providerPromise ??= startProvider(issuer, peopleBySubject)
      const provider = await providerPromise
      if (/^\/interaction\/[^/]+$/.test(pathname)) return choose({ provider, request, response, base }, peopleBySubject)
      // The package expects what a mounted Express app sets: it compares these two addresses to find out where it is mounted.
      // It does not know `select_account` of Google. Its page for `login` lets the person pick an account too.
      const withLoginPrompt = (url = '') => url.replace('prompt=select_account', 'prompt=login')
      Object.assign(request, { originalUrl: withLoginPrompt(request.url), url: withLoginPrompt(subPath) })
      await provider.callback()(request, response)
    },
  }
}

/** Creates the provider on the first call, because loading the package and generating its key are slow and most runs never use Google. */
async function startProvider(issuer: string, peopleBySubject: Map<string, Person>): Promise<Provider> {
  const { createProvider } = await import('./provider.ts')
  return createProvider(issuer, (subject) => peopleBySubject.get(subject))
}

async function choose(answer: Answer, peopleBySubject: Map<string, Person>): Promise<void> {
  const { provider, request, response, base } = answer
  try {
    const { params } = await provider.interactionDetails(request, response)
    const host = new URL(params.redirect_uri).host
    if (request.method !== 'POST') return send(response, 200, choicePage({ base, host }))

    const form = new URLSearchParams(await text(request))
    if (form.has('cancel')) {
      const cancelError = { error: 'access_denied', error_description: 'The user pressed Cancel.' }
      return await provider.interactionFinished(request, response, cancelError, { mergeWithLastSubmission: false })
    }
    const chosen = readPerson(form)
    if ('problem' in chosen) return send(response, 422, choicePage({ base, host, ...chosen }))
    const accountId = subjectOf(chosen)
    peopleBySubject.set(accountId, chosen)
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
    return await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error
    const problem = { base, title: 'This sign-in has ended', text: 'It was already completed, or the sandbox has been restarted.' }
    send(response, 400, refusalPage(problem))
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
