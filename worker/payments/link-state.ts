import * as v from 'valibot'
import { linkStateLifetime } from '../../domain/payments/payout-accounts.ts'
import { fromBase64Url, toBase64Url } from '../platform/base64.ts'
import { readSignedToken, signToken } from '../platform/signature.ts'

const purpose = 'link-payout-account'
const LinkState = v.object({ userId: v.string(), at: v.number() })
type LinkState = v.InferOutput<typeof LinkState>

/** What Stripe gives back with the code, so that nobody can link their account to another person. */
export const signLinkState = (state: LinkState, secret: string): Promise<string> =>
  signToken(purpose, toBase64Url(new TextEncoder().encode(JSON.stringify(state))), secret)

/** Returns when we sent this person to Stripe, or null if that was not them or too long ago. */
export async function readLinkState(token: string, { userId, now, secret }: { userId: string; now: number; secret: string }) {
  const payload = await readSignedToken(purpose, token, secret)
  if (payload === null) return null
  const state = v.parse(LinkState, JSON.parse(new TextDecoder().decode(fromBase64Url(payload))))
  return state.userId === userId && now - state.at <= linkStateLifetime ? state.at : null
}
