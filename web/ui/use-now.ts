import { useEffect, useState } from 'react'

const maxTimer = 2 ** 31 - 1

/** Returns the current time, and updates it at this interval, and exactly at `moment`. */
export function useNow(intervalMs: number, moment: number | null = null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  useEffect(() => {
    const wait = moment === null ? -1 : moment - Date.now()
    // Timers cannot wait for longer. By then the page was opened again.
    if (wait < 0 || wait > maxTimer) return
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [moment])
  return now
}
