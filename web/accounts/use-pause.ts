import { useEffect, useState } from 'react'

const pauseSeconds = 30

/** Counts down after a mail was sent, so that nobody asks for ten of them while the first is on its way. */
export function usePause(startsPaused: boolean) {
  const [left, setLeft] = useState(startsPaused ? pauseSeconds : 0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: () => setLeft(pauseSeconds) }
}
