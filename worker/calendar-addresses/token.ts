import { toBase64Url } from '../platform/base64.ts'
import type { AppContext } from '../platform/context.ts'
import { getOrigin } from '../platform/settings.ts'
import { readSignedToken, signToken } from '../platform/signature.ts'

const purpose = 'calendar-address'

export const makeCalendarKey = () => toBase64Url(crypto.getRandomValues(new Uint8Array(16)))

/** We sign the key instead of storing a secret, so that its owner can copy the address again, and a copy of the database opens nothing. */
export async function makeCalendarUrl(c: AppContext, key: string): Promise<string> {
  const token = await signToken(purpose, key, c.var.settings.signingSecret)
  return `${getOrigin(c.var.settings, c.var.site.platform)}/api/calendar-addresses/${token}/games.ics`
}

/** Null if we never made this address. */
export const readCalendarKey = (c: AppContext, token: string): Promise<string | null> =>
  readSignedToken(purpose, token, c.var.settings.signingSecret)
