import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { withStorage } from '../../storage.ts'
import { dropDraft, readDraft, sourceOfDraft, writeDraft } from '../../ui/draft.ts'
import type { AnswerStore, BegunForm } from './answer-store.ts'

const deviceDelayMs = 250
const serverIntervalMs = 6_000

/** Where the answers are safe: only in this tab, on this device, or on its way to the account of the person too. */
export type Kept = 'nowhere' | 'device' | 'account'

export type KeptForm = BegunForm & { savedAt: number }

const nothing: KeptForm = { answers: {}, email: '', idempotencyKey: '', files: [], savedAt: 0 }

/** What was begun on this device. */
export const readKeptForm = (key: string): KeptForm | null => readDraft<KeptForm>(key, nothing)?.values ?? null

const tabKeyOf = (draftKey: string) => `form-key:${draftKey}`
const writeTabKey = (draftKey: string, key: string) => withStorage((storage) => storage.setItem(tabKeyOf(draftKey), key), 'sessionStorage')

/**
 * The key of what this tab sends. It stays after a reload, so that nothing is sent twice. Another tab has another one, so that it can send the
 * form for somebody else. A tab that was closed leaves its key with its answers, because the files of who has no account are sent with it.
 */
export function readTabKey(draftKey: string, left: KeptForm | null): string {
  const known = withStorage((storage) => storage.getItem(tabKeyOf(draftKey)), 'sessionStorage')
  if (known !== null) return known
  const leftKey = left !== null && sourceOfDraft(draftKey) === 'earlierVisit' ? left.idempotencyKey : ''
  const key = leftKey || crypto.randomUUID()
  writeTabKey(draftKey, key)
  // From now on it is the draft of this tab, so no other one takes the key.
  if (left !== null && leftKey !== '') writeDraft(draftKey, left)
  return key
}

type KeepAnswersOptions = {
  store: AnswerStore
  draftKey: string
  /** Also keeps the answers in the account. Null without one. */
  saveToAccount: ((answers: RawAnswers) => Promise<unknown>) | null
  onKept: (kept: Kept) => void
}

/** Keeps the answers while they change, until the returned object is told to stop. */
export function keepAnswers({ store, draftKey, saveToAccount, onKept }: KeepAnswersOptions) {
  let [answers, email] = [store.readAnswers(), store.readEmail()]
  let deviceTimer: ReturnType<typeof setTimeout> | undefined
  let accountTimer: ReturnType<typeof setTimeout> | undefined
  let lastSentAt = Number.NEGATIVE_INFINITY
  let isUnsaved = false
  let hasFailed = false
  let isStopped = false

  const writeToDevice = () => {
    clearTimeout(deviceTimer)
    deviceTimer = undefined
    writeDraft(draftKey, { ...store.readBegun(), savedAt: Date.now() })
    onKept(saveToAccount && !hasFailed ? 'account' : 'device')
  }
  const sendToAccount = async () => {
    clearTimeout(accountTimer)
    accountTimer = undefined
    if (!saveToAccount) return
    lastSentAt = performance.now()
    isUnsaved = false
    const sent = store.readAnswers()
    try {
      await saveToAccount(store.isBegun() ? sent : {})
      hasFailed = false
    } catch {
      // The device has the answers. They are sent again with the next change, or when the network is back.
      isUnsaved = true
      hasFailed = true
    }
    if (!isStopped && store.isBegun()) onKept(hasFailed ? 'device' : 'account')
  }
  const change = () => {
    if (store.readAnswers() === answers && store.readEmail() === email) return
    const hasNewAnswers = store.readAnswers() !== answers
    ;[answers, email] = [store.readAnswers(), store.readEmail()]
    deviceTimer ??= setTimeout(writeToDevice, deviceDelayMs)
    if (!saveToAccount || !hasNewAnswers) return
    isUnsaved = true
    accountTimer ??= setTimeout(sendToAccount, Math.max(deviceDelayMs, lastSentAt + serverIntervalMs - performance.now()))
  }
  const flush = () => {
    if (deviceTimer !== undefined) writeToDevice()
    if (accountTimer !== undefined) void sendToAccount()
  }
  const retry = () => {
    if (isUnsaved && accountTimer === undefined) void sendToAccount()
  }
  const unsubscribe = store.subscribe(change)
  addEventListener('pagehide', flush)
  addEventListener('online', retry)
  const stop = () => {
    isStopped = true
    unsubscribe()
    removeEventListener('pagehide', flush)
    removeEventListener('online', retry)
    clearTimeout(deviceTimer)
    clearTimeout(accountTimer)
    ;[deviceTimer, accountTimer] = [undefined, undefined]
  }
  return {
    /** Writes what is not written yet, and stops. */
    leave() {
      flush()
      stop()
    },
    /** The form was sent, so nothing is kept any more. */
    finish() {
      stop()
      dropDraft(draftKey)
      withStorage((storage) => storage.removeItem(tabKeyOf(draftKey)), 'sessionStorage')
    },
    /** Forgets everything, as the person wants to start again. */
    forget() {
      ;[answers, email] = [store.readAnswers(), store.readEmail()]
      clearTimeout(deviceTimer)
      deviceTimer = undefined
      dropDraft(draftKey)
      writeTabKey(draftKey, store.readBegun().idempotencyKey)
      onKept('nowhere')
      if (saveToAccount) void sendToAccount()
    },
  }
}
