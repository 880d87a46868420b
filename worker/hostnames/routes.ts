import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { TeamSite } from '../../domain/hostnames/contract.ts'
import type { AppEnv } from '../platform/context.ts'
import { describeOperations } from '../platform/operation.ts'
import { readTeamSite } from './team-site.ts'

const operation = describeOperations('Teams')

export const hostnameRoutes = new Hono<AppEnv>().get(
  '/team-site',
  operation('The community of this domain, with its next games', 200, TeamSite),
  async (c) => {
    const site = await readTeamSite(c)
    if (!site) throw new AppError('TeamNotFound')
    return c.json(site satisfies TeamSite, 200, { 'cache-control': 'private, no-cache' })
  },
)

export type HostnameRoutes = typeof hostnameRoutes
