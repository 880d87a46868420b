import type { CreateActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { createSubscription } from '../../worker/activity-subscriptions/commands.ts'
import type { Database } from '../../worker/platform/database.ts'

const austin = { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' }

const subscriptions: CreateActivitySubscription[] = [
  {
    idempotencyKey: 'demo-pickleball',
    address: austin,
    radius: 15,
    activities: ['Pickleball', 'Padel'],
    startDate: null,
    endDate: null,
    isTemporary: false,
  },
  {
    idempotencyKey: 'demo-tennis',
    address: { name: 'San Marcos, TX', lat: 29.883, lng: -97.941, description: 'Near San Marcos, TX' },
    radius: 8,
    activities: ['Tennis'],
    startDate: Date.UTC(2026, 0, 1, 18),
    endDate: Date.UTC(2027, 6, 1, 4, 59, 59, 999),
    isTemporary: true,
  },
]

/** Adds the alerts of the demo player. No email is sent for them. Needs the people. */
export async function addActivitySubscriptions(db: Database, now: number): Promise<void> {
  for (const [index, subscription] of subscriptions.entries()) {
    await createSubscription(db, { now: now + index, newId: () => 'never-sent' }, 'demo-player', subscription, null)
  }
}
