import type { ErrorCode } from '../../../domain/errors.ts'
import { withoutFrame } from '../embed/frame.ts'

export const denials = ['signIn', 'members', 'people', 'code'] as const
/** Why somebody may not fill a form. */
export type Denial = (typeof denials)[number]

const denialsByCode: Partial<Record<ErrorCode, Denial>> = {
  FormSignInFirst: 'signIn',
  FormForMembers: 'members',
  FormForNamed: 'people',
  FormNeedsCode: 'code',
}

export const readDenial = (code: ErrorCode): Denial | null => denialsByCode[code] ?? null

type Denied = { id: string; why: Denial; address: URLSearchParams }

/** The page that says what to do. */
export function accessDeniedPath({ id, why, address }: Denied): string {
  const query = new URLSearchParams({ form: id, why })
  if (why === 'code' && address.has('code')) query.set('wrong', '1')
  // Whoever comes back has the same answers, game and code in the address.
  const own = withoutFrame(address)
  if (why === 'code') own.delete('code')
  if (own.size > 0) query.set('query', String(own))
  return `/form/access-denied?${query}`
}
