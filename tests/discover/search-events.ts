import { expect } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import type { Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'

/** The games that a person finds, or a signed-out user. */
export async function searchEvents(query: string, from: Person | null = null) {
  const answer = await (from?.ask ?? ask)(`/api/discover/events?${query}`)
  expect(answer.status).toBe(200)
  return { answer, page: await answer.clone().json<DiscoverPage>() }
}

export const findTitles = async (query: string, from: Person | null = null) =>
  (await searchEvents(query, from)).page.events.map(({ title }) => title)
