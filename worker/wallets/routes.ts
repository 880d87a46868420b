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
import { describePass, type PassWords } from './describe-pass.ts'
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

/** The keys of a wallet. A wallet without keys does not exist on this deployment. */
function requireKeys<Id extends WalletId>({ wallets }: Settings, id: Id): NonNullable<Settings['wallets'][Id]> {
  const keys = wallets[id]
  if (!keys) throw new AppError('NotFound')
  return keys
}

async function readWords(c: AppContext, eventId: string): Promise<PassWords> {
  const viewer = await requireComplete(c)
  await limitCostly(c, 'wallet', viewer.id)
  const [now, origin] = [c.var.now(), getOrigin(c.var.settings, c.var.site.platform)]
  const event = await findEvent(getPrimary(c), viewer.id, eventId, now)
  if (!event) throw eventNotFound()
  const words = describePass(event, { now, origin })
  if (!words) throw new AppError('NoTicket')
  return words
}

const iconPath = '/icons/icon-180.png'

/** The viewer's ticket for the wallet of their phone: /events/:id/me/… */
export const walletRoutes = new Hono<AppEnv>()
  .get('/:id/me/apple-pass', passFile, input('param', EventPath), async (c) => {
    const words = await readWords(c, c.req.valid('param').id)
    const keys = requireKeys(c.var.settings, 'apple')
    const icon = new Uint8Array(await (await c.env.ASSETS.fetch(new URL(iconPath, c.req.url))).arrayBuffer())
    const pass = await makeApplePass({ words, platformName: platforms[c.var.site.platform].name, icon, keys, now: c.var.now() })
    return c.body(pass, 200, {
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': `attachment; filename="${toFileName(words.title)}.pkpass"`,
      'cache-control': 'private, no-store',
    })
  })
  .get(
    '/:id/me/google-pass',
    operation('Get the address that adds my ticket to Google Wallet', 200, GooglePass),
    input('param', EventPath),
    async (c) => {
      const words = await readWords(c, c.req.valid('param').id)
      const keys = requireKeys(c.var.settings, 'google')
      const { platform } = c.var.site
      const origin = getOrigin(c.var.settings, platform)
      const url = await makeGooglePassUrl({ words, platformName: platforms[platform].name, origin, keys, now: c.var.now() })
      return c.json({ url } satisfies GooglePass)
    },
  )

export type WalletRoutes = typeof walletRoutes
