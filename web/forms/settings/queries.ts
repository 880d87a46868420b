import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { FormSettings } from '../../../domain/forms/settings.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'

const settingsPath = (formId: string) => `/api/forms/${encodeURIComponent(formId)}/settings`

/** Who can fill a form, and when. A dialog must not start with older settings. */
export const formSettings = (formId: string) =>
  queryOptions({
    queryKey: ['forms', formId, 'settings'],
    queryFn: ({ signal }) => readAnswer<FormSettings>(fetch(settingsPath(formId), { signal })),
    staleTime: 0,
    retry: false,
  })

export const savingSettings = (formId: string) =>
  mutationOptions({
    mutationFn: (settings: FormSettings) =>
      awaitSuccess(
        fetch(settingsPath(formId), {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(settings),
        }),
      ),
    // Everything about the form can look different now: whether it is open, and who can fill it.
    onSettled: (_data, _error, _settings, _result, { client }) => client.invalidateQueries({ queryKey: ['forms', formId] }),
  })
