import { useEffect, useRef } from 'react'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { AnswerStore } from './answer-store.ts'

/** Replaces all answers at once. Until the form is sent or left, one tap puts them back. `onReplaced` is told each time. */
export function useReplacing(store: AnswerStore, onReplaced: () => void) {
  const close = useRef<(() => void) | null>(null)
  const settle = () => close.current?.()
  useEffect(() => () => close.current?.(), [])
  return {
    /** `change` replaces them, and returns what else belongs to the ones before. */
    replace: (message: string, change: () => () => void) => {
      const [begun, email] = [store.readBegun(), store.readEmail()]
      const restore = change()
      onReplaced()
      const putBack = () => {
        for (const file of begun.files) store.noteFile(file)
        store.replace(begun.answers, begun)
        if (email !== null) store.setEmail(email)
        restore()
        onReplaced()
      }
      close.current = showSnackbar(message, { duration: 5000, action: { label: 'Undo', onPress: putBack } })
    },
    /** What is sent now is not replaced any more. */
    settle,
  }
}
