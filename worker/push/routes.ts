import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import {
  ChangeDevice,
  DevicePath,
  PushState,
  Registration,
  RegistrationPath,
  ShownTest,
  WebRegistration,
} from '../../domain/push/contract.ts'
import { isKnownEndpoint } from '../../domain/push/judge-endpoint.ts'
import { requireSession, requireViewer } from '../access/viewer.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { fromBase64Url, toBase64Url } from '../platform/base64.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { changeDevice, deleteRegistration, type Registrant, refreshDevice, registerDevice, removeDevice } from './commands.ts'
import { makeEndpointRules } from './endpoint-rules.ts'
import { listPushDevices } from './queries.ts'
import { finishTest, startTest } from './tests.ts'

const operation = describeOperations('Push')

const makeToken = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** Refuses what we could not send to: a key of somebody else, a foreign service, or a point that is not on the curve. */
async function requireUsable(c: AppContext, { web: { endpoint, p256dh, applicationPubKey } }: WebRegistration): Promise<void> {
  const { settings } = c.var
  if (!settings.push) throw new AppError('PushNotSetUp')
  if (!isKnownEndpoint(endpoint, makeEndpointRules(settings))) throw new AppError('PushServiceUnknown')
  if (applicationPubKey && applicationPubKey.replace(/=+$/, '') !== settings.push.publicKey) throw new AppError('PushKeyOutdated')
  try {
    await crypto.subtle.importKey('raw', fromBase64Url(p256dh), { name: 'ECDH', namedCurve: 'P-256' }, false, [])
  } catch (cause) {
    throw new AppError('InvalidInput', { issues: [{ path: 'web.p256dh', message: 'This is not a public key.' }], cause })
  }
}

async function getRegistrant(c: AppContext): Promise<Registrant> {
  const { viewer, sessionId } = await requireSession(c)
  return { userId: viewer.id, sessionId, userAgent: (c.req.header('user-agent') ?? '').slice(0, 300), platform: c.var.site.platform }
}

export const pushRoutes = new Hono<AppEnv>()
  .get('/', operation('The devices on which I get alerts, and the key to subscribe with', 200, PushState), async (c) => {
    const { viewer, sessionId } = await requireSession(c)
    const devices = await listPushDevices(getPrimary(c), viewer.id, sessionId)
    return c.json({ publicKey: c.var.settings.push?.publicKey ?? null, devices } satisfies PushState)
  })
  .post(
    '/registrations',
    operation('Get alerts in this browser', 201, Registration, 'The token names the registration later. It cannot be read again.'),
    input('json', WebRegistration),
    async (c) => {
      const registrant = await getRegistrant(c)
      await limitCostly(c, 'push', registrant.userId)
      const registration = c.req.valid('json')
      await requireUsable(c, registration)
      const [id, token] = [c.var.newId(), makeToken()]
      await registerDevice(getPrimary(c), { ...registrant, id, tokenHash: await hashSecret(token), now: c.var.now() }, registration)
      return c.json({ token, id } satisfies Registration, 201)
    },
  )
  .patch(
    '/registrations/:token',
    operation('Refresh the registration of this browser', 200, Registration, 'At least every seven days, and when the endpoint changes.'),
    input('param', RegistrationPath),
    input('json', WebRegistration),
    async (c) => {
      const registrant = await getRegistrant(c)
      const { token } = c.req.valid('param')
      const registration = c.req.valid('json')
      await requireUsable(c, registration)
      const id = await refreshDevice(getPrimary(c), { ...registrant, tokenHash: await hashSecret(token), now: c.var.now() }, registration)
      return c.json({ token, id } satisfies Registration)
    },
  )
  .delete(
    '/registrations/:token',
    operation('Stop alerts in this browser', 200, Registration),
    input('param', RegistrationPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { token } = c.req.valid('param')
      const id = await deleteRegistration(getPrimary(c), viewer.id, await hashSecret(token))
      return c.json({ token, id } satisfies Registration)
    },
  )
  .patch(
    '/devices/:id',
    operation('Choose whether alerts on a device say what happened', 204),
    input('param', DevicePath),
    input('json', ChangeDevice),
    async (c) => {
      const viewer = await requireViewer(c)
      await changeDevice(getPrimary(c), viewer.id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/devices/:id/tests',
    operation('Send a test to a device', 202, undefined, 'The list of devices says how far it got.'),
    input('param', DevicePath),
    async (c) => {
      const viewer = await requireViewer(c)
      await limitCostly(c, 'push', viewer.id)
      if (!c.var.settings.push) throw new AppError('PushNotSetUp')
      const [jobId, token] = [c.var.newId(), makeToken()]
      const test = { jobId, token, tokenHash: await hashSecret(token), now: c.var.now() }
      await startTest(getPrimary(c), viewer.id, c.req.valid('param').id, test)
      return c.body(null, 202)
    },
  )
  .post(
    '/shown-tests',
    operation('Report that a device has shown its test', 204, undefined, 'For the service worker. The token of the test works once.'),
    input('json', ShownTest),
    async (c) => {
      await finishTest(getPrimary(c), await hashSecret(c.req.valid('json').token), c.var.now())
      return c.body(null, 204)
    },
  )
  .delete('/devices/:id', operation('Stop alerts on a device', 204), input('param', DevicePath), async (c) => {
    const viewer = await requireViewer(c)
    await removeDevice(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })

export type PushRoutes = typeof pushRoutes
