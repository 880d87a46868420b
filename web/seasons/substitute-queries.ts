import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SubstituteAnswer } from '../../domain/seasons/substitutes-contract.ts'
import type { SubstituteRoutes } from '../../worker/seasons/substitute-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { refreshGames } from '../events/refresh-games.ts'

const client = hc<SubstituteRoutes>('/api/seasons')
const game = client[':id'].sessions[':eventId']

type OfGame = { seasonId: string; eventId: string }
const at = ({ seasonId, eventId }: OfGame) => ({ id: seasonId, eventId })

/** The games of a season in which the viewer is asked to take a seat. */
export const ownAsks = (seasonId: string) =>
  queryOptions({
    queryKey: ['seasons', seasonId, 'asks'],
    queryFn: ({ signal }) => readAnswer(client[':id'].asks.$get({ param: { id: seasonId } }, { init: { signal } })),
  })

export const substitutesOf = (of: OfGame) =>
  queryOptions({
    queryKey: ['seasons', of.seasonId, 'substitutes', of.eventId],
    queryFn: ({ signal }) => readAnswer(game.substitutes.$get({ param: at(of) }, { init: { signal } })),
    staleTime: 0,
  })

export const substituteCandidates = (of: OfGame, q: string) =>
  queryOptions({
    queryKey: ['seasons', of.seasonId, 'substitute-candidates', of.eventId, q],
    queryFn: ({ signal }) => readAnswer(game['substitute-candidates'].$get({ param: at(of), query: { q } }, { init: { signal } })),
    placeholderData: (previous) => previous,
    staleTime: 0,
  })

export const askingSubstitute = mutationOptions({
  mutationFn: ({ userId, ...of }: OfGame & { userId: string }) =>
    awaitSuccess(game.substitutes[':userId'].$put({ param: { ...at(of), userId } })),
  onSettled: (_done, _error, { seasonId }, _shown, { client: queries }) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['seasons', seasonId, 'substitutes'] }),
      queries.invalidateQueries({ queryKey: ['seasons', seasonId, 'substitute-candidates'] }),
    ]),
})

export const answeringAsk = mutationOptions({
  mutationFn: ({ answer, ...of }: OfGame & { answer: SubstituteAnswer }) =>
    awaitSuccess(game.ask[':answer'].$put({ param: { ...at(of), answer } })),
  onSettled: (_done, _error, { seasonId }, _shown, { client: queries }) =>
    Promise.all([queries.invalidateQueries({ queryKey: ['seasons', seasonId, 'asks'] }), refreshGames(queries)]),
})
