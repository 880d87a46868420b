import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'

type Key = string | number | null | readonly (string | number)[]

/** Encodes the keys of the last row of a page as one opaque string that can be part of a URL. */
export const writeCursor = (keys: readonly Key[]): string =>
  btoa(encodeURIComponent(JSON.stringify(keys)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Most lists are sorted by time, and by id where two times are equal. */
export const TimeCursor = v.tuple([v.number(), v.string()])

/** Reads where a page begins: after these keys, or at the start if there is no cursor. */
export function readCursor<Schema extends v.GenericSchema>(
  schema: Schema,
  cursor: string | null | undefined,
): v.InferOutput<Schema> | null {
  if (cursor === null || cursor === undefined) return null
  const parsed = v.safeParse(schema, parseCursor(cursor))
  if (!parsed.success) throw new AppError('UnknownCursor')
  return parsed.output
}

/** Removes the extra row that was read to find out whether there is a next page. */
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
    // An invented cursor gets the same error as one that does not match the schema.
    return undefined
  }
}
