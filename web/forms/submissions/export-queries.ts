import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ExportForm, FormExport } from '../../../domain/forms/export-contract.ts'
import { formExportFolder } from '../../../domain/forms/paths.ts'
import type { FormExportRoutes } from '../../../worker/forms/export-routes.ts'
import { readAnswer } from '../../api.ts'

const { exports: client } = hc<FormExportRoutes>('/api/forms')[':id']
const pollMs = 1500

const keyOf = (formId: string) => ['forms', formId, 'exports']

/** The files of a form. While one is being made, we ask again and again. */
export const formExports = (formId: string) =>
  queryOptions({
    queryKey: keyOf(formId),
    queryFn: async ({ signal }) => (await readAnswer(client.$get({ param: { id: formId } }, { init: { signal } }))).exports,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') ? pollMs : false),
    staleTime: 0,
    retry: false,
  })

export const exportingForm = (formId: string) =>
  mutationOptions({
    mutationFn: (json: ExportForm) => readAnswer(client.$post({ param: { id: formId }, json })),
    // The first answer may still be on its way, without the new file. TanStack Query would not ask again while it waits for it.
    onMutate: (_wanted, { client: queryClient }) => queryClient.cancelQueries({ queryKey: keyOf(formId) }),
    onSettled: (_data, _error, _wanted, _result, { client: queryClient }) => queryClient.invalidateQueries({ queryKey: keyOf(formId) }),
  })

/** For a plain link, so that the browser saves the file while it downloads. */
export const formExportUrl = ({ id, format }: Pick<FormExport, 'id' | 'format'>) =>
  `/files/${formExportFolder}/${encodeURIComponent(id)}.${format}`
