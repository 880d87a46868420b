import { type AlertKind, alertKinds } from './contract.ts'

export type Done = Record<AlertKind, boolean>

export const openAlerts = (done: Done): AlertKind[] => alertKinds.filter((kind) => !done[kind])

/** Each leads to where it is done. */
export const alertWords: Record<AlertKind, { title: string; hint: string; to: string }> = {
  availability: { title: 'Set your availability', hint: 'Hosts see when you can play.', to: '/settings?tab=availability' },
  feedback: { title: 'Submit feedback', hint: 'Tell us how it is going.', to: '/feedback' },
  notifications: {
    title: 'Set your notifications',
    hint: 'Choose what we notify you about.',
    to: '/settings?tab=notification',
  },
  favoriteActivities: {
    title: 'Set your favorite activities',
    hint: 'Add your level so that hosts can find you.',
    to: '/settings?tab=sports',
  },
  bio: { title: 'Complete your bio', hint: 'Two sentences help people say hello.', to: '/settings?tab=general' },
}

/** By the hour of the person's own clock. */
export function greetingAt(hour: number): string {
  if (hour < 5) return 'Hello'
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}
