import * as v from 'valibot'
import { json, readJson, refusal } from '../stand-in.ts'
import type { Stripe } from './core/stripe.ts'
import type { Deliverer } from './deliverer.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))
const Faults = v.partial(
  v.strictObject({
    delay: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
    doubles: v.boolean(),
    shuffles: v.boolean(),
    drops: v.boolean(),
    lateEntries: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400)),
    lostRequests: count,
    lostAnswers: count,
    failures: count,
    failureStatus: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    noPortal: v.boolean(),
  }),
)
const Endpoint = v.strictObject({ url: v.pipe(v.string(), v.url()), secret: v.pipe(v.string(), v.startsWith('whsec_')) })
const Settings = v.strictObject({
  faults: v.exactOptional(Faults, {}),
  webhooks: v.exactOptional(v.partial(v.strictObject({ account: Endpoint, connect: Endpoint })), {}),
})
const tenYears = 10 * 366 * 86_400
const Clock = v.strictObject({
  seconds: v.pipe(v.number(), v.integer(), v.minValue(-tenYears), v.maxValue(tenYears), v.notValue(0)),
})

/** For tests and scripts: `/settings` has the faults and the endpoints of webhooks, `/clock` moves time (back only before anything has happened), `/deliver` sends what is due. */
export async function control(stripe: Stripe, deliverer: Deliverer, request: Request, subPath: string): Promise<Response | undefined> {
  const { method } = request
  const { world } = stripe
  const state = () => json({ ...world.settings, now: world.now })
  if (subPath === '/settings' && method === 'GET') return state()
  if (subPath === '/settings' && method === 'PUT') {
    const parsed = v.safeParse(Settings, await readJson(request))
    if (!parsed.success) return refusal(422, 'validation_error', `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}`)
    const { faults, webhooks } = parsed.output
    stripe.act(() => world.changeSettings({ faults: withoutUndefined(faults), webhooks: withoutUndefined(webhooks) }))
    if (Object.keys(webhooks).length > 0) deliverer.release()
    return state()
  }
  if (subPath === '/clock' && method === 'POST') {
    const parsed = v.safeParse(Clock, await readJson(request))
    if (!parsed.success) return refusal(422, 'validation_error', 'Send {seconds}, a number that is not 0.')
    if (parsed.output.seconds < 0 && !world.isEmpty)
      return refusal(409, 'clock_goes_back', 'The clock goes back only while the books are empty.')
    stripe.act(() => world.moveClock(parsed.output.seconds))
    stripe.runDue()
    return state()
  }
  if (subPath === '/deliver' && method === 'POST') return json({ accepted: await deliverer.deliver() })
  return undefined
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as { [Key in keyof T]: NonNullable<T[Key]> }
