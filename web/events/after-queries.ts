import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SayHowItWas } from '../../domain/events/after-contract.ts'
import type { AfterRoutes } from '../../worker/events/after-routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<AfterRoutes>('/api/events')

/** What I said of a game, and whether I still can. */
export const myWord = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'my-word'],
    queryFn: ({ signal }) => readAnswer(client[':id'].me.feedback.$get({ param: { id } }, { init: { signal } })),
  })

export const sayingHowItWas = (id: string) =>
  mutationOptions({
    mutationFn: (json: SayHowItWas) => readAnswer(client[':id'].me.feedback.$put({ param: { id }, json })),
    onSuccess: (word, _said, _result, { client: queries }) => queries.setQueryData(myWord(id).queryKey, word),
  })

/** What players said, for its hosts. */
export const howItWas = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'how-it-was'],
    queryFn: ({ signal }) => readAnswer(client[':id'].feedback.$get({ param: { id } }, { init: { signal } })),
  })
