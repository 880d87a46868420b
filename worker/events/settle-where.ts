import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Whereabouts } from '../../domain/events/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

export type Settled = Whereabouts & { timeZone: string }

/** One of our places as it is now, or a spot of its own with the clocks that go there. */
export async function settleWhere(db: Database, where: Whereabouts): Promise<Settled> {
  if (where.placeId !== null) {
    const [found] = await runBatch<Settled>(db, [
      sql`SELECT id AS placeId, name, address, lat, lng, time_zone AS timeZone FROM places WHERE id = ${where.placeId} AND deleted_at IS NULL`,
    ])
    const place = found?.results[0]
    if (!place) throw refuse('This place is not there any more. Pick another.')
    return place
  }
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  const timeZone = lookUp(where.lat, where.lng)
  if (/^(Etc|Antarctica)\//.test(timeZone)) throw refuse('There is no land here. Put the pin where people play.')
  return { ...where, timeZone }
}

const refuse = (message: string) => new AppError('InvalidInput', message, { issues: [{ path: 'form.where', message }] })
