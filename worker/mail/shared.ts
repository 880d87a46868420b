import { expose } from '../platform/columns.ts'
import { mailOptouts } from './schema.ts'

/** Who wants no mail about what, for who decides whether to write. */
export const mailRefusals = expose(mailOptouts, 'email', 'topic')
