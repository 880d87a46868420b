import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { app } from '../../worker/app.ts'
import { readSettings } from '../../worker/platform/settings.ts'
import { collectLog } from '../setup/log.ts'

const local = {
  ENVIRONMENT: 'local',
  PRODUCT_URL: 'http://localhost:5173',
  PRODUCT_HOSTS: 'localhost=gth meh.localhost=meh',
  SANDBOX_URL: 'http://localhost:5174',
  MAIL_PROVIDER: 'sandbox',
  MAIL_FROM: 'Gather <hello@gather.test>',
  SIGNING_SECRET: 'local-signing-secret-local-signing-secret',
  ADMIN_TOKEN: 'local-admin-token',
}
const { SANDBOX_URL: _, ...withoutSandbox } = local
const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_gather',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_gather',
  STRIPE_CLIENT_ID: 'ca_gather',
  STRIPE_WEBHOOK_SECRET: 'whsec_account',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
}
const localStripe = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_CLIENT_ID: 'ca_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_local_account',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_local_connect',
}
const production = {
  ...withoutSandbox,
  ENVIRONMENT: 'production',
  PRODUCT_URL: 'https://play.example.com',
  PRODUCT_HOSTS: 'play.example.com=gth',
  MAIL_PROVIDER: 'cloudflare',
  SIGNING_SECRET: 'k'.repeat(40),
  ADMIN_TOKEN: 't'.repeat(40),
}

describe('A Worker with a wrong setting', () => {
  const log = collectLog()

  it('answers 500 without a reason, and names the setting in the log only', async () => {
    const context = createExecutionContext()
    const broken = { ...env, ADMIN_TOKEN: undefined }
    const answer = await app.fetch(new Request('http://localhost:5173/api/health'), broken, context)
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'SettingsInvalid' })
    expect(text).not.toContain('ADMIN_TOKEN')
    expect(log).toMatchObject([{ level: 'error', status: 500, error: 'setting ADMIN_TOKEN is missing' }])
  })
})

const faultOf = (raw: object): string => {
  try {
    readSettings(raw)
  } catch (error) {
    if (error instanceof AppError) return String(error.cause)
    throw error
  }
  return 'none'
}

describe('Settings', () => {
  it('are all read', () => {
    expect(readSettings(local)).toMatchObject({
      environment: 'local',
      productHosts: new Map([
        ['localhost', 'gth'],
        ['meh.localhost', 'meh'],
      ]),
    })
    expect(readSettings(production)).toMatchObject({ environment: 'production', mail: { provider: 'cloudflare' } })
  })

  it.each([
    [{ ...local, ENVIRONMENT: 'staging' }, 'ENVIRONMENT'],
    [{ ...local, PRODUCT_URL: 'localhost' }, 'PRODUCT_URL'],
    [{ ...local, PRODUCT_URL: 'http://localhost:5173/' }, 'PRODUCT_URL'],
    [{ ...local, PRODUCT_HOSTS: '' }, 'PRODUCT_HOSTS'],
    [{ ...local, PRODUCT_HOSTS: 'localhost=xyz' }, 'PRODUCT_HOSTS'],
    [{ ...local, PRODUCT_HOSTS: 'other.test=gth' }, 'PRODUCT_HOSTS'],
    [withoutSandbox, 'SANDBOX_URL'],
    [{ ...local, MAIL_PROVIDER: 'pigeon' }, 'MAIL_PROVIDER'],
    [{ ...local, MAIL_PROVIDER: 'resend' }, 'RESEND_API_KEY'],
    [{ ...local, MAIL_FROM: 'hello' }, 'MAIL_FROM'],
    [{ ...local, SIGNING_SECRET: 'short' }, 'SIGNING_SECRET'],
    [{ ...local, ADMIN_TOKEN: undefined }, 'ADMIN_TOKEN'],
    [{ ...production, SIGNING_SECRET: local.SIGNING_SECRET }, 'SIGNING_SECRET'],
    [{ ...local, VAPID_PUBLIC_KEY: 'short' }, 'VAPID_PUBLIC_KEY'],
    [{ ...local, VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}` }, 'VAPID_PRIVATE_KEY'],
    [{ ...production, VAPID_PRIVATE_KEY: 'DeDkaGX0hYXk0TIDxPhC4l3gX1-LSe1SFLpFMDgIUdY' }, 'VAPID_PRIVATE_KEY'],
    [{ ...production, ADMIN_TOKEN: local.ADMIN_TOKEN }, 'ADMIN_TOKEN'],
    [{ ...local, ...stripe, STRIPE_SECRET_KEY: 'pk_live_gather' }, 'STRIPE_SECRET_KEY'],
    [{ ...local, ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ ...withoutSandbox, ...localStripe, MAIL_PROVIDER: 'cloudflare' }, 'SANDBOX_URL'],
    [{ ...production, SANDBOX_URL: 'http://localhost:5174' }, 'SANDBOX_URL'],
    [{ ...production, PRODUCT_URL: 'http://play.example.com' }, 'PRODUCT_URL'],
    [{ ...local, MAP_TILES: 'https://tiles.test/{z}/{x}.png', MAP_ATTRIBUTION: 'x' }, 'MAP_TILES'],
    [{ ...local, MAP_TILES: "https://tiles.test;script-src 'x'/{z}/{x}/{y}.png", MAP_ATTRIBUTION: 'x' }, 'MAP_TILES'],
    [{ ...local, MAP_TILES: 'https://tiles.test/{z}/{x}/{y}.png' }, 'MAP_ATTRIBUTION'],
    [{ ...local, MAP_TILES: 'https://tiles.test/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'x <javascript:alert(1)>' }, 'MAP_ATTRIBUTION'],
    [{ ...local, GEOCODER_URL: 'somewhere' }, 'GEOCODER_URL'],
    [{ ...production, GEOCODER_URL: 'http://geocoder.test' }, 'GEOCODER_URL'],
    [{ ...production, DNS_URL: 'http://dns.test/query' }, 'DNS_URL'],
    [{ ...local, CLOUDFLARE_ZONE_ID: 'example.com' }, 'CLOUDFLARE_ZONE_ID'],
    [{ ...local, CLOUDFLARE_ZONE_ID: 'a1'.repeat(16) }, 'CLOUDFLARE_ZONE_TOKEN'],
    [{ ...production, MAP_TILES: 'http://tiles.test/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'x' }, 'MAP_TILES'],
  ])('names the setting that is wrong (%#)', (raw, name) => {
    expect(faultOf(raw)).toMatch(new RegExp(`^setting ${name} `))
  })
})

describe('The settings of Stripe', () => {
  const names = Object.keys(stripe) as (keyof typeof stripe)[]

  it('may all be missing', () => {
    expect(readSettings(production).stripe).toBeNull()
  })

  it.each(names)('are not complete without %s', (name) => {
    const { [name]: _, ...others } = stripe
    expect(faultOf({ ...production, ...others })).toMatch(new RegExp(`^setting ${name} is missing, and STRIPE_\\w+ is set$`))
  })

  it.each(names)('may not contain the local %s in production', (name) => {
    expect(faultOf({ ...production, ...stripe, [name]: localStripe[name] })).toBe(`setting ${name} is the one for local use`)
  })

  it('lead to the Stripe of the sandbox with its key, and to the real one with any other', () => {
    expect(readSettings({ ...local, ...localStripe }).stripe?.sandboxUrl).toBe('http://localhost:5174')
    expect(readSettings({ ...local, ...stripe }).stripe?.sandboxUrl).toBeNull()
  })
})
