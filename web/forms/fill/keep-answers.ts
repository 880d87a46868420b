import { AccountSaver, type AnswerServer } from './account-saver.ts'
import type { AnswerStore } from './answer-store.ts'
import { dropFromDevice, dropTabKey, readFromDevice, writeTabKey, writeToDevice } from './device-answers.ts'

const deviceDelayMs = 250

/** Where the answers are safe: only in this tab, on this device, or on its way to the account of the person too. */
export type Kept = 'nowhere' | 'device' | 'account'

type KeepAnswersOptions = {
  store: AnswerStore
  draftKey: string
  /** Also keeps the answers in the account. Null without one. */
  server: AnswerServer | null
  onKept: (kept: Kept) => void
  /** Answers from another tab or device were added. */
  onMerged: () => void
}

/** Keeps the answers on the device and in the account while they change, until the returned object is told to stop. */
export function keepAnswers({ store, draftKey, server, onKept, onMerged }: KeepAnswersOptions) {
  let [answers, email] = [store.readAnswers(), store.readEmail()]
  let { idempotencyKey: key } = store.readBegun()
  const opened = readFromDevice(draftKey)
  /** Something was typed in this tab, so it is in no other one. */
  let isTyped = opened?.idempotencyKey === key
  let timer: ReturnType<typeof setTimeout> | undefined
  const account = server && new AccountSaver({ store, server, onMerged, onTried: () => showTried() })

  const clearTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const write = () => {
    clearTimer()
    writeToDevice(draftKey, store.readBegun())
    onKept(account && !account.hasFailed ? 'account' : 'device')
  }
  /** The device stores the version of the account, too. */
  const showTried = () => {
    if (!store.isBegun()) return
    if (account?.hasFailed) onKept('device')
    else write()
  }
  const change = () => {
    if (store.readAnswers() === answers && store.readEmail() === email) return
    const hasNewAnswers = store.readAnswers() !== answers
    ;[answers, email] = [store.readAnswers(), store.readEmail()]
    isTyped = true
    timer ??= setTimeout(write, deviceDelayMs)
    if (hasNewAnswers) account?.saveSoon()
  }
  const flush = () => {
    if (timer !== undefined) write()
    account?.flush()
  }
  const retry = () => account?.retry()
  /** All tabs share one place. A tab that had taken it has sent the form, so what was typed here gets it back. */
  const writeAgain = () => {
    if (isTyped && readFromDevice(draftKey) === null) write()
  }
  const unsubscribe = store.subscribe(change)
  addEventListener('pagehide', flush)
  addEventListener('online', retry)
  addEventListener('storage', writeAgain)
  const stop = () => {
    unsubscribe()
    removeEventListener('pagehide', flush)
    removeEventListener('online', retry)
    removeEventListener('storage', writeAgain)
    clearTimer()
    account?.stop()
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
      account?.cancel()
      dropFromDevice(draftKey, { key, opened })
      dropTabKey(draftKey)
    },
    /** All answers were replaced, or put back. They are kept at once. With nothing entered, nothing is kept any more. */
    replaced() {
      isTyped = store.isBegun()
      clearTimer()
      if (!isTyped) {
        dropFromDevice(draftKey, { key, opened })
        onKept('nowhere')
      } else write()
      ;[answers, email, key] = [store.readAnswers(), store.readEmail(), store.readBegun().idempotencyKey]
      writeTabKey(draftKey, key)
      void account?.saveNow()
    },
  }
}
