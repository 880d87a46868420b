import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'

/** The keys of a page's last row, as one opaque word that fits into an address. */
export const writeCursor = (keys: readonly (string | number)[]): string =>
  btoa(encodeURIComponent(JSON.stringify(keys)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export function readCursor<Schema extends v.GenericSchema>(schema: Schema, cursor: string): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, parseCursor(cursor))
  if (!parsed.success) throw new AppError('InvalidInput', 'There is no such page.')
  return parsed.output
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    // Whoever made this up is told like everyone whose cursor does not fit.
    return undefined
  }
}
