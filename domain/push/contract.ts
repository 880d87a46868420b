import * as v from 'valibot'
import { Id } from '../ids.ts'

/** A person who has more devices than this must remove one first. */
export const maxPushDevices = 10

/** What the browser gives us to send to it. `judge-endpoint.ts` decides which endpoints we use. */
export const WebRegistration = v.object({
  web: v.object({
    endpoint: v.pipe(v.string(), v.nonEmpty('The endpoint is missing.'), v.maxLength(1000, 'This endpoint is too long.')),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/, 'This is not a secret of 16 bytes.')),
    /** A point on P-256, uncompressed, so it starts with the byte 4. */
    p256dh: v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, 'This is not a public key.')),
    /** The key of ours for which the browser subscribed. Without it, we assume the current one. */
    applicationPubKey: v.nullish(v.pipe(v.string(), v.maxLength(200, 'This key is too long.'))),
  }),
})
export type WebRegistration = v.InferOutput<typeof WebRegistration>

/** `token` is the secret by which the browser names its registration later. Only the browser knows it. */
export const Registration = v.object({ token: v.string(), id: v.string() })
export type Registration = v.InferOutput<typeof Registration>

export const RegistrationPath = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'This is not a token.')) })

/** How the last message to a device ended. */
export const pushOutcomes = ['taken', 'delayed', 'refused'] as const
export type PushOutcome = (typeof pushOutcomes)[number]

/** How far the last test of a device got. A time is null until the test has got there. */
const DeviceTest = v.object({
  askedAt: v.number(),
  takenAt: v.nullable(v.number()),
  shownAt: v.nullable(v.number()),
})

export const PushDevice = v.object({
  id: v.string(),
  /** The browser and system, such as "Chrome on Android". */
  name: v.string(),
  isThis: v.boolean(),
  /** Alerts do not say what happened, because anybody can read a locked screen. */
  hidesText: v.boolean(),
  createdAt: v.number(),
  refreshedAt: v.number(),
  outcome: v.nullable(v.picklist(pushOutcomes)),
  test: v.nullable(DeviceTest),
})
export type PushDevice = v.InferOutput<typeof PushDevice>

export const PushState = v.object({
  /** The key for which browsers subscribe. Null if alerts are not set up. */
  publicKey: v.nullable(v.string()),
  devices: v.array(PushDevice),
})
export type PushState = v.InferOutput<typeof PushState>

export const DevicePath = v.object({ id: Id })
export const ChangeDevice = v.object({ hidesText: v.boolean() })

/** The service worker has shown the notification of a test. */
export const ShownTest = v.object({ token: v.pipe(v.string(), v.minLength(20), v.maxLength(100)) })
