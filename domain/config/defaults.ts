import type { RemoteConfig } from './contract.ts'

/** The default values. Subscriptions are on in local development, where no real payments are possible. */
export const getConfigDefaults = (environment: 'local' | 'production'): RemoteConfig => ({
  subscriptionsEnabled: environment === 'local',
  notice: null,
  communitySale: null,
})
