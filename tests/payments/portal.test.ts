import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { findPortal } from '../../worker/payments/customer-pages.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { post, startWithTeam, stripe, the } from './plan-buyer.ts'

const log = collectLog()
startWithTeam()

/** The page of a person or a team. `portalUrl` is what the setting STRIPE_PORTAL_URL says. */
async function openPortal(kind: 'user' | 'team', portalUrl: string | null) {
  const settings = getSettings(env)
  if (settings.stripe === null) throw new Error('There is no Stripe.')
  const money = {
    ...{ db: openPrimary(env.DB), stripe: await openStripe(settings), now: Date.now(), newId: () => 'new', platform: 'gth' as const },
    ...{ settings: { ...settings, stripe: { ...settings.stripe, portalUrl } }, origin: 'http://localhost:5173' },
  }
  const { id } = the.owner
  const owner = kind === 'user' ? ({ kind, id, platform: 'gth' } as const) : ({ kind, id: the.team } as const)
  return findPortal(money, { id, email: 'pat+1@example.com' }, owner)
}

it('The page of the setting gets the address of the person', async () => {
  const url = 'https://billing.stripe.com/p/login/abc?locale=en'
  expect(await openPortal('user', url)).toBe(`${url}&prefilled_email=pat%2B1%40example.com`)
  // It asks for the card of a person, so a team without one has no page.
  await expect(openPortal('team', url)).rejects.toThrow()
})

it('Without the setting, everybody gets a page of their own', async () => {
  expect(await openPortal('user', null)).toContain('/stripe/')
})

it('If the settings of the portal were never saved at Stripe, the person reads so, and the operator finds why', async () => {
  const open = () => post(the.owner, '/portal', { type: 'user', id: the.owner.id })
  stripe.act((world) => world.changeSettings({ faults: { noPortal: true } }))
  const refused = await open()
  expect([refused.status, await readProblem(refused)]).toMatchObject([
    503,
    { code: 'PortalNotSetUp', title: 'The page with your cards and invoices is not set up on this site yet. Ask our support for help.' },
  ])
  expect(log.find(({ event }) => event === 'portal-not-set-up')).toMatchObject({
    level: 'error',
    error: expect.stringContaining('https://dashboard.stripe.com/settings/billing/portal'),
  })
  stripe.act((world) => world.changeSettings({ faults: { noPortal: false } }))
  expect((await open()).status).toBe(200)
})
