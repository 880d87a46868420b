import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { splitCredit } from '../../domain/maps/rules.ts'
import { type PlatformId, platforms } from '../../domain/platforms.ts'

/** Secrets that stand in wrangler.toml for this machine. Everyone knows them, so production refuses them. */
const localSecrets = new Set(['local-signing-secret-local-signing-secret', 'local-admin-token'])

const origin = v.pipe(
  v.string(),
  v.url('must be an address such as https://play.example.com'),
  v.check((value) => URL.canParse(value) && new URL(value).origin === value, 'must be an origin, without a path or a slash at its end'),
)

/** `play.example.com=gth other.example.com=meh` */
const productHosts = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.minLength(1, 'must name at least one host, as host=platform'),
  v.everyItem(
    (pair) => {
      const [host, platform, more] = pair.split('=')
      return Boolean(host) && platform !== undefined && Object.hasOwn(platforms, platform) && more === undefined
    },
    `must list host=platform, with platform one of ${Object.keys(platforms).join(', ')}`,
  ),
  v.transform((pairs) => new Map(pairs.map((pair) => pair.split('=') as [string, PlatformId]))),
)

/** `https://{s}.tiles.example.com/{z}/{x}/{y}.png`, with `{s}` for a to c where there are several servers. */
const mapTiles = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/(\{s\}\.)?[a-z0-9.-]+(:\d+)?\/[^\s]*$/i, 'must look like https://tiles.example.com/{z}/{x}/{y}.png'),
  v.check((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)), 'must name {z}, {x} and {y}'),
)

/** `Words`, or `Words <https://where-they.lead>`. */
const mapAttribution = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[^<>]+( <https:\/\/[^<>\s]+>)?$/, 'must be words, and may end with an address as in Words <https://example.com>'),
)

const RawSettings = v.object({
  ENVIRONMENT: v.picklist(['local', 'production'], 'must be local or production'),
  PRODUCT_URL: origin,
  PRODUCT_HOSTS: productHosts,
  SANDBOX_URL: v.optional(origin),
  MAIL_PROVIDER: v.picklist(['sandbox', 'cloudflare', 'resend'], 'must be sandbox, cloudflare or resend'),
  MAIL_FROM: v.pipe(v.string(), v.regex(/^[^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>$/, 'must look like Name <address@example.com>')),
  RESEND_API_KEY: v.optional(v.pipe(v.string(), v.minLength(1))),
  RESEND_URL: v.optional(origin, 'https://api.resend.com'),
  GOOGLE_CLIENT_ID: v.optional(v.pipe(v.string(), v.minLength(1))),
  GOOGLE_CLIENT_SECRET: v.optional(v.pipe(v.string(), v.minLength(1))),
  GOOGLE_ISSUER: v.optional(v.pipe(v.string(), v.url('must be an address such as https://accounts.google.com'))),
  MAP_TILES: v.optional(mapTiles),
  MAP_ATTRIBUTION: v.optional(mapAttribution),
  GEOCODER_URL: v.optional(v.pipe(v.string(), v.url('must be an address such as https://geocoder.example.com/search'))),
  SIGNING_SECRET: v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
  ADMIN_TOKEN: v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters')),
})

export type Settings = {
  environment: 'local' | 'production'
  productUrl: string
  productHosts: ReadonlyMap<string, PlatformId>
  signingSecret: string
  adminToken: string
  /** Null where nobody can sign in with Google. */
  google: { clientId: string; clientSecret: string; issuer: string } | null
  /** Null where the map is drawn from our own files. */
  mapTiles: MapTiles | null
  /** Null where only cities are known by name. */
  geocoderUrl: string | null
  mail: { provider: 'sandbox' | 'cloudflare' | 'resend'; from: string; sandboxUrl?: string; resendApiKey?: string; resendUrl: string }
}

const fault = (name: string, problem: string) =>
  new AppError('SettingsInvalid', { cause: `setting ${name} ${problem}`, issues: [{ path: name, message: problem }] })

/** Reads and checks every setting at once. Throws SettingsInvalid with the setting's name as the cause. */
export function readSettings(raw: unknown): Settings {
  const parsed = v.safeParse(RawSettings, raw)
  if (!parsed.success) {
    const issue = parsed.issues[0]
    const name = v.getDotPath(issue) ?? 'settings'
    throw fault(name.split('.')[0] ?? name, issue.received === 'undefined' ? 'is missing' : issue.message)
  }
  const s = parsed.output
  if (s.ENVIRONMENT === 'production') {
    for (const name of ['SIGNING_SECRET', 'ADMIN_TOKEN'] as const) {
      if (localSecrets.has(s[name])) throw fault(name, 'is the one for local use: set your own with `wrangler secret put`')
    }
    if (s.SANDBOX_URL) throw fault('SANDBOX_URL', 'is for local use only')
    for (const name of ['PRODUCT_URL', 'MAP_TILES', 'GEOCODER_URL'] as const) {
      if (s[name] !== undefined && !s[name].startsWith('https:')) throw fault(name, 'must start with https:')
    }
  }
  if (!s.PRODUCT_HOSTS.has(new URL(s.PRODUCT_URL).hostname)) throw fault('PRODUCT_HOSTS', 'must name the host of PRODUCT_URL')
  if (s.MAIL_PROVIDER === 'sandbox' && !s.SANDBOX_URL) throw fault('SANDBOX_URL', 'is missing, and MAIL_PROVIDER is sandbox')
  if (s.MAIL_PROVIDER === 'resend' && !s.RESEND_API_KEY) throw fault('RESEND_API_KEY', 'is missing, and MAIL_PROVIDER is resend')
  if (s.GOOGLE_CLIENT_ID && !s.GOOGLE_CLIENT_SECRET) throw fault('GOOGLE_CLIENT_SECRET', 'is missing, and GOOGLE_CLIENT_ID is set')
  if (s.MAP_TILES && !s.MAP_ATTRIBUTION) throw fault('MAP_ATTRIBUTION', 'is missing, and MAP_TILES is set')
  return {
    environment: s.ENVIRONMENT,
    productUrl: s.PRODUCT_URL,
    productHosts: s.PRODUCT_HOSTS,
    signingSecret: s.SIGNING_SECRET,
    adminToken: s.ADMIN_TOKEN,
    google:
      s.GOOGLE_CLIENT_ID && s.GOOGLE_CLIENT_SECRET
        ? {
            clientId: s.GOOGLE_CLIENT_ID,
            clientSecret: s.GOOGLE_CLIENT_SECRET,
            issuer: s.GOOGLE_ISSUER ?? (s.SANDBOX_URL ? `${s.SANDBOX_URL}/google` : 'https://accounts.google.com'),
          }
        : null,
    mapTiles: s.MAP_TILES && s.MAP_ATTRIBUTION ? { url: s.MAP_TILES, ...splitCredit(s.MAP_ATTRIBUTION) } : null,
    geocoderUrl: s.GEOCODER_URL ?? null,
    mail: {
      provider: s.MAIL_PROVIDER,
      from: s.MAIL_FROM,
      resendUrl: s.RESEND_URL,
      ...(s.SANDBOX_URL === undefined ? {} : { sandboxUrl: s.SANDBOX_URL }),
      ...(s.RESEND_API_KEY === undefined ? {} : { resendApiKey: s.RESEND_API_KEY }),
    },
  }
}

/** Where a platform's own people go: links in its mails and previews start here. */
export function originOf({ productUrl, productHosts }: Settings, platform: PlatformId): string {
  const main = new URL(productUrl)
  if (productHosts.get(main.hostname) === platform) return productUrl
  const host = [...productHosts].find(([, id]) => id === platform)?.[0]
  if (host !== undefined) main.hostname = host
  return main.origin
}

const known = new WeakMap<object, Settings>()

/** The settings of an environment, checked once per isolate. */
export function settingsOf(env: object): Settings {
  const seen = known.get(env)
  if (seen) return seen
  const settings = readSettings(env)
  known.set(env, settings)
  return settings
}
