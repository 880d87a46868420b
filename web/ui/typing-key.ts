import type { KeyboardEvent } from 'react'

/** Whether a key types a character. Space and shortcuts do not count. */
export const isTypingKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
