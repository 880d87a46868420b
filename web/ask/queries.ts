import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { maxQuestionLength } from '../../domain/ask/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import type { AskRoutes } from '../../worker/ask/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<AskRoutes>('/api/ask')

/** What a question means today: tomorrow it may mean another day. */
export const understanding = (question: string) => {
  // One more than is read, so that the server can say that it went on.
  const q = question.trim().slice(0, maxQuestionLength + 1)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return queryOptions({
    queryKey: ['ask', q, zone],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q, zone } }, { init: { signal } })),
    enabled: q !== '',
    staleTime: minute,
  })
}
