import type { ComponentType } from 'react'

type SettingsTab = { name: string; label: string; load: () => Promise<{ default: ComponentType }> }

/** All tabs in the order of the screen. A tab is added together with the feature it belongs to. */
export const settingsTabs = [
  { name: 'general', label: 'General', load: () => import('./general-tab.tsx') },
  { name: 'privacy', label: 'Privacy', load: () => import('../privacy/privacy-tab.tsx') },
  { name: 'payments', label: 'Payments', load: () => import('../payments/payments-tab.tsx') },
  { name: 'sports', label: 'Sports', load: () => import('../profiles/sports-tab.tsx') },
  { name: 'availability', label: 'Availability', load: () => import('../availability/availability-tab.tsx') },
  { name: 'calendar', label: 'Calendar', load: () => import('../calendar-addresses/calendar-tab.tsx') },
  { name: 'notification', label: 'Notification', load: () => import('../notifications/notification-tab.tsx') },
  {
    name: 'activities-subscription',
    label: 'Activity Subscription',
    load: () => import('../activity-subscriptions/alerts-tab.tsx'),
  },
] as const satisfies readonly [SettingsTab, ...SettingsTab[]]

export type SettingsTabName = (typeof settingsTabs)[number]['name']
export const settingsTabNames = settingsTabs.map(({ name }) => name) as [SettingsTabName, ...SettingsTabName[]]
