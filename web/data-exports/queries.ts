import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import type { DataExportRoutes } from '../../worker/data-exports/routes.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'

const client = hc<DataExportRoutes>('/api/data-exports')
const pollMs = 1500

export const isRunning = (dataExport: DataExport | null | undefined) => dataExport?.state === 'waiting' || dataExport?.state === 'working'

/** Reloads again and again while the export is being made. */
export const latestExport = queryOptions({
  queryKey: ['data-exports', 'latest'],
  queryFn: async ({ signal }) => (await readAnswer(client.latest.$get({}, { init: { signal } }))).export,
  refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
})

export const requestingExport = mutationOptions({
  mutationFn: () => readAnswer(client.index.$post()),
  onSettled: () => queryClient.invalidateQueries({ queryKey: latestExport.queryKey }),
})

/** For a plain link, so that the browser saves the file while it downloads. */
export const exportFileUrl = (id: string) => `/files/exports/${encodeURIComponent(id)}.zip`
