import { authorize } from './accounts.ts'
import { type Books, platform, type World } from './books.ts'
import { emit } from './events.ts'
import type { RawParams } from './form.ts'
import type { Answer } from './idempotency.ts'

type Request = { method: string; path: string; raw: RawParams; key: string | undefined }
type Act = <Result>(work: () => Result) => Result

const answer = (status: number, body: unknown): Answer => ({ status, headers: {}, body: JSON.stringify(body) })
const refuse = (error: string, description: string, status = 400) => answer(status, { error, error_description: description })

/** `POST /oauth/token` and `POST /oauth/deauthorize`. Their errors have the shape of OAuth. The page to authorize is elsewhere. */
export function handleOauth(world: World, act: Act, { method, path, raw, key }: Request): Answer {
  const textOf = (name: string) => (typeof raw[name] === 'string' ? raw[name] : undefined)
  const secret = key ?? textOf('client_secret')
  if (method !== 'POST') return refuse('invalid_request', `Unrecognized request URL (${method}: ${path}).`, 404)
  if (secret !== world.options.secretKey) return refuse('invalid_client', 'No such API key.', 401)
  const main = world.books(platform)
  if (path === '/oauth/token') {
    if (textOf('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type', 'This stand-in supports authorization_code.')
    return act(() => exchange(main, textOf('code')))
  }
  if (path === '/oauth/deauthorize') {
    if (textOf('client_id') !== world.options.clientId)
      return refuse('invalid_client', `No application matches the supplied client identifier.`, 401)
    return act(() => deauthorize(main, textOf('stripe_user_id')))
  }
  return refuse('invalid_request', `Unrecognized request URL (${method}: ${path}).`, 404)
}

function exchange(main: Books, code: string | undefined): Answer {
  const grant = main.get('oauth_code', code)
  if (!grant || grant.expiresAt <= main.now) return refuse('invalid_grant', `Authorization code does not exist: ${code}`)
  if (grant.isUsed)
    return refuse('invalid_grant', 'This authorization code has already been used. All tokens issued with this code have been revoked.')
  main.change('oauth_code', grant.id, { isUsed: true })
  authorize(main, grant.account)
  emit(main.world.books(grant.account), 'account.application.authorized', application(main))
  return answer(200, {
    access_token: `sk_test_${grant.account.slice(5)}`,
    livemode: false,
    refresh_token: `rt_${grant.id.slice(3)}`,
    token_type: 'bearer',
    stripe_publishable_key: `pk_test_${grant.account.slice(5)}`,
    stripe_user_id: grant.account,
    scope: grant.scope,
  })
}

function deauthorize(main: Books, id: string | undefined): Answer {
  if (!id || main.get('authorization', id)?.isActive !== true)
    return refuse('invalid_client', `This application is not connected to stripe account ${id}, or that account does not exist.`, 401)
  revoke(main, id)
  return answer(200, { stripe_user_id: id })
}

/** The object of the events about access. */
const application = (main: Books): { id: string; object: string; name: string } => ({
  ...{ id: main.world.options.clientId, object: 'application', name: 'Gather' },
})

/** Ends the access of the platform. The event still arrives, because it is about the end. */
export function revoke(main: Books, id: string): void {
  const books = main.world.books(id)
  emit(books, 'account.application.deauthorized', application(main))
  main.put('authorization', { id, isActive: false })
}

/** The host has agreed on the page. Returns the code for the address to which the browser goes back. */
export function grantCode(main: Books, account: string, scope: string): string {
  const id = main.newId('ac')
  main.put('oauth_code', { id, account, scope, expiresAt: main.now + 300, isUsed: false })
  return id
}
