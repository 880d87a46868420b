import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FormFile } from '../../../domain/forms/files.ts'
import { isSameValue, maxMergedSaves } from '../../../domain/merge-edits.ts'
import { ApiError } from '../../api.ts'
import { withStorage } from '../../storage.ts'
import { dropDraft, readDraft, sourceOfDraft, writeDraft } from '../../ui/draft.ts'
import type { AnswerStore, BegunForm } from './answer-store.ts'
import type { SavedAnswers } from './merge-answers.ts'

const deviceDelayMs = 250
const serverIntervalMs = 6_000

/** Where the answers are safe: only in this tab, on this device, or on its way to the account of the person too. */
export type Kept = 'nowhere' | 'device' | 'account'

const nothing: BegunForm = { answers: {}, email: '', idempotencyKey: '', files: [], saved: null }

/** What was begun on this device. */
export const readKeptForm = (key: string): BegunForm | null => readDraft<BegunForm>(key, nothing)?.values ?? null

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
  if (left !== null && leftKey !== '') writeDraft(draftKey, left)
  return key
}

/** What keeps answers for all devices of a person. */
type AnswerServer = {
  /** Replaces the answers with this version. Returns the new version. */
  save: (answers: RawAnswers, savedAt: number | null) => Promise<number | null>
  /** The newest answers, with their files. Null if there are none. */
  read: () => Promise<{ draft: SavedAnswers | null; files: readonly FormFile[] }>
}

type KeepAnswersOptions = {
  store: AnswerStore
  draftKey: string
  /** Also keeps the answers in the account. Null without one. */
  server: AnswerServer | null
  onKept: (kept: Kept) => void
  /** Answers from another tab or device were added. */
  onMerged: () => void
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'AnswersChangedElsewhere'

/** Keeps the answers while they change, until the returned object is told to stop. */
export function keepAnswers({ store, draftKey, server, onKept, onMerged }: KeepAnswersOptions) {
  let [answers, email] = [store.readAnswers(), store.readEmail()]
  let deviceTimer: ReturnType<typeof setTimeout> | undefined
  let accountTimer: ReturnType<typeof setTimeout> | undefined
  let lastSentAt = Number.NEGATIVE_INFINITY
  let isUnsaved = false
  let hasFailed = false
  let isStopped = false
  let isSending = false
  let isWanted = false
  /** What was sent when no answer came. The server may have it. */
  let lost: RawAnswers | null = null

  const writeToDevice = () => {
    clearTimeout(deviceTimer)
    deviceTimer = undefined
    writeDraft(draftKey, { ...store.readBegun() })
    onKept(server && !hasFailed ? 'account' : 'device')
  }
  const takeNewest = async ({ read }: AnswerServer) => {
    const { draft, files } = await read()
    for (const file of files) store.noteFile(file)
    if (draft === null) store.noteSaved({ answers: {}, savedAt: null })
    else if (lost !== null && isSameValue(draft.answers, lost)) store.noteSaved(draft)
    else if (store.mergeSaved(draft)) onMerged()
  }
  /** Saves what is there now, after what others have saved meanwhile was added to it. */
  const save = async (to: AnswerServer, triesLeft = maxMergedSaves): Promise<void> => {
    clearTimeout(accountTimer)
    accountTimer = undefined
    lastSentAt = performance.now()
    isUnsaved = false
    const sent = store.isBegun() ? store.readAnswers() : {}
    try {
      store.noteSaved({ answers: sent, savedAt: await to.save(sent, store.readSaved()?.savedAt ?? null) })
      lost = null
    } catch (error) {
      if (!isConflict(error)) lost = sent
      if (!isConflict(error) || triesLeft === 0 || isStopped) throw error
      await takeNewest(to)
      await save(to, triesLeft - 1)
    }
  }
  const sendToAccount = async () => {
    clearTimeout(accountTimer)
    accountTimer = undefined
    if (!server) return
    // The version that is sent is the one of the answer before.
    isWanted = isSending
    if (isSending) return
    isSending = true
    try {
      await save(server)
      hasFailed = false
    } catch {
      // The device has the answers. They are sent again with the next change, or when the network is back.
      isUnsaved = true
      hasFailed = true
    }
    isSending = false
    if (!isStopped && store.isBegun()) {
      if (!hasFailed) writeToDevice()
      onKept(hasFailed ? 'device' : 'account')
    }
    if (isWanted) await sendToAccount()
  }
  const change = () => {
    if (store.readAnswers() === answers && store.readEmail() === email) return
    const hasNewAnswers = store.readAnswers() !== answers
    ;[answers, email] = [store.readAnswers(), store.readEmail()]
    deviceTimer ??= setTimeout(writeToDevice, deviceDelayMs)
    if (!server || !hasNewAnswers) return
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
      isWanted = false
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
      if (server) void sendToAccount()
    },
  }
}
