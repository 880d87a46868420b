import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { maxQuestionLength } from '../../domain/ask/question-path.ts'
import { minute } from '../../domain/time/spans.ts'
import type { AskRoutes } from '../../worker/ask/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<AskRoutes>('/api/ask')

/** How we understand a question. Words like "tomorrow" depend on the day, so the answer stays fresh for a minute only. */
export const questionAnswer = (question: string) => {
  // We send one character more than the server reads, so that the server can say that the question was cut.
  const q = question.trim().slice(0, maxQuestionLength + 1)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return queryOptions({
    queryKey: ['ask', q, zone],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q, zone } }, { init: { signal } })),
    enabled: q !== '',
    staleTime: minute,
  })
}
