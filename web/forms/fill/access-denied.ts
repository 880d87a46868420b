import type { ErrorCode } from '../../../domain/errors.ts'

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

type Denied = { id: string; why: Denial; isWrongCode: boolean }

/** The page that says what to do. */
export function accessDeniedPath({ id, why, isWrongCode }: Denied): string {
  const query = new URLSearchParams({ form: id, why, ...(why === 'code' && isWrongCode && { wrong: '1' }) })
  return `/form/access-denied?${query}`
}
