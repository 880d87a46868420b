import { hc } from 'hono/client'
import { teamSiteKey } from '../../domain/hostnames/keys.ts'
import type { HostnameRoutes } from '../../worker/hostnames/routes.ts'
import { readAnswer } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'

const client = hc<HostnameRoutes>('/api/hostnames')

/** The community whose domain this is, and its next games. */
export const teamSite = keyedQuery({
  queryKey: teamSiteKey,
  queryFn: ({ signal }) => readAnswer(client['team-site'].$get({}, { init: { signal } })),
  staleTime: 60_000,
})
