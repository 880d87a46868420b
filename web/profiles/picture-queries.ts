import { mutationOptions } from '@tanstack/react-query'
import type { SavedPicture } from '../../domain/profiles/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { currentSession } from '../access/queries.ts'
import { readAnswer, untilDone } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { ownProfile } from './queries.ts'
import { refreshSelf } from './refresh-self.ts'

const address = '/api/profiles/me/picture'

/** The bars change at once; whatever else shows the person asks again. */
function showFace(pictureUrl: string | null): void {
  queryClient.setQueryData(currentSession.queryKey, (session) =>
    session?.viewer ? { viewer: { ...session.viewer, pictureUrl } } : session,
  )
  void queryClient.invalidateQueries({ queryKey: ownProfile.queryKey })
  void refreshSelf(queryClient)
}

export const savingPicture = mutationOptions({
  // The typed client knows no bodies of bytes.
  mutationFn: (picture: Blob) =>
    readAnswer<SavedPicture>(
      fetch(address, { method: 'PUT', headers: { 'content-type': picture.type }, body: picture, signal: AbortSignal.timeout(minute) }),
    ),
  onSuccess: ({ pictureUrl }) => showFace(pictureUrl),
})

export const removingPicture = mutationOptions({
  mutationFn: () => untilDone(fetch(address, { method: 'DELETE', signal: AbortSignal.timeout(minute) })),
  onSuccess: () => showFace(null),
})
