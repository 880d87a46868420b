import { day } from '../../domain/time/spans.ts'
import { withStorage } from '../storage.ts'

/** Unsent words kept on this device for a while, so that a reload, a crash or a dead battery loses none of them. */
type Kept = { at: number; values: Record<string, unknown> }

const prefix = 'draft:'
const longestLife = 14 * day

const prefixOf = (person: string) => `${prefix}${encodeURIComponent(person)}:`
const stranger = prefixOf('stranger')

let own = stranger

/**
 * Whose words these are, before any form asks for them. What another person began here is gone; what was written before
 * signing in stays, and so do a person's words while the device takes them for a stranger.
 */
export function setDraftOwner(person: string | null) {
  own = person === null ? stranger : prefixOf(person)
  if (person === null) return
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(prefix) && !key.startsWith(own) && !key.startsWith(stranger)) storage.removeItem(key)
    }
  })
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'values' in value &&
  typeof value.values === 'object'

const isSameKind = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b)

/** Only what still fits the form: a field that changed its kind since then starts anew. */
export function readDraft<Values extends Record<string, unknown>>(key: string, defaults: Values, now = Date.now()): Values | null {
  const kept = withStorage((storage) => JSON.parse(storage.getItem(own + key) ?? 'null') as unknown)
  if (!isKept(kept) || now - kept.at > longestLife) return null
  const fitting = Object.entries(kept.values).filter(
    ([name, value]) => name in defaults && (defaults[name] == null || isSameKind(value, defaults[name])),
  )
  return { ...defaults, ...Object.fromEntries(fitting) }
}

export function writeDraft(key: string, values: Record<string, unknown>, never: readonly string[] = [], now = Date.now()) {
  const storable = Object.entries(values).filter(
    ([name, value]) => !never.includes(name) && !(value instanceof Blob) && value !== undefined,
  )
  withStorage((storage) => storage.setItem(own + key, JSON.stringify({ at: now, values: Object.fromEntries(storable) } satisfies Kept)))
}

export function dropDraft(key: string) {
  withStorage((storage) => storage.removeItem(own + key))
}
