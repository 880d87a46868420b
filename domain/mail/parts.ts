import * as v from 'valibot'
import { isOneLine } from '../texts.ts'

/** One line of words. */
export const line = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxLength), v.check(isOneLine, 'must be one line'))

/** We accept what browsers accept. A stricter pattern would refuse names like O'Neil. */
export const MailAddress = v.pipe(v.string(), v.trim(), v.rfcEmail(), v.maxLength(100))

/** The token of a link, of which we store only the hash. */
export const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
