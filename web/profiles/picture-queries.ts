import { mutationOptions } from '@tanstack/react-query'
import type { SavedPicture } from '../../domain/profiles/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { currentSession } from '../access/queries.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { ownProfile } from './queries.ts'
import { refreshAfterProfileChange } from './refresh-after-profile-change.ts'

const address = '/api/profiles/me/picture'

/** The top bar shows the new picture at once. Other data that shows this person is reloaded. */
function showPicture(pictureUrl: string | null): void {
  queryClient.setQueryData(currentSession.queryKey, (session) =>
    session?.viewer ? { viewer: { ...session.viewer, pictureUrl } } : session,
  )
  void queryClient.invalidateQueries({ queryKey: ownProfile.queryKey })
  void refreshAfterProfileChange(queryClient)
}

export const savingPicture = mutationOptions({
  // The typed client does not support binary bodies.
  mutationFn: (picture: Blob) =>
    readAnswer<SavedPicture>(
      fetch(address, { method: 'PUT', headers: { 'content-type': picture.type }, body: picture, signal: AbortSignal.timeout(minute) }),
    ),
  onSuccess: ({ pictureUrl }) => showPicture(pictureUrl),
})

export const removingPicture = mutationOptions({
  mutationFn: () => awaitSuccess(fetch(address, { method: 'DELETE', signal: AbortSignal.timeout(minute) })),
  onSuccess: () => showPicture(null),
})
