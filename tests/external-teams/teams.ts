import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { ExternalGamePage, ExternalTeam } from '../../domain/external-teams/contract.ts'
import { runChores } from '../../worker/cron.ts'
import { consume, type HeldQueues } from '../notifications/hold-queues.ts'
import type { Person } from '../profiles/people.ts'

type Answer = (request: { url: string; init: RequestInit }) => Response | Promise<Response>

/** What other sites received, and how they answer. */
export type Outside = { requests: { url: string; headers: Headers; init: RequestInit }[]; answer: Answer }

/** All test files share one Worker, so it may still send emails of an earlier file. They are taken, but not recorded. */
const isMail = (url: string) => new URL(url).pathname === '/mailbox/messages'

/** Answers all requests of the Worker to other sites. Call it in `beforeEach`. */
export function answerOutside(outside: Outside): void {
  outside.requests.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (isMail(String(url))) return Response.json({ id: 'x' }, { status: 201 })
    outside.requests.push({ url: String(url), headers: new Headers(init.headers), init })
    return outside.answer({ url: String(url), init })
  })
}

export const asCalendar = (text: BodyInit, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'content-type': 'text/calendar', ...headers } })

let links = 0
const nextKey = () => {
  links += 1
  return `link-number-${links}`
}

export async function link(person: Person, more: Record<string, unknown> = {}): Promise<ExternalTeam> {
  const answer = await requestLink(person, more)
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

export const requestLink = (person: Person, more: Record<string, unknown> = {}) =>
  person.ask('/api/external-teams', {
    method: 'POST',
    json: {
      name: 'River City Padel',
      address: '',
      feedUrl: 'https://calendars.example.com/secret-1/team.ics',
      timeZone: 'America/New_York',
      idempotencyKey: nextKey(),
      ...more,
    },
  })

/** Takes the jobs from the queue. A request sends them after its answer. We do not use `vi.waitFor`, because it moves a false clock. */
export async function takeJobs(queues: HeldQueues): Promise<HeldQueues['work']> {
  while ((await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')) !== 0) await scheduler.wait(5)
  return queues.work.splice(0)
}

/** Delivers the jobs that load calendars, as the queue would. */
export async function loadFeeds(queues: HeldQueues): Promise<void> {
  await consume('work', await takeJobs(queues))
}

/** Runs the chores of this minute, and what they put in the queue. */
export async function loadDue(queues: HeldQueues, now: number): Promise<void> {
  await runChores(env, now)
  await loadFeeds(queues)
}

export const teamsOf = async (person: Person) => (await (await person.ask('/api/external-teams')).json<{ teams: ExternalTeam[] }>()).teams

export const gamesOf = async (person: Person, query = '') =>
  (await person.ask(`/api/external-teams/games${query}`)).json<ExternalGamePage>()
