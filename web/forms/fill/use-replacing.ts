import { useEffect, useRef } from 'react'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { AnswerStore } from './answer-store.ts'
import type { FileUploads } from './file-uploads.ts'
import { pathOf } from './places.ts'

/** Replaces all answers at once. Until the form is sent or left, one tap puts them back. `onReplaced` is told each time. */
export function useReplacing(store: AnswerStore, uploads: FileUploads, onReplaced: () => void) {
  const close = useRef<(() => void) | null>(null)
  const settle = () => close.current?.()
  useEffect(() => () => close.current?.(), [])
  return {
    /** `change` replaces them, and returns what else belongs to the ones before. */
    replace: (message: string, change: () => () => void) => {
      const [begun, email] = [store.readBegun(), store.readEmail()]
      const places = new Map(uploads.readAll().map(({ anchor }) => [anchor, store.findAnchor(anchor)]))
      const sendAgain = uploads.setAside([...places.keys()])
      const restore = change()
      onReplaced()
      const putBack = () => {
        for (const file of begun.files) store.noteFile(file)
        store.replace(begun.answers, begun)
        if (email !== null) store.setEmail(email)
        restore()
        // The rows of a group have new keys.
        sendAgain((anchor) => {
          const place = places.get(anchor)
          return place ? store.anchorOf(pathOf(place)) : anchor
        })
        onReplaced()
      }
      close.current = showSnackbar(message, { duration: 5000, action: { label: 'Undo', onPress: putBack } })
    },
    /** What is sent now is not replaced any more. */
    settle,
  }
}
