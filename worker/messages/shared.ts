import { expose } from '../platform/columns.ts'
import { conversations } from './schema.ts'

/** What other features may read about conversations. */
export const conversationFacts = expose(conversations, 'id', 'lastSeq')
