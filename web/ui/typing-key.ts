import type { KeyboardEvent } from 'react'

/** Whether a key writes something, as opposed to doing something. */
export const isTypingKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
