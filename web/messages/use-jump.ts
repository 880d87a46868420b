import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { showSnackbar } from '../ui/show-snackbar.ts'
import type { MessageListHandle } from './message-list.tsx'
import type { ShownMessage } from './rows.ts'

type JumpSettings = {
  list: RefObject<MessageListHandle | null>
  messages: readonly ShownMessage[]
  isReady: boolean
  loadBackTo: (seq: number) => Promise<boolean>
}

/** Scrolls to a message, and loads the messages down to it first. The address can name one: "?message=12". */
export function useJump({ list, messages, isReady, loadBackTo }: JumpSettings): (seq: number) => void {
  const [params, setParams] = useSearchParams()
  const named = Number(params.get('message'))
  const [target, setTarget] = useState<number | null>(null)
  const jump = (seq: number) =>
    void loadBackTo(seq).then((isThere) => {
      if (isThere) setTarget(seq)
      else showSnackbar('This message is too far back, or could not be loaded.', { duration: 5000, tone: 'alarm' })
    })
  const jumpToNamed = useEffectEvent((seq: number) => {
    jump(seq)
    // Going back must not jump again.
    setParams(
      (before) => {
        before.delete('message')
        return before
      },
      { replace: true },
    )
  })
  useEffect(() => {
    if (isReady && Number.isSafeInteger(named) && named > 0) jumpToNamed(named)
  }, [isReady, named])
  useEffect(() => {
    if (target === null) return
    // A message of somebody whom the viewer may not see is missing, so we go to the next one.
    const found = messages.find(({ seq }) => seq !== null && seq >= target)
    if (found) list.current?.scrollToMessage(found.key)
    setTarget(null)
  }, [target, messages, list])
  return jump
}
