import { type ErrorCode, type Problem, statusOf } from '../../../domain/errors.ts'

/** One request of the app, as far as a test wants to look at it. */
export type Asked = { method: string; path: string; query: Record<string, string>; body: unknown }

/** What the API says to one operation: data, a response of its own, or a decision on the request. */
type Answer = ((asked: Asked) => unknown) | object | null

/** Keys are `GET /api/cities`; a segment that differs is written `:id`. The first key that fits answers. */
export type Answers = Record<string, Answer>

let answers: Answers = {}
let asked: Asked[] = []
let unanswered: string[] = []

/** From now on the API says this, beside what it said before. A later answer to the same operation replaces the earlier one. */
export function answerWith(more: Answers): void {
  answers = { ...answers, ...more }
}

/** What the app asked for until now, oldest first; with a key, only that operation. */
export const askedFor = (key?: string): Asked[] => (key === undefined ? asked : asked.filter((one) => fits(key, one)))

/** A refusal as the Worker sends it. */
export function refuse(code: ErrorCode, title: string, issues: Problem['issues'] = []): Response {
  const problem = { type: 'about:blank', title, status: statusOf(code), code, requestId: 'request-of-a-test', issues }
  return Response.json(problem, { status: problem.status, headers: { 'content-type': 'application/problem+json' } })
}

function fits(key: string, { method, path }: Asked): boolean {
  const [wantedMethod, wantedPath = ''] = key.split(' ')
  return method === wantedMethod && new RegExp(`^${wantedPath.replace(/:\w+/g, '[^/]+')}$`).test(path)
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return request.json()
  if (type.startsWith('image/')) return request.blob()
  return type.includes('form') ? Object.fromEntries(await request.formData()) : await request.text()
}

const realFetch = globalThis.fetch

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const one: Asked = {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: await readBody(request),
  }
  asked.push(one)
  // Later keys are looked at first: a test narrows what its file has answered in general.
  const key = Object.keys(answers).findLast((candidate) => fits(candidate, one))
  if (key === undefined) {
    unanswered.push(`${one.method} ${one.path}`)
    return refuse('NotFound', 'This test does not answer that.')
  }
  const found = answers[key]
  const said: unknown = await (typeof found === 'function' ? found(one) : found)
  if (said instanceof Response) return said.clone()
  return said === null || said === undefined ? new Response(null, { status: 204 }) : Response.json(said)
}

/** The API of this test instead of a Worker. Files of the app itself still come from where they are. */
export function startAnswering(): void {
  answers = {}
  asked = []
  unanswered = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!new URL(request.url).pathname.startsWith('/api/')) return realFetch(input, init)
    const { signal } = request
    const gone = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    return Promise.race([answer(request), gone])
  }
}

/** Answers with what was asked for and nobody answered: a test that forgot something. */
export function stopAnswering(): string[] {
  globalThis.fetch = realFetch
  return unanswered
}
