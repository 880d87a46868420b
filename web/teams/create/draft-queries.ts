import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { DraftPhoto, SaveTeamDraft } from '../../../domain/team-drafts/contract.ts'
import { minute } from '../../../domain/time/spans.ts'
import type { TeamDraftRoutes } from '../../../worker/team-drafts/routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'

const client = hc<TeamDraftRoutes>('/api/team-drafts')

/** The community that the viewer is setting up. Its pages must start from what is saved now. */
export const ownTeamDraft = queryOptions({
  queryKey: ['team-drafts', 'mine'],
  queryFn: ({ signal }) => readAnswer(client.mine.$get({}, { init: { signal } })),
  staleTime: 0,
  gcTime: 0,
})

export const saveTeamDraft = (json: SaveTeamDraft) => readAnswer(client.mine.$put({ json }))

export const loadTeamDraft = () => readAnswer(client.mine.$get())

export const deletingTeamDraft = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id'].$delete({ param: { id } })),
})

/** Uses `fetch`, because the typed client cannot send bytes. The answer is the URL of the photo, or null after it was removed. */
export const settingDraftPhoto = mutationOptions({
  mutationFn: async ({ id, photo }: { id: string; photo: Blob | null }): Promise<string | null> => {
    const [address, signal] = [`/api/team-drafts/${id}/photo`, AbortSignal.timeout(minute)]
    if (!photo) {
      await awaitSuccess(fetch(address, { method: 'DELETE', signal }))
      return null
    }
    const headers = { 'content-type': photo.type }
    return (await readAnswer<DraftPhoto>(fetch(address, { method: 'PUT', headers, body: photo, signal }))).photoUrl
  },
})

export const creatingTeam = mutationOptions({
  mutationFn: (id: string) => readAnswer(client[':id'].team.$post({ param: { id } })),
  onSuccess: (_team, _id, _shown, { client: queries }) => void queries.invalidateQueries({ queryKey: ['teams'] }),
})
