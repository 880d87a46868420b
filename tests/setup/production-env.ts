import { env } from 'cloudflare:workers'

/** The environment of a deployed product, with secrets of its own and nothing that is for local use. */
export const productionEnv = {
  ...env,
  ENVIRONMENT: 'production',
  SIGNING_SECRET: 'p'.repeat(32),
  ADMIN_TOKEN: 'p'.repeat(32),
  VAPID_PRIVATE_KEY: 'p'.repeat(43),
  SANDBOX_URL: undefined,
  PRODUCT_URL: 'https://play.example.com',
  PRODUCT_HOSTS: 'play.example.com=gth',
  MAIL_PROVIDER: 'cloudflare',
  GOOGLE_ISSUER: undefined,
  STRIPE_SECRET_KEY: 'sk_live_p',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_p',
  STRIPE_CLIENT_ID: 'ca_p',
  STRIPE_WEBHOOK_SECRET: 'whsec_p',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_p_connect',
}
