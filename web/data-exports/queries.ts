import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import type { DataExportRoutes } from '../../worker/data-exports/routes.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'

const client = hc<DataExportRoutes>('/api/data-exports')
const lookEvery = 1500

export const isRunning = (dataExport: DataExport | null | undefined) => dataExport?.state === 'waiting' || dataExport?.state === 'working'

/** Looked at again and again while it is being made. */
export const latestExport = queryOptions({
  queryKey: ['data-exports', 'latest'],
  queryFn: async ({ signal }) => (await readAnswer(client.latest.$get({}, { init: { signal } }))).export,
  refetchInterval: ({ state }) => (isRunning(state.data) ? lookEvery : false),
})

export const askingForExport = mutationOptions({
  mutationFn: () => readAnswer(client.index.$post()),
  onSettled: () => queryClient.invalidateQueries({ queryKey: latestExport.queryKey }),
})

/** For a plain link: the browser saves it as it comes. */
export const exportFileUrl = (id: string) => `/files/exports/${encodeURIComponent(id)}.zip`
