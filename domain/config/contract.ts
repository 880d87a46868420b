import * as v from 'valibot'
import { MapTiles } from '../maps/contract.ts'
import { platformIds } from '../platforms.ts'

/** Remote config: what an operator changes without a deploy. One entry here is all a new flag needs. */
export const configEntries = {
  /** Off sells nothing new; who already pays keeps what they pay for. */
  subscriptionsEnabled: v.boolean(),
  /** One sentence shown on top of every page, for news that cannot wait for a deploy. */
  notice: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  /** What communities sell just now, told on every home: a page of ours, or an https address. */
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

/** What the web learns in one call: who it is, and what is switched on. */
export const PublicConfig = v.object({
  platform: v.picklist(platformIds),
  /** The release that answered; the service worker's updates are told apart by it. */
  version: v.string(),
  /** `team` on a community's own domain, where only a reduced set of routes exists. */
  host: v.picklist(['product', 'team']),
  productUrl: v.string(),
  /** Whether one can sign in with Google here. */
  googleSignIn: v.boolean(),
  /** Accounts that the sign-in page offers as buttons. There are none outside this machine. */
  demoAccounts: v.array(v.object({ email: v.string(), password: v.string(), who: v.string() })),
  map: v.object({
    /** None where the map is drawn from our own files. */
    tiles: v.nullable(MapTiles),
    /** Whether addresses can be looked up by name, beyond cities. */
    geocoder: v.boolean(),
  }),
  flags: RemoteConfig,
})
export type PublicConfig = v.InferOutput<typeof PublicConfig>
