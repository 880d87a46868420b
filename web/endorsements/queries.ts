import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import type { EndorsementRoutes } from '../../worker/endorsements/routes.ts'
import { evenIfLeft, untilDone } from '../api.ts'
import { publicProfile } from '../profiles/queries.ts'
import { changeShown, withEndorsement } from '../profiles/shown-profile.ts'
import { sayFailure } from '../ui/say-failure.ts'

const client = hc<EndorsementRoutes>('/api/endorsements')

/** Says one good thing of a person, or takes it back. */
export const endorsing = (userId: string) => {
  const mutationKey = ['endorsements', userId]
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: ({ kind, isMine }: { kind: EndorsementKind; isMine: boolean }) => {
      const one = client[':userId'][':kind']
      const param = { userId, kind }
      return untilDone(isMine ? one.$put({ param }, evenIfLeft) : one.$delete({ param }, evenIfLeft))
    },
    onMutate: ({ kind, isMine }, { client }) => changeShown(client, userId, withEndorsement(kind, isMine)),
    onError: async (error, { kind, isMine }, _, { client }) => {
      await changeShown(client, userId, withEndorsement(kind, !isMine))
      sayFailure(error)
    },
    onSettled: (_data, _error, _change, _result, { client }) => {
      if (client.isMutating({ mutationKey }) > 1) return
      void client.invalidateQueries({ queryKey: publicProfile(userId).queryKey })
    },
  })
}
