import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { recordingRead } from './queries.ts'

/** How long we collect announcements that came into view, to send them in one request. */
const collectDuration = 400
const maxAtOnce = 50

/** Records that the viewer has opened an announcement once its end is on the screen. Returns the `ref` of its element. */
export function useRecordRead(teamId: string) {
  const { mutate } = useMutation(recordingRead(teamId))
  const waiting = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const send = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const ids = waiting.current.splice(0, maxAtOnce)
    if (ids.length > 0) mutate(ids)
  }, [mutate])

  // What was seen just before leaving the page counts too.
  useEffect(() => send, [send])

  return useCallback(
    (id: string) => (end: HTMLElement | null) => {
      if (!end) return
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        waiting.current.push(id)
        timer.current ??= setTimeout(send, collectDuration)
      })
      observer.observe(end)
      return () => observer.disconnect()
    },
    [send],
  )
}
