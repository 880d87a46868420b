import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'

/** The keys of a page's last row, as one opaque word that fits into an address. */
export const writeCursor = (keys: readonly (string | number)[]): string =>
  btoa(encodeURIComponent(JSON.stringify(keys)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Most lists go by a time, and by an id where two times are one. */
export const TimeCursor = v.tuple([v.number(), v.string()])

/** Where a page begins: behind these keys, or at the front when nothing is asked for. */
export function readCursor<Schema extends v.GenericSchema>(
  schema: Schema,
  cursor: string | null | undefined,
): v.InferOutput<Schema> | null {
  if (cursor === null || cursor === undefined) return null
  const parsed = v.safeParse(schema, parseCursor(cursor))
  if (!parsed.success) throw new AppError('UnknownCursor')
  return parsed.output
}

/** Cuts off the one row that was read beyond the page to know whether there are more. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  keys: (row: Row) => (string | number)[],
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: last !== undefined && rows.length > size ? writeCursor(keys(last)) : null }
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    // Whoever made this up is told like everyone whose cursor does not fit.
    return undefined
  }
}
