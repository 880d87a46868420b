import { expose } from '../platform/columns.ts'
import { activitySubscriptions } from './schema.ts'

/** What other features may read of saved searches. */
export const savedSearches = expose(activitySubscriptions, 'id', 'userId')
