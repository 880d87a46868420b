import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { GiveEventFeedback } from '../../domain/events/event-feedback-contract.ts'
import type { EventFeedbackRoutes } from '../../worker/events/event-feedback-routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<EventFeedbackRoutes>('/api/events')

/** The viewer's feedback on a game, and whether they can still give it. */
export const myEventFeedback = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'my-feedback'],
    queryFn: ({ signal }) => readAnswer(client[':id'].me.feedback.$get({ param: { id } }, { init: { signal } })),
  })

export const givingEventFeedback = (id: string) =>
  mutationOptions({
    mutationFn: (json: GiveEventFeedback) => readAnswer(client[':id'].me.feedback.$put({ param: { id }, json })),
    onSuccess: (feedback, _sent, _result, { client: queries }) => queries.setQueryData(myEventFeedback(id).queryKey, feedback),
  })

/** All feedback on a game, without names. Only its hosts can read it. */
export const eventFeedbackSummary = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'feedback'],
    queryFn: ({ signal }) => readAnswer(client[':id'].feedback.$get({ param: { id } }, { init: { signal } })),
  })
