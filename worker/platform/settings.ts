import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { MapTiles } from '../../domain/maps/contract.ts'
import { splitCredit } from '../../domain/maps/rules.ts'
import { type PlatformId, platforms } from '../../domain/platforms.ts'

/** The secrets in wrangler.toml for local development. They are public, so production refuses them. */
const localSecrets = new Set(['local-signing-secret-local-signing-secret', 'local-admin-token'])

/** The key in wrangler.toml for local development, which is public too. */
const localPushKey = 'DeDkaGX0hYXk0TIDxPhC4l3gX1-LSe1SFLpFMDgIUdY'

/** The values in wrangler.toml for the Stripe of the sandbox. With another secret key, the product uses the real Stripe. */
const localStripe = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_CLIENT_ID: 'ca_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_local_account',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_local_connect',
}
const stripeNames = Object.keys(localStripe) as (keyof typeof localStripe)[]

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

/** `https://{s}.tiles.example.com/{z}/{x}/{y}.png`. `{s}` becomes a, b or c if there are several servers. */
const mapTiles = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/(\{s\}\.)?[a-z0-9.-]+(:\d+)?\/[^\s]*$/i, 'must look like https://tiles.example.com/{z}/{x}/{y}.png'),
  v.check((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)), 'must name {z}, {x} and {y}'),
)

/** `Text`, or `Text <https://link.example.com>`. */
const mapAttribution = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[^<>]+( <https:\/\/[^<>\s]+>)?$/, 'must be text, and may end with an address, such as Text <https://example.com>'),
)

const webhookSecret = v.pipe(v.string(), v.regex(/^whsec_\S+$/, 'must be the secret of an endpoint, which starts with whsec_'))

const privateKey = v.pipe(v.string(), v.regex(/-----BEGIN PRIVATE KEY-----/, 'must be a private key in PKCS 8, as PEM'))

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
  DNS_URL: v.optional(v.pipe(v.string(), v.url('must be an address such as https://cloudflare-dns.com/dns-query'))),
  CLOUDFLARE_ZONE_ID: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be the id of a zone, which has 32 characters'))),
  CLOUDFLARE_ZONE_TOKEN: v.optional(v.pipe(v.string(), v.minLength(1))),
  CLOUDFLARE_URL: v.optional(
    v.pipe(v.string(), v.url('must be an address such as https://api.cloudflare.com/client/v4')),
    'https://api.cloudflare.com/client/v4',
  ),
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, 'must be a public key of P-256 in base64url'))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be a private key of P-256 in base64url'))),
  APPLE_PASS_TYPE: v.optional(v.pipe(v.string(), v.regex(/^pass\.[\w.-]+$/, 'must be the id of a pass type, which starts with pass.'))),
  APPLE_TEAM_ID: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/, 'must be an id of 10 letters and digits'))),
  APPLE_PASS_CERTIFICATES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/-----BEGIN CERTIFICATE-----/, 'must be the certificate of the pass type and the one that certifies it, as PEM'),
    ),
  ),
  APPLE_PASS_KEY: v.optional(privateKey),
  GOOGLE_WALLET_ISSUER: v.optional(v.pipe(v.string(), v.regex(/^\d+$/, 'must be the id of an issuer, which is a number'))),
  GOOGLE_WALLET_ACCOUNT: v.optional(v.pipe(v.string(), v.email('must be the email of a service account'))),
  GOOGLE_WALLET_KEY: v.optional(privateKey),
  STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^[rs]k_\w+$/, 'must be a secret key, which starts with sk_'))),
  STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^pk_\w+$/, 'must be a publishable key, which starts with pk_'))),
  STRIPE_CLIENT_ID: v.optional(v.pipe(v.string(), v.regex(/^ca_\w+$/, 'must be the client id of Connect, which starts with ca_'))),
  STRIPE_WEBHOOK_SECRET: v.optional(webhookSecret),
  STRIPE_CONNECT_WEBHOOK_SECRET: v.optional(webhookSecret),
  STRIPE_PORTAL_URL: v.optional(v.pipe(v.string(), v.url('must be an address such as https://billing.stripe.com/p/login/…'))),
  SIGNING_SECRET: v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters')),
  ADMIN_TOKEN: v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters')),
})

/** The certificate of our passes, and the key that signs them. */
export type ApplePassKeys = { passType: string; teamId: string; certificates: string; key: string }
/** Our account as an issuer of tickets, and the service account that signs them. */
export type GooglePassKeys = { issuer: string; account: string; key: string }

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  clientId: string
  /** The secrets with which Stripe signs the events of our own account, and those of accounts that are linked to ours. */
  webhookSecrets: Record<'account' | 'connect', string>
  /** The page that Stripe made for all our customers, where they sign in with their email. Null if we open one for each visit. */
  portalUrl: string | null
  /** The address of the Stripe of the sandbox. Null if it is the real one. */
  sandboxUrl: string | null
}

/** Where Cloudflare is told of the domains of communities (custom hostnames). */
export type CloudflareSettings = { apiUrl: string; zoneId: string; token: string }

export type Settings = {
  environment: 'local' | 'production'
  productUrl: string
  productHosts: ReadonlyMap<string, PlatformId>
  signingSecret: string
  adminToken: string
  /** Where outside services are replaced in local use. Null in production. */
  sandboxUrl: string | null
  /** Null if sign-in with Google is not set up. */
  google: { clientId: string; clientSecret: string; issuer: string } | null
  /** Null if maps are drawn from our own files. */
  mapTiles: MapTiles | null
  /** Null if only cities can be found by name. */
  geocoderUrl: string | null
  /** Where we ask for the records of domains (DNS over HTTPS, with answers in JSON). */
  dnsUrl: string
  /** Null if an operator tells Cloudflare of new domains. */
  cloudflare: CloudflareSettings | null
  /** Null if alerts on devices are not set up. `subject` is where a push service can write to us. */
  push: { publicKey: string; privateKey: string; subject: string } | null
  /** Null for a wallet whose keys are not set up. */
  wallets: { apple: ApplePassKeys | null; google: GooglePassKeys | null }
  /** Null if payments are not set up. */
  stripe: StripeSettings | null
  mail: { provider: 'sandbox' | 'cloudflare' | 'resend'; from: string; sandboxUrl?: string; resendApiKey?: string; resendUrl: string }
}

const createSettingError = (name: string, problem: string) =>
  new AppError('SettingsInvalid', { cause: `setting ${name} ${problem}`, issues: [{ path: name, message: problem }] })

/** Reads and checks all settings. Throws SettingsInvalid with the name of the setting as the cause. */
export function readSettings(raw: unknown): Settings {
  const parsed = v.safeParse(RawSettings, raw)
  if (!parsed.success) {
    const issue = parsed.issues[0]
    const name = v.getDotPath(issue) ?? 'settings'
    throw createSettingError(name.split('.')[0] ?? name, issue.received === 'undefined' ? 'is missing' : issue.message)
  }
  const input = parsed.output
  if (input.ENVIRONMENT === 'production') {
    for (const name of ['SIGNING_SECRET', 'ADMIN_TOKEN'] as const) {
      if (localSecrets.has(input[name])) throw createSettingError(name, 'is the one for local use: set your own with `wrangler secret put`')
    }
    if (input.VAPID_PRIVATE_KEY === localPushKey) throw createSettingError('VAPID_PRIVATE_KEY', 'is the one for local use')
    for (const name of stripeNames) {
      if (input[name] === localStripe[name]) throw createSettingError(name, 'is the one for local use')
    }
    if (input.SANDBOX_URL) throw createSettingError('SANDBOX_URL', 'is for local use only')
    for (const name of ['PRODUCT_URL', 'MAP_TILES', 'GEOCODER_URL', 'DNS_URL', 'CLOUDFLARE_URL'] as const) {
      if (input[name] !== undefined && !input[name].startsWith('https:')) throw createSettingError(name, 'must start with https:')
    }
  }
  if (!input.PRODUCT_HOSTS.has(new URL(input.PRODUCT_URL).hostname))
    throw createSettingError('PRODUCT_HOSTS', 'must name the host of PRODUCT_URL')
  if (input.MAIL_PROVIDER === 'sandbox' && !input.SANDBOX_URL)
    throw createSettingError('SANDBOX_URL', 'is missing, and MAIL_PROVIDER is sandbox')
  if (input.MAIL_PROVIDER === 'resend' && !input.RESEND_API_KEY)
    throw createSettingError('RESEND_API_KEY', 'is missing, and MAIL_PROVIDER is resend')
  if (input.GOOGLE_CLIENT_ID && !input.GOOGLE_CLIENT_SECRET)
    throw createSettingError('GOOGLE_CLIENT_SECRET', 'is missing, and GOOGLE_CLIENT_ID is set')
  if (input.VAPID_PUBLIC_KEY && !input.VAPID_PRIVATE_KEY)
    throw createSettingError('VAPID_PRIVATE_KEY', 'is missing, and VAPID_PUBLIC_KEY is set')
  if (input.CLOUDFLARE_ZONE_ID && !input.CLOUDFLARE_ZONE_TOKEN)
    throw createSettingError('CLOUDFLARE_ZONE_TOKEN', 'is missing, and CLOUDFLARE_ZONE_ID is set')
  if (input.MAP_TILES && !input.MAP_ATTRIBUTION) throw createSettingError('MAP_ATTRIBUTION', 'is missing, and MAP_TILES is set')
  return {
    environment: input.ENVIRONMENT,
    productUrl: input.PRODUCT_URL,
    productHosts: input.PRODUCT_HOSTS,
    signingSecret: input.SIGNING_SECRET,
    adminToken: input.ADMIN_TOKEN,
    sandboxUrl: input.SANDBOX_URL ?? null,
    google:
      input.GOOGLE_CLIENT_ID && input.GOOGLE_CLIENT_SECRET
        ? {
            clientId: input.GOOGLE_CLIENT_ID,
            clientSecret: input.GOOGLE_CLIENT_SECRET,
            issuer: input.GOOGLE_ISSUER ?? (input.SANDBOX_URL ? `${input.SANDBOX_URL}/google` : 'https://accounts.google.com'),
          }
        : null,
    mapTiles: input.MAP_TILES && input.MAP_ATTRIBUTION ? { url: input.MAP_TILES, ...splitCredit(input.MAP_ATTRIBUTION) } : null,
    geocoderUrl: input.GEOCODER_URL ?? null,
    dnsUrl: input.DNS_URL ?? (input.SANDBOX_URL ? `${input.SANDBOX_URL}/dns/query` : 'https://cloudflare-dns.com/dns-query'),
    cloudflare:
      input.CLOUDFLARE_ZONE_ID && input.CLOUDFLARE_ZONE_TOKEN
        ? { apiUrl: input.CLOUDFLARE_URL, zoneId: input.CLOUDFLARE_ZONE_ID, token: input.CLOUDFLARE_ZONE_TOKEN }
        : null,
    push:
      input.VAPID_PUBLIC_KEY && input.VAPID_PRIVATE_KEY
        ? {
            publicKey: input.VAPID_PUBLIC_KEY,
            privateKey: input.VAPID_PRIVATE_KEY,
            subject: `mailto:${/<(.+)>$/.exec(input.MAIL_FROM)?.[1] ?? ''}`,
          }
        : null,
    wallets: readWallets(input),
    stripe: readStripe(input),
    mail: {
      provider: input.MAIL_PROVIDER,
      from: input.MAIL_FROM,
      resendUrl: input.RESEND_URL,
      ...(input.SANDBOX_URL === undefined ? {} : { sandboxUrl: input.SANDBOX_URL }),
      ...(input.RESEND_API_KEY === undefined ? {} : { resendApiKey: input.RESEND_API_KEY }),
    },
  }
}

const appleNames = ['APPLE_PASS_TYPE', 'APPLE_TEAM_ID', 'APPLE_PASS_CERTIFICATES', 'APPLE_PASS_KEY'] as const
const googleNames = ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'] as const

/** A wallet needs all of its settings, so some of them alone are a mistake. */
function readWallets(input: v.InferOutput<typeof RawSettings>): Settings['wallets'] {
  for (const names of [appleNames, googleNames]) {
    const [present, missing] = [names.find((name) => input[name]), names.find((name) => !input[name])]
    if (present && missing) throw createSettingError(missing, `is missing, and ${present} is set`)
  }
  const { APPLE_PASS_TYPE: passType, APPLE_TEAM_ID: teamId, APPLE_PASS_CERTIFICATES: certificates, APPLE_PASS_KEY: passKey } = input
  const { GOOGLE_WALLET_ISSUER: issuer, GOOGLE_WALLET_ACCOUNT: account, GOOGLE_WALLET_KEY: key } = input
  return {
    apple: passType && teamId && certificates && passKey ? { passType, teamId, certificates, key: passKey } : null,
    google: issuer && account && key ? { issuer, account, key } : null,
  }
}

/** Payments need all of these settings, so some of them alone are a mistake. */
function readStripe(input: v.InferOutput<typeof RawSettings>): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_CLIENT_ID: clientId } = input
  const { STRIPE_WEBHOOK_SECRET: account, STRIPE_CONNECT_WEBHOOK_SECRET: connect, SANDBOX_URL: sandboxUrl = null } = input
  if (!(secretKey && publishableKey && clientId && account && connect)) {
    const [present, missing] = [stripeNames.find((name) => input[name]), stripeNames.find((name) => !input[name])]
    if (present && missing) throw createSettingError(missing, `is missing, and ${present} is set`)
    return null
  }
  const { STRIPE_PORTAL_URL: portalUrl = null } = input
  const isLocal = secretKey === localStripe.STRIPE_SECRET_KEY
  if (isLocal && sandboxUrl === null) throw createSettingError('SANDBOX_URL', 'is missing, and STRIPE_SECRET_KEY is the one for local use')
  return { secretKey, publishableKey, clientId, webhookSecrets: { account, connect }, portalUrl, sandboxUrl: isLocal ? sandboxUrl : null }
}

/** Returns the origin of a platform. Links in its emails and previews start with it. */
export function getOrigin({ productUrl, productHosts }: Settings, platform: PlatformId): string {
  const main = new URL(productUrl)
  if (productHosts.get(main.hostname) === platform) return productUrl
  const host = [...productHosts].find(([, id]) => id === platform)?.[0]
  if (host !== undefined) main.hostname = host
  return main.origin
}

const cachedSettings = new WeakMap<object, Settings>()

/** Returns the settings of an environment. They are checked once per isolate. */
export function getSettings(env: object): Settings {
  const cachedValue = cachedSettings.get(env)
  if (cachedValue) return cachedValue
  const settings = readSettings(env)
  cachedSettings.set(env, settings)
  return settings
}
