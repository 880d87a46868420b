import { withStorage } from '../storage.ts'

const keyOf = (eventId: string) => `welcome:${eventId}`

/** This tab remembers that a newcomer is still to be welcomed in this game. A payment or a form may come first. */
export const saveWelcome = (eventId: string): void => void withStorage((storage) => storage.setItem(keyOf(eventId), '1'), 'sessionStorage')

/** It is apart from the welcome, because the page of a game needs it at its start. */
export const isToBeWelcomed = (eventId: string): boolean =>
  withStorage((storage) => storage.getItem(keyOf(eventId)), 'sessionStorage') !== null

export const dropWelcome = (eventId: string): void => void withStorage((storage) => storage.removeItem(keyOf(eventId)), 'sessionStorage')
