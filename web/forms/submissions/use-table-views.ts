import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { useState } from 'react'
import * as v from 'valibot'
import type { SaveFormView } from '../../../domain/forms/view-contract.ts'
import type { FormViewRoutes } from '../../../worker/forms/view-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { withStorage } from '../../storage.ts'

const { views: client } = hc<FormViewRoutes>('/api/forms')[':id']
const keyOf = (formId: string) => ['forms', formId, 'views']

const formViews = (formId: string) =>
  queryOptions({
    queryKey: keyOf(formId),
    queryFn: async ({ signal }) => (await readAnswer(client.$get({ param: { id: formId } }, { init: { signal } }))).views,
    retry: false,
  })

const savingView = (formId: string) =>
  mutationOptions({
    mutationFn: (json: SaveFormView) => awaitSuccess(client.$post({ param: { id: formId }, json })),
    onSettled: (_data, _error, _view, _result, { client: queryClient }) => queryClient.invalidateQueries({ queryKey: keyOf(formId) }),
  })

const deletingView = (formId: string) =>
  mutationOptions({
    mutationFn: (viewId: string) => awaitSuccess(client[':viewId'].$delete({ param: { id: formId, viewId } })),
    onSettled: (_data, _error, _id, _result, { client: queryClient }) => queryClient.invalidateQueries({ queryKey: keyOf(formId) }),
  })

const Stored = v.object({ columns: v.nullable(v.array(v.string())) })
const storageKey = (formId: string) => `formViews:${formId}`

function readColumns(formId: string): string[] | null {
  const text = withStorage((storage) => storage.getItem(storageKey(formId))) ?? ''
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), text)
  return stored.success ? stored.output.columns : null
}

/** The columns of a form's list, which this device keeps until somebody signs out, and the views, which all who run the form share. */
export function useTableViews(formId: string) {
  const [columns, setColumns] = useState(() => readColumns(formId))
  const { data: views = [] } = useQuery(formViews(formId))
  const saving = useMutation(savingView(formId))
  const deleting = useMutation(deletingView(formId))
  return {
    /** The ids of the fields. Null until somebody has chosen some. */
    columns,
    views,
    chooseColumns: (next: string[]) => {
      setColumns(next)
      withStorage((storage) => storage.setItem(storageKey(formId), JSON.stringify({ columns: next })))
    },
    save: saving.mutateAsync,
    remove: deleting.mutateAsync,
  }
}
