import { type ErrorCode, type Problem, statusOf } from '../../../domain/errors.ts'

/** One request of the app to the API. */
export type ApiRequest = { method: string; path: string; query: Record<string, string>; body: unknown }

/** The answer to one operation: data, a response, or a function of the request. */
type Answer = ((requests: ApiRequest) => unknown) | object | null

/** The answers by operation, such as `GET /api/cities`. `:id` stands for any segment. If several keys match, the last one counts. */
export type Answers = Record<string, Answer>

let answers: Answers = {}
let requests: ApiRequest[] = []
let unanswered: string[] = []

/** Adds answers of the API. A later answer to the same operation replaces the earlier one. */
export function answerWith(more: Answers): void {
  answers = { ...answers, ...more }
}

/** The requests of the app so far, oldest first. With a key, only those of that operation. */
export const requestsTo = (key?: string): ApiRequest[] => (key === undefined ? requests : requests.filter((one) => fits(key, one)))

/** Creates an error response like those of the Worker. */
export function refuse(code: ErrorCode, title: string, issues: Problem['issues'] = [], more: Pick<Problem, 'path'> = {}): Response {
  const problem = { type: 'about:blank', title, status: statusOf(code), code, requestId: 'request-of-a-test', issues, ...more }
  return Response.json(problem, { status: problem.status, headers: { 'content-type': 'application/problem+json' } })
}

function fits(key: string, { method, path }: ApiRequest): boolean {
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
  const received: ApiRequest = {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: await readBody(request),
  }
  requests.push(received)
  // Later keys take precedence, so that a test can replace the general answers of its file.
  const key = Object.keys(answers).findLast((candidate) => fits(candidate, received))
  if (key === undefined) {
    unanswered.push(`${received.method} ${received.path}`)
    return refuse('NotFound', 'This test does not answer that.')
  }
  const match = answers[key]
  const result: unknown = await (typeof match === 'function' ? match(received) : match)
  if (result instanceof Response) return result.clone()
  return result === null || result === undefined ? new Response(null, { status: 204 }) : Response.json(result)
}

/** Replaces the API with the answers of this test. Files of the app itself are still loaded from the server. */
export function startAnswering(): void {
  // What pages ask for besides their subject: the devices with alerts, of a game whether it is saved, who else could come, and what
  // comes after it, of the landing page the largest communities, and of a form what is known. Tests about these replace the answers.
  answers = {
    'GET /api/push': { publicKey: null, devices: [] },
    'GET /api/my-games/saved': { ids: [] },
    'GET /api/teams/directory': { teams: [], next: null },
    'GET /api/events/:id/familiar': { people: [] },
    'GET /api/events/:id/rematch': { next: null, ask: 'none' },
    'GET /api/forms/:id/known': { earlier: null, profile: null, children: [] },
  }
  requests = []
  unanswered = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!new URL(request.url).pathname.startsWith('/api/')) return realFetch(input, init)
    const { signal } = request
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    return Promise.race([answer(request), aborted])
  }
}

/** Restores `fetch`. Returns the requests that the test did not answer. */
export function stopAnswering(): string[] {
  globalThis.fetch = realFetch
  return unanswered
}
