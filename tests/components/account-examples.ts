import type { Device, OwnAccount } from '../../domain/accounts/contract.ts'
import { ownProfile } from './people-examples.ts'

export const ownAccount = {
  email: ownProfile.email,
  hasPassword: true,
  hasGoogle: false,
  pendingEmail: null,
} satisfies OwnAccount

export const thisDevice: Device = {
  id: 'device-this',
  name: 'Chrome on Linux',
  isThis: true,
  signedInAt: Date.parse('2026-05-06T12:00:00Z'),
  lastSeenAt: Date.parse('2026-05-06T12:00:00Z'),
  city: 'Austin',
  country: 'US',
}

/** The answers to the requests of the general settings. */
export const accountAnswers = {
  'GET /api/profiles/me': ownProfile,
  'GET /api/accounts': ownAccount,
  'GET /api/accounts/devices': { devices: [thisDevice] },
  'GET /api/data-exports/latest': { export: null },
}
