import { withStorage } from '../storage.ts'

const keyOf = (userId: string, card: string) => `skippedCard:${userId}:${card}`

/** This device remembers which cards of the welcome a person has skipped, so that a reload or their next game does not ask again. */
export const saveSkippedCard = (userId: string, card: string): void =>
  void withStorage((storage) => storage.setItem(keyOf(userId, card), '1'))

export const isSkippedCard = (userId: string, card: string): boolean =>
  withStorage((storage) => storage.getItem(keyOf(userId, card))) !== null
