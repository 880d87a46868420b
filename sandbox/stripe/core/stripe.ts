import { noAccess } from './account-endpoints.ts'
import { apiVersion, Books, type Options, platform, World } from './books.ts'
import type { Endpoint } from './endpoint.ts'
import { afterPayment, endpoints, runTask } from './endpoints.ts'
import { invalid, StripeError, unauthorized } from './errors.ts'
import { present } from './expand.ts'
import { parseForm, partsOf } from './form.ts'
import { type Answer, fingerprintOf, forgetOldKeys, rememberAnswer, replay } from './idempotency.ts'
import { handleOauth } from './oauth.ts'
import { checkParams, list, shape, text } from './params.ts'
import type { Change } from './store.ts'

export type ApiRequest = { method: string; path: string; headers: Record<string, string>; body: string }
export type { Answer } from './idempotency.ts'

/** No answer must arrive. Whoever asked cannot know whether the work was done. */
export class AnswerLost extends Error {}

export type Stripe = {
  world: World
  handle: (request: ApiRequest) => Promise<Answer>
  /** Does work that is not a request of the API, such as a click on a page, as one transaction. */
  act: <Result>(work: (world: World) => Result) => Result
  /** Runs everything that was planned until now. Each request does this first. */
  runDue: () => void
  load: (changes: Iterable<Change>) => void
}

type Route = { endpoint: Endpoint; parts: string[] }
const routes: Route[] = endpoints.map((endpoint) => ({ endpoint, parts: endpoint.path.split('/') }))
const expandParams = shape({ expand: list(text()) })

/** Creates a stand-in for Stripe that is only memory and functions. `onChange` gets the rows that each transaction changed. */
export function createStripe(options: Options, onChange: (changes: Change[]) => void = () => {}): Stripe {
  const world = new World(options)
  world.afterPayment = afterPayment

  const commit = () => {
    const changes = world.store.commit()
    if (changes.length > 0) onChange(changes)
  }
  const act = <Result>(work: (world: World) => Result): Result => {
    try {
      const result = work(world)
      commit()
      return result
    } catch (error) {
      if (error instanceof StripeError && error.keepsWork) commit()
      else {
        world.store.rollback()
        world.refresh()
      }
      throw error
    }
  }
  // Each task is a transaction of its own. One that is refused is given up, so that it does not hold up the others.
  const runDue = () => {
    for (let task = world.dueTask; task; task = world.dueTask) {
      const current = task
      try {
        act(() => world.runTask(current, () => runTask(world, current)))
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        act(() => world.dropTask(current))
      }
    }
  }

  const handle = async (request: ApiRequest): Promise<Answer> => {
    runDue()
    const isWrite = request.method !== 'GET'
    const { lostRequests } = world.settings.faults
    if (isWrite && lostRequests > 0) {
      act(() => world.changeSettings({ faults: { lostRequests: lostRequests - 1 } }))
      throw new AnswerLost()
    }
    const requestId = world.newId('req', 14)
    const answer = answerTo(world, act, request, requestId)
    const account = request.headers['stripe-account']
    const headers = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...(account && { 'stripe-account': account }),
      ...answer.headers,
    }
    const { lostAnswers } = world.settings.faults
    if (isWrite && lostAnswers > 0) {
      act(() => world.changeSettings({ faults: { lostAnswers: lostAnswers - 1 } }))
      throw new AnswerLost()
    }
    return { ...answer, headers }
  }

  return {
    world,
    handle,
    act,
    runDue,
    load(changes) {
      world.store.load(changes)
      world.refresh()
    },
  }
}

type Act = Stripe['act']

function answerTo(world: World, act: Act, request: ApiRequest, requestId: string): Answer {
  try {
    const { failures, failureStatus } = world.settings.faults
    if (failures > 0) {
      act(() => world.changeSettings({ faults: { failures: failures - 1 } }))
      throw new StripeError(failureStatus, { type: 'api_error', message: 'The dashboard of the sandbox asked for this failure.' })
    }
    return route(world, act, request, requestId)
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, headers: {}, body: JSON.stringify(error.body(), null, 2) }
    throw error
  }
}

function route(world: World, act: Act, request: ApiRequest, requestId: string): Answer {
  const { method, headers } = request
  const [path = '', query = ''] = request.path.split(/\?(.*)/s)
  const raw = parseForm([query, request.body].filter(Boolean).join('&'))
  if (path.startsWith('/oauth/')) return handleOauth(world, act, { method, path, raw, key: keyOf(headers) })
  const books = authenticate(world, headers)
  const found = findRoute(method, path)
  if (!found) {
    const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    throw invalid(message, { status: 404 })
  }
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  if (key !== undefined && (key === '' || key.length > 255))
    throw invalid('Idempotency keys can have 1 to 255 characters.', { code: 'invalid_request' })
  const fingerprint = fingerprintOf(request.body)
  if (key) {
    act(() => forgetOldKeys(books))
    const earlier = replay(books, key, path, fingerprint)
    if (earlier) return earlier
  }
  const { expand = {}, ...rest } = raw
  const { expand: paths } = checkParams(expandParams, { expand })
  const params = checkParams(found.endpoint.params, rest)
  world.request = { id: requestId, idempotency_key: key ?? null }
  try {
    const run = (): Answer => {
      const value = found.endpoint.run({ books, id: found.id, subId: found.subId, params: params as never })
      return { status: 200, headers: {}, body: JSON.stringify(present(books, value, paths), null, 2) }
    }
    return key ? rememberAnswer(books, act, { key, path, fingerprint, requestId }, run) : act(run)
  } finally {
    world.request = { id: null, idempotency_key: null }
  }
}

function findRoute(method: string, path: string): { endpoint: Endpoint; id: string; subId: string } | undefined {
  const parts = partsOf(path.replace(/\/$/, ''))
  const matches = routes.filter(
    ({ endpoint, parts: pattern }) =>
      endpoint.method === method &&
      pattern.length === parts.length &&
      pattern.every((part, index) => part.startsWith(':') || part === parts[index]),
  )
  // A path with fewer variables fits better: `/v1/invoices/create_preview` is not the invoice `create_preview`.
  const [best] = matches.toSorted((a, b) => variablesOf(a) - variablesOf(b))
  if (!best) return undefined
  const partOf = (name: string) => parts[best.parts.indexOf(name)] ?? ''
  return { endpoint: best.endpoint, id: partOf(':id'), subId: partOf(':subId') }
}

const variablesOf = ({ parts }: Route) => parts.filter((part) => part.startsWith(':')).length

function keyOf(headers: Record<string, string>): string | undefined {
  const { authorization = '' } = headers
  const [scheme, value = ''] = authorization.split(' ')
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic') return atob(value).split(':')[0]
  return undefined
}

function authenticate(world: World, headers: Record<string, string>): Books {
  const key = keyOf(headers)
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (key.startsWith('pk_'))
    throw unauthorized('This API call cannot be made with a publishable API key. Please use a secret API key.', 'secret_key_required')
  if (key !== world.options.secretKey) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`)
  const version = headers['stripe-version']
  if (version !== undefined && version !== apiVersion)
    throw invalid(`Invalid Stripe API version: ${version}. This stand-in knows only ${apiVersion}.`)
  const account = headers['stripe-account']
  if (!account || account === platform) return world.books(platform)
  const isConnected = world.store.get(platform, 'authorization', account)?.isActive === true
  if (!isConnected) throw noAccess(world.books(platform), account)
  return new Books(world, account)
}
