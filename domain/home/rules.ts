import { type SetupTask, setupTasks } from './contract.ts'

export type DoneTasks = Record<SetupTask, boolean>

export const listOpenTasks = (done: DoneTasks): SetupTask[] => setupTasks.filter((kind) => !done[kind])

/** The text of each task, and the page where it can be done. */
export const setupTaskLabels: Record<SetupTask, { title: string; hint: string; to: string }> = {
  availability: {
    title: 'Set your availability',
    hint: 'See which games are at times when you can play.',
    to: '/settings?tab=availability',
  },
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

/** Returns the greeting for an hour in the time zone of the person. */
export function getGreeting(hour: number): string {
  if (hour < 5) return 'Hello'
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}
