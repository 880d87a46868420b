import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { maxWrongCodes } from '../../domain/forms/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { countRequest, isWithin } from '../accounts/request-counts.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { readFirst, write } from '../platform/batch.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import type { FormViewer } from './find-form.ts'
import { hashAddress } from './hash-address.ts'

/**
 * Runs what needs the code of a form. Only wrong codes are counted, for each account, and for each address without one, because many who have
 * the right one may share a Wi-Fi. After too many of them, the right one opens nothing either, so nobody can go on guessing.
 */
export async function tryCode<Result>(
  c: AppContext,
  viewer: FormViewer,
  code: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  if (code === undefined) return run()
  const [db, now] = [getPrimary(c), c.var.now()]
  const about = ['form codes', c.req.param('id') ?? '']
  const key = viewer ? await hashSecret(c.var.settings.signingSecret, ...about, viewer.id) : await hashAddress(c, ...about)
  const tries = await readFirst(db, select({ isWithin: asBoolean }, sql`SELECT ${isWithin(key, maxWrongCodes - 1, now)} AS isWithin`))
  if (!tries?.isWithin) throw new AppError('TooManyRequests')
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'FormNeedsCode') await write(db, countRequest(key, now, day))
    throw error
  }
}
