import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CreateReport } from '../../domain/reports/contract.ts'
import type { ReportRoutes } from '../../worker/reports/routes.ts'
import { untilDone } from '../api.ts'

const client = hc<ReportRoutes>('/api/reports')

export const reporting = mutationOptions({
  mutationFn: (json: CreateReport) => untilDone(client.index.$post({ json })),
})
