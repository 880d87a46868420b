import { hashSecret } from '../accounts/secrets.ts'
import type { AppContext } from '../platform/context.ts'
import { getClientAddress } from '../platform/limits.ts'

/** A keyed hash of the network address, for limits of who has no account. */
export const hashAddress = (c: AppContext, ...about: string[]): Promise<string> =>
  hashSecret(c.var.settings.signingSecret, ...about, getClientAddress(c))
