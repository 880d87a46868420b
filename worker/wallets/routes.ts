import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import { EventPath } from '../../domain/events/contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { toFileName } from '../../domain/file-name.ts'
import { platforms } from '../../domain/platforms.ts'
import { GooglePass, type WalletId } from '../../domain/wallets/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { findEvent } from '../events/find-event.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { getOrigin, type Settings } from '../platform/settings.ts'
import { describePass } from './describe-pass.ts'
import { makeApplePass } from './make-apple-pass.ts'
import { makeGooglePassUrl } from './make-google-pass.ts'

const operation = describeOperations('Joining')

const passFile = describeRoute({
  tags: ['Joining'],
  summary: 'Get my ticket for Apple Wallet',
  description: 'Answers 404 if I have no seat for sure, or if this deployment has no keys for it.',
  responses: {
    200: { description: 'A pass', content: { 'application/vnd.apple.pkpass': { schema: { type: 'string', format: 'binary' } } } },
  },
})

/** What the pass says, and our keys for this wallet. A wallet without keys does not exist on this deployment. */
async function readPass<Id extends WalletId>(c: AppContext, eventId: string, wallet: Id) {
  const viewer = await requireComplete(c)
  await limitCostly(c, 'wallet', viewer.id)
  const { settings, site } = c.var
  const keys: Settings['wallets'][Id] = settings.wallets[wallet]
  if (!keys) throw new AppError('NotFound')
  const [now, origin] = [c.var.now(), getOrigin(settings, site.platform)]
  const event = await findEvent(getPrimary(c), viewer.id, eventId, now)
  if (!event) throw eventNotFound()
  const words = describePass(event, { now, origin })
  if (!words) throw new AppError('NoTicket')
  return { words, keys: keys as NonNullable<Settings['wallets'][Id]>, origin, now, platformName: platforms[site.platform].name }
}

const iconPath = '/icons/icon-180.png'

/** The viewer's ticket for the wallet of their phone: /events/:id/me/… */
export const walletRoutes = new Hono<AppEnv>()
  .get('/:id/me/apple-pass', passFile, input('param', EventPath), async (c) => {
    const { origin: _, ...pass } = await readPass(c, c.req.valid('param').id, 'apple')
    const icon = new Uint8Array(await (await c.env.ASSETS.fetch(new URL(iconPath, c.req.url))).arrayBuffer())
    return c.body(await makeApplePass({ ...pass, icon }), 200, {
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': `attachment; filename="${toFileName(pass.words.title)}.pkpass"`,
      'cache-control': 'private, no-store',
    })
  })
  .get(
    '/:id/me/google-pass',
    operation('Get the address that adds my ticket to Google Wallet', 200, GooglePass),
    input('param', EventPath),
    async (c) => {
      const url = await makeGooglePassUrl(await readPass(c, c.req.valid('param').id, 'google'))
      return c.json({ url } satisfies GooglePass)
    },
  )

export type WalletRoutes = typeof walletRoutes
