import { describe, expect, it } from 'vitest'
import { findProductionFaults } from '../../scripts/production-settings.ts'

const vars = {
  ENVIRONMENT: 'production',
  PRODUCT_URL: 'https://play.gather.test',
  PRODUCT_HOSTS: 'play.gather.test=gth',
  MAIL_PROVIDER: 'cloudflare',
  MAIL_FROM: 'Gather <hello@play.gather.test>',
}
const databases = [{ binding: 'DB', database_id: 'some-id' }]
const findFaults = (change: Record<string, unknown>, d1_databases: { binding: string; database_id?: string }[] = databases) =>
  findProductionFaults({ vars: { ...vars, ...change }, d1_databases })

describe('the check of production settings', () => {
  it('accepts complete settings, without the secrets', () => {
    expect(findFaults({})).toEqual({ faults: [], blanks: [] })
    expect(findFaults({ MAIL_PROVIDER: 'resend' })).toEqual({ faults: [], blanks: [] })
    const google = { GOOGLE_CLIENT_ID: 'gather' }
    const push = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}` }
    const stripe = { STRIPE_PUBLISHABLE_KEY: 'pk_live_gather', STRIPE_CLIENT_ID: 'ca_gather' }
    expect(findFaults({ ...google, ...push, ...stripe })).toEqual({ faults: [], blanks: [] })
  })

  it('reports placeholders and a missing database as blanks', () => {
    const { faults, blanks } = findFaults({ MAIL_FROM: 'Gather <hello@play.example.com>' }, [{ binding: 'DB' }])
    expect(faults).toEqual([])
    expect(blanks).toEqual([expect.stringContaining('MAIL_FROM'), expect.stringContaining('database_id')])
  })

  it.each([
    [{ PRODUCT_URL: 'http://play.gather.test' }, 'PRODUCT_URL'],
    [{ PRODUCT_HOSTS: 'elsewhere.test=gth' }, 'PRODUCT_HOSTS'],
    [{ SANDBOX_URL: 'http://localhost:5174' }, 'SANDBOX_URL'],
    [{ ENVIRONMENT: 'local' }, 'ENVIRONMENT'],
    [{ MAIL_PROVIDER: 'pigeon' }, 'MAIL_PROVIDER'],
    [{ SIGNING_SECRET: 'written where everyone reads it, which is wrong' }, 'SIGNING_SECRET'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_gather' }, 'STRIPE_CLIENT_ID'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_live_g', STRIPE_CLIENT_ID: 'ca_g', STRIPE_SECRET_KEY: 'sk_live_g' }, 'STRIPE_SECRET_KEY'],
  ])('names the setting in %j', (change, name) => {
    expect(findFaults(change).faults.join()).toContain(name)
  })
})
