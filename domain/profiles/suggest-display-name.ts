import * as v from 'valibot'
import { DisplayName } from './contract.ts'

/** The first words of a name from another service that make a display name. Null if there are none. */
export function suggestDisplayName(name: string | null | undefined): string | null {
  const words = (name ?? '').slice(0, 200).trim().split(/\s+/)
  for (let count = words.length; count > 0; count -= 1) {
    const parsed = v.safeParse(DisplayName, words.slice(0, count).join(' '))
    if (parsed.success) return parsed.output
  }
  return null
}
