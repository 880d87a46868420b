import { isSameValue } from '../../../domain/merge-edits.ts'
import { withStorage } from '../../storage.ts'
import { dropDraft, readDraft, sourceOfDraft, writeDraft } from '../../ui/draft.ts'
import type { BegunForm } from './answer-store.ts'

const nothing: BegunForm = { answers: {}, email: '', idempotencyKey: '', files: [], saved: null }

/** What was begun on this device. */
export const readFromDevice = (draftKey: string): BegunForm | null => readDraft<BegunForm>(draftKey, nothing)?.values ?? null

export const writeToDevice = (draftKey: string, begun: BegunForm) => writeDraft(draftKey, { ...begun })

/**
 * Drops what this tab has kept. What another tab has typed for somebody else stays. `opened` is what this tab began with: a tab that crashed may
 * have left it.
 */
export function dropFromDevice(draftKey: string, { key, opened }: { key: string; opened: BegunForm | null }) {
  const left = readFromDevice(draftKey)
  if (left?.idempotencyKey === key || isSameValue(left, opened)) dropDraft(draftKey)
}

const tabKeyOf = (draftKey: string) => `form-key:${draftKey}`
/** The key is used up. */
export const dropTabKey = (draftKey: string) => withStorage((storage) => storage.removeItem(tabKeyOf(draftKey)), 'sessionStorage')
export const writeTabKey = (draftKey: string, key: string) =>
  withStorage((storage) => storage.setItem(tabKeyOf(draftKey), key), 'sessionStorage')

/**
 * The key of what this tab sends. It stays after a reload, so that nothing is sent twice. Another tab has another one, so that it can send the
 * form for somebody else. A tab that was closed leaves its key with its answers, because the files of who has no account are sent with it.
 */
export function readTabKey(draftKey: string, left: BegunForm | null): string {
  const known = withStorage((storage) => storage.getItem(tabKeyOf(draftKey)), 'sessionStorage')
  if (known !== null) return known
  const leftKey = left !== null && sourceOfDraft(draftKey) === 'earlierVisit' ? left.idempotencyKey : ''
  const key = leftKey || crypto.randomUUID()
  writeTabKey(draftKey, key)
  // From now on it is the draft of this tab, so no other one takes the key.
  if (left !== null && leftKey !== '') writeToDevice(draftKey, left)
  return key
}
