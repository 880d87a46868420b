import { expose } from '../platform/columns.ts'
import { mailOptouts } from './schema.ts'

/** Topics that are turned off for an address, for features that decide whether to send an email. */
export const emailOptouts = expose(mailOptouts, 'email', 'topic')
