import { findActivitiesByOtherName } from '../activity-names.ts'
import { maxSearchLength } from './contract.ts'

/** One way to read what was typed. `correction` says which words were replaced by the name of an activity. */
export type Reading = { text: string; correction: { typed: string; read: string } | null }

const maxNameWords = 4
/** What was typed, and at most this many other readings. */
const maxOtherReadings = 2

/** "Ping pong zilker" also means "table tennis zilker". The first reading is always the text itself. */
export function listReadings(q: string): Reading[] {
  const words = q.slice(0, maxSearchLength).split(/\s+/).filter(Boolean)
  const asTyped: Reading = { text: words.join(' '), correction: null }
  for (let length = Math.min(maxNameWords, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const typed = words.slice(at, at + length).join(' ')
      const activities = findActivitiesByOtherName(typed).slice(0, maxOtherReadings)
      const readings = activities.map(({ label }) => ({
        text: [...words.slice(0, at), label, ...words.slice(at + length)].join(' '),
        correction: { typed, read: label.toLowerCase() },
      }))
      if (readings.length > 0) return [asTyped, ...readings]
    }
  }
  return [asTyped]
}
