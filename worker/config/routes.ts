import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { PublicConfig } from '../../domain/config/contract.ts'
import { demoAccounts } from '../../domain/demo-accounts.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { originOf } from '../platform/settings.ts'
import { loadConfig } from './queries.ts'

/** The one thing the web needs to know before it can draw. It is inlined in every page and fetched where that is missing. */
export async function publicConfig(c: AppContext): Promise<PublicConfig> {
  const { settings, site, db } = c.var
  return {
    platform: site.platform,
    version: c.env.VERSION.id || 'local',
    host: site.kind,
    productUrl: originOf(settings, site.platform),
    googleSignIn: settings.google !== null,
    demoAccounts: settings.environment === 'local' ? demoAccounts : [],
    map: { tiles: settings.mapTiles, geocoder: settings.geocoderUrl !== null },
    flags: await loadConfig(db, settings),
  }
}

export const configRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['Platform'],
    summary: 'What is switched on',
    responses: { 200: { description: 'Platform, release and flags', content: { 'application/json': { schema: resolver(PublicConfig) } } } },
  }),
  async (c) => c.json(await publicConfig(c)),
)

export type ConfigRoutes = typeof configRoutes
