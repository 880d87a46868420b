import * as v from 'valibot'
import { adminRoles } from './access/can.ts'
import { configKeys } from './config/contract.ts'
import { day } from './time/spans.ts'

/** The requests and responses between `npm run admin` and the server. */
export const ConfigList = v.object({
  config: v.array(v.object({ key: v.picklist(configKeys), value: v.unknown(), isDefault: v.boolean() })),
})
export type ConfigList = v.InferOutput<typeof ConfigList>

export const ConfigKeyParam = v.object({ key: v.pipe(v.string(), v.maxLength(64)) })
export const ConfigValue = v.object({ value: v.unknown() })

export const AdminPath = v.object({ email: v.pipe(v.string(), v.includes('@'), v.maxLength(254)) })
export const AdminChange = v.object({ role: v.picklist(adminRoles) })
export const AdminList = v.object({
  admins: v.array(v.object({ email: v.string(), role: v.picklist(adminRoles), createdAt: v.number() })),
})
export type AdminList = v.InferOutput<typeof AdminList>

/** How far the clock moves forward, in milliseconds, up to ten years. It cannot move back. */
export const MoveClock = v.object({ forward: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10 * 366 * day)) })
export const ClockTime = v.object({ now: v.number() })

/** The id of the job that sends the email. */
export const Sent = v.object({ id: v.string() })
