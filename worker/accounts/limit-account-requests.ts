import { AppError } from '../../domain/errors.ts'
import type { AppContext } from '../platform/context.ts'
import { getClientAddress } from '../platform/limits.ts'

/** Limits requests about emails, including sign-in, so that nobody can collect emails that have an account. */
export const isAccountRequestAllowed = async (c: AppContext): Promise<boolean> =>
  (await c.env.ACCOUNT_LIMIT.limit({ key: getClientAddress(c) })).success

export async function limitAccountRequests(c: AppContext): Promise<void> {
  if (!(await isAccountRequestAllowed(c))) throw new AppError('TooManyRequests')
}
