import { day } from '../../domain/time/spans.ts'
import { withStorage } from '../storage.ts'
import { findSignedOutKey, ownerPrefix } from './draft-owner.ts'

/** Form values that the user has not sent yet. We store them on this device, so that a reload or a crash does not lose them. */
type StoredDraft = {
  at: number
  values: Record<string, unknown>
  base?: Record<string, unknown> | undefined
  /** The tab that wrote it, until that tab closes or reloads. */
  tab?: string | undefined
}

/** `base` has the saved values that the person changed. It is null if the draft does not contain them. */
export type Draft<Values> = { values: Values; base: Values | null }

const maxAge = 14 * day

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'values' in value &&
  typeof value.values === 'object'

const isSameKind = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b)

/** A new id for each time that the app loads. */
const thisTab = crypto.randomUUID()
const writtenKeys = new Set<string>()

const readStored = (storageKey: string): StoredDraft | null => {
  const stored = withStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as unknown)
  return isStoredDraft(stored) ? stored : null
}

// After a crash the drafts keep the id of their tab. What we say about a draft from another tab is then still true.
addEventListener('pagehide', () => {
  for (const storageKey of writtenKeys) {
    const stored = readStored(storageKey)
    if (stored?.tab === thisTab) withStorage((storage) => storage.setItem(storageKey, JSON.stringify({ ...stored, tab: undefined })))
  }
})

/** Where a restored draft comes from. In another tab, the person may still be typing. */
export type DraftSource = 'earlierVisit' | 'otherTab'

export function sourceOfDraft(key: string): DraftSource {
  const tab = readStored(ownerPrefix + key)?.tab
  return tab === undefined || tab === thisTab ? 'earlierVisit' : 'otherTab'
}

/** Restores only the values that still fit the form. A field whose type has changed since then starts with its default. */
export function readDraft<Values extends Record<string, unknown>>(key: string, defaults: Values, now = Date.now()): Draft<Values> | null {
  const stored = readStored(ownerPrefix + key)
  if (!stored || now - stored.at > maxAge) return null
  const keepFitting = (values: Record<string, unknown>): Values => {
    const fitting = Object.entries(values).filter(
      ([name, value]) => name in defaults && (defaults[name] == null || isSameKind(value, defaults[name])),
    )
    return { ...defaults, ...Object.fromEntries(fitting) }
  }
  return { values: keepFitting(stored.values), base: stored.base ? keepFitting(stored.base) : null }
}

type DraftOptions = {
  /** Fields that must never be stored. */
  excluded?: readonly string[] | undefined
  base?: Record<string, unknown> | undefined
}

export function writeDraft(key: string, values: Record<string, unknown>, { excluded = [], base }: DraftOptions = {}, now = Date.now()) {
  const storable = Object.entries(values).filter(
    ([name, value]) => !excluded.includes(name) && !(value instanceof Blob) && value !== undefined,
  )
  const draft: StoredDraft = { at: now, values: Object.fromEntries(storable), base, tab: thisTab }
  writtenKeys.add(ownerPrefix + key)
  withStorage((storage) => storage.setItem(ownerPrefix + key, JSON.stringify(draft)))
}

export function dropDraft(key: string) {
  withStorage((storage) => storage.removeItem(ownerPrefix + key))
}

/** Gives a person who has signed in to go on with this form what they typed in it before. */
export function takeOverDraft(key: string) {
  const from = findSignedOutKey(key)
  if (from === null) return
  withStorage((storage) => {
    const typed = storage.getItem(from)
    if (typed === null) return
    storage.setItem(ownerPrefix + key, typed)
    storage.removeItem(from)
  })
}
