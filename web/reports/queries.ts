import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CreateReport } from '../../domain/reports/contract.ts'
import type { ReportRoutes } from '../../worker/reports/routes.ts'
import { awaitSuccess } from '../api.ts'

const client = hc<ReportRoutes>('/api/reports')

export const reporting = mutationOptions({
  mutationFn: (json: CreateReport) => awaitSuccess(client.index.$post({ json })),
})
