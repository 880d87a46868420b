import { runDurableObjectAlarm } from 'cloudflare:test'
import type { Outside } from '../external-teams/teams.ts'
import { consume, type HeldQueues } from '../notifications/hold-queues.ts'
import { objectOf } from './people.ts'

export const pageUrl = 'https://courts.example.org/north'

/** A page with this title. */
export const asPage = (title: string, headers: Record<string, string> = {}) =>
  new Response(`<title>${title}</title>`, { headers: { 'content-type': 'text/html', ...headers } })

export const urlsOf = ({ requests }: Outside) => requests.map(({ url }) => url)

/** Takes the jobs that the object of a conversation asks for. */
export async function takePreviewJobs(queues: HeldQueues, conversationId: string): Promise<HeldQueues['work']> {
  await runDurableObjectAlarm(objectOf(conversationId))
  return queues.work.splice(0).filter(({ body }) => body.kind === 'preview-link')
}

/** Loads the pages of all links that wait. Returns how many there were. */
export async function loadPages(queues: HeldQueues, conversationId: string): Promise<number> {
  const jobs = await takePreviewJobs(queues, conversationId)
  await consume('work', jobs)
  return jobs.length
}
