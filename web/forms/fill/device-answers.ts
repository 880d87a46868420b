import { withStorage } from '../../storage.ts'
import { dropDraft, readDraft, sourceOfDraft, writeDraft } from '../../ui/draft.ts'
import type { BegunForm } from './answer-store.ts'

const nothing: BegunForm = { answers: {}, email: '', idempotencyKey: '', files: [], saved: null }

/** What was begun on this device. */
export const readFromDevice = (draftKey: string): BegunForm | null => readDraft<BegunForm>(draftKey, nothing)?.values ?? null

export const writeToDevice = (draftKey: string, begun: BegunForm) => writeDraft(draftKey, { ...begun })

/** The form was sent, so nothing is kept any more. */
export function dropFromDevice(draftKey: string) {
  dropDraft(draftKey)
  withStorage((storage) => storage.removeItem(tabKeyOf(draftKey)), 'sessionStorage')
}

/** The person starts again, and sends it with another key. */
export function startAgainOnDevice(draftKey: string, key: string) {
  dropDraft(draftKey)
  writeTabKey(draftKey, key)
}

const tabKeyOf = (draftKey: string) => `form-key:${draftKey}`
const writeTabKey = (draftKey: string, key: string) => withStorage((storage) => storage.setItem(tabKeyOf(draftKey), key), 'sessionStorage')

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
