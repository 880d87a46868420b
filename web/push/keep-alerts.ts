import { keepRegistered } from './registrations.ts'
import { oneAtATime } from './stored-registration.ts'

/** Refreshes the alerts of this browser if it is time. If it fails, the next start tries again, and the settings say so after a day. */
export async function keepAlerts(viewerId: string | null): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  await oneAtATime(() => keepRegistered(viewerId, registration)).catch(() => undefined)
}
