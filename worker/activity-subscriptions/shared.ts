import { expose } from '../platform/columns.ts'
import { activitySubscriptions } from './schema.ts'

/** The columns of activity subscriptions that other features may read. */
export const subscriptionOwners = expose(activitySubscriptions, 'id', 'userId', 'addressName')
