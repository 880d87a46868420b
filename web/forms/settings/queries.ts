import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SavedSettings } from '../../../domain/forms/settings.ts'
import type { SubmissionRoutes } from '../../../worker/forms/submission-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'

const { settings } = hc<SubmissionRoutes>('/api/forms')[':id']

/** Who can fill a form, and when. A dialog must not start with older settings. */
export const formSettings = (formId: string) =>
  queryOptions({
    queryKey: ['forms', formId, 'settings'],
    queryFn: ({ signal }) => readAnswer(settings.$get({ param: { id: formId } }, { init: { signal } })),
    staleTime: 0,
    retry: false,
  })

export const savingSettings = (formId: string) =>
  mutationOptions({
    mutationFn: (json: SavedSettings) => awaitSuccess(settings.$put({ param: { id: formId }, json })),
    // Everything about the form can look different now: whether it is open, and who can fill it.
    onSettled: (_data, _error, _settings, _result, { client }) => client.invalidateQueries({ queryKey: ['forms', formId] }),
  })
