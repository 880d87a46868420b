import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { PublicConfig } from '../../domain/config/contract.ts'
import { demoAccounts } from '../../domain/demo-accounts.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getOrigin } from '../platform/settings.ts'
import { offeredWallets } from '../wallets/offered-wallets.ts'
import { loadConfig } from './queries.ts'

/** What the web app needs before it can show anything. It is part of every page, and the app only requests it if it is missing there. */
export async function getPublicConfig(c: AppContext): Promise<PublicConfig> {
  const { settings, site, db } = c.var
  return {
    platform: site.platform,
    version: c.env.VERSION.id || 'local',
    host: site.kind,
    productUrl: getOrigin(settings, site.platform),
    contactEmail: settings.mail.from.replace(/^.*<(.*)>$/, '$1'),
    googleSignIn: settings.google !== null,
    wallets: offeredWallets(settings),
    demoAccounts: settings.environment === 'local' ? demoAccounts : [],
    map: { tiles: settings.mapTiles, geocoder: settings.geocoderUrl !== null },
    flags: await loadConfig(db, settings),
  }
}

export const configRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['Platform'],
    summary: 'The configuration of the web app',
    responses: { 200: { description: 'Platform, release and flags', content: { 'application/json': { schema: resolver(PublicConfig) } } } },
  }),
  async (c) => c.json(await getPublicConfig(c)),
)

export type ConfigRoutes = typeof configRoutes
