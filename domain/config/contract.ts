import * as v from 'valibot'
import { MapTiles } from '../maps/contract.ts'
import { platformIds } from '../platforms.ts'
import { walletIds } from '../wallets/contract.ts'

/** Remote config: values that an operator can change without a deploy. To add a flag, add an entry here. */
export const configEntries = {
  /** If false, nobody can start a new subscription. Existing subscriptions continue. */
  subscriptionsEnabled: v.boolean(),
  /** A sentence that is shown at the top of every page, for urgent news. */
  notice: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  /** An offer that is shown on every home page. Its link is a page of ours or an https URL. */
  communitySale: v.nullable(
    v.object({
      text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(140)),
      link: v.pipe(v.string(), v.maxLength(500), v.regex(/^(\/(?![/\\])|https:\/\/)\S*$/, 'A link must start with / or https://.')),
    }),
  ),
} as const

export type ConfigKey = keyof typeof configEntries
export const configKeys = Object.keys(configEntries) as [ConfigKey, ...ConfigKey[]]

export const RemoteConfig = v.object(configEntries)
export type RemoteConfig = v.InferOutput<typeof RemoteConfig>

/** The answer of one request: the platform, the settings and the flags. */
export const PublicConfig = v.object({
  platform: v.picklist(platformIds),
  /** The release that answered. The service worker compares it to find updates. */
  version: v.string(),
  /** `team` on the own domain of a community, which has only some of the routes. */
  host: v.picklist(['product', 'team']),
  productUrl: v.string(),
  /** The sender of our emails, so people can write to it. Pages that an older release saved on a device have none. */
  contactEmail: v.optional(v.nullable(v.string()), null),
  /** Whether sign-in with Google is set up. */
  googleSignIn: v.boolean(),
  /** The wallets of phones that a ticket can be added to. Pages that an older release saved on a device have none. */
  wallets: v.optional(v.array(v.picklist(walletIds)), []),
  /** Accounts that the sign-in page shows as buttons. Empty except in local development. */
  demoAccounts: v.array(v.object({ email: v.string(), password: v.string(), who: v.string() })),
  map: v.object({
    /** Null if maps are drawn from our own files. */
    tiles: v.nullable(MapTiles),
    /** Whether addresses can be found by name, and not only cities. */
    geocoder: v.boolean(),
  }),
  flags: RemoteConfig,
})
export type PublicConfig = v.InferOutput<typeof PublicConfig>
