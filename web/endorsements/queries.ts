import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { EndorsementKind } from '../../domain/endorsements/contract.ts'
import type { EndorsementRoutes } from '../../worker/endorsements/routes.ts'
import { awaitSuccess, keepalive } from '../api.ts'
import { publicProfile } from '../profiles/queries.ts'
import { changeShownProfile, withEndorsement } from '../profiles/shown-profile.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<EndorsementRoutes>('/api/endorsements')

/** Endorses a strength of a person, or removes the endorsement. */
export const endorsing = (userId: string) => {
  const mutationKey = ['endorsements', userId]
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: ({ kind, isMine }: { kind: EndorsementKind; isMine: boolean }) => {
      const endpoint = client[':userId'][':kind']
      const param = { userId, kind }
      return awaitSuccess(isMine ? endpoint.$put({ param }, keepalive) : endpoint.$delete({ param }, keepalive))
    },
    onMutate: ({ kind, isMine }, { client }) => changeShownProfile(client, userId, withEndorsement(kind, isMine)),
    onError: async (error, { kind, isMine }, _, { client }) => {
      await changeShownProfile(client, userId, withEndorsement(kind, !isMine))
      showFailure(error)
    },
    onSettled: (_data, _error, _change, _result, { client }) => {
      if (client.isMutating({ mutationKey }) > 1) return
      void client.invalidateQueries({ queryKey: publicProfile(userId).queryKey })
    },
  })
}
