import { AppError } from '../../domain/errors.ts'
import type { AppContext } from '../platform/context.ts'
import { clientAddress } from '../platform/limits.ts'

/** Asking about addresses, signing in among it, is slow on purpose, so that they cannot be harvested. */
export const mayAsk = async (c: AppContext): Promise<boolean> => (await c.env.ACCOUNT_LIMIT.limit({ key: clientAddress(c) })).success

export async function limitAsking(c: AppContext): Promise<void> {
  if (!(await mayAsk(c))) throw new AppError('TooManyRequests')
}
