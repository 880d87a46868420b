import { useState } from 'react'

/**
 * For a field whose answer is not its text, such as a number. The text stays as it was typed, "1." for example, until the answer changes
 * elsewhere.
 */
export function useTypedText(
  value: unknown,
  { read, write }: { read: (text: string) => unknown; write: (value: unknown) => string },
  onChange: (value: unknown) => void,
): { text: string; type: (text: string) => void } {
  const [typed, setTyped] = useState(() => write(value))
  const isCurrent = read(typed) === value || (read(typed) === null && value === undefined)
  return {
    text: isCurrent ? typed : write(value),
    type: (text) => {
      setTyped(text)
      onChange(read(text))
    },
  }
}
